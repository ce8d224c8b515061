#include "rules/names.h"

#include <array>
#include <utility>

#include <catch2/catch.hpp>

using ddblint::normalise_name;
using ddblint::WordMatcher;

namespace {

/// The entry of `entries` that matches, or "-".
template <std::size_t N>
std::string_view hit(const std::array<std::string_view, N>& entries, std::string_view name) {
  return WordMatcher(entries).match(name).value_or("-");
}

}  // namespace

TEST_CASE("every spelling of a name gives the same words", "[names]") {
  for (const char* name :
       {"customerStatus", "CustomerStatus", "customer_status", "CUSTOMER_STATUS", "customer-status",
        "customer status", "customer.status", "_customer__status_", "customer#status"}) {
    CAPTURE(name);
    CHECK(normalise_name(name) == "customer_status");
  }
}

TEST_CASE("acronyms end before the word that follows", "[names]") {
  CHECK(normalise_name("userID") == "user_id");
  CHECK(normalise_name("DeviceIDDate") == "device_id_date");
  CHECK(normalise_name("HTTPServer") == "http_server");
  CHECK(normalise_name("ID") == "id");
  CHECK(normalise_name("aB") == "a_b");
  CHECK(normalise_name("isActive") == "is_active");
}

TEST_CASE("digits stay with the letters before them", "[names]") {
  CHECK(normalise_name("GSI1PK") == "gsi1_pk");
  CHECK(normalise_name("gsi1pk") == "gsi1_pk");
  CHECK(normalise_name("gsi1_pk") == "gsi1_pk");
  CHECK(normalise_name("sha256Hash") == "sha256_hash");
  CHECK(normalise_name("SHA-256") == "sha_256");
  CHECK(normalise_name("status2") == "status2");
  CHECK(normalise_name("2fa") == "2_fa");
}

TEST_CASE("names without words and names of other scripts", "[names]") {
  CHECK(normalise_name("").empty());
  CHECK(normalise_name("#-_ ").empty());
  CHECK(normalise_name("\xc3\xa9tat") == "\xc3\xa9tat");
  CHECK(normalise_name("statut\xc3\xa9") == "statut\xc3\xa9");
}

TEST_CASE("an entry matches the end of a name at a word boundary", "[names]") {
  constexpr std::array<std::string_view, 2> entries = {"status", "log level"};
  CHECK(hit(entries, "status") == "status");
  CHECK(hit(entries, "orderStatus") == "status");
  CHECK(hit(entries, "customer_status") == "status");
  CHECK(hit(entries, "app-log-level") == "log level");
  CHECK(hit(entries, "status_id") == "-");
  CHECK(hit(entries, "statusDate") == "-");
  CHECK(hit(entries, "orderstatus") == "-");
  CHECK(hit(entries, "level") == "-");
  CHECK(hit(entries, "catalog_level") == "-");
  CHECK(hit(entries, "") == "-");
}

TEST_CASE("words that only contain another word do not match it", "[names]") {
  constexpr std::array<std::string_view, 3> entries = {"date", "type", "is *"};
  CHECK(hit(entries, "update") == "-");
  CHECK(hit(entries, "candidate") == "-");
  CHECK(hit(entries, "prototype") == "-");
  CHECK(hit(entries, "isbn") == "-");
  CHECK(hit(entries, "issueKey") == "-");
  CHECK(hit(entries, "lastUpdate") == "-");
}

TEST_CASE("= wants the whole name", "[names]") {
  constexpr std::array<std::string_view, 1> entries = {"=type"};
  CHECK(hit(entries, "type") == "=type");
  CHECK(hit(entries, "Type") == "=type");
  CHECK(hit(entries, "eventType") == "-");
  CHECK(hit(entries, "type_id") == "-");
}

TEST_CASE("a star at the end wants the beginning and more", "[names]") {
  constexpr std::array<std::string_view, 1> entries = {"is *"};
  CHECK(hit(entries, "isActive") == "is *");
  CHECK(hit(entries, "IS_OPEN") == "is *");
  CHECK(hit(entries, "is") == "-");
  CHECK(hit(entries, "user_is_active") == "-");
}

TEST_CASE("a star at the beginning changes nothing", "[names]") {
  constexpr std::array<std::string_view, 1> entries = {"* of birth"};
  CHECK(hit(entries, "dateOfBirth") == "* of birth");
  CHECK(hit(entries, "of_birth") == "* of birth");
  CHECK(hit(entries, "birth") == "-");
}

TEST_CASE("! takes a match away, in every form of entry", "[names]") {
  constexpr std::array<std::string_view, 4> entries = {"status", "!exit status", "!=status",
                                                       "!last *"};
  CHECK(hit(entries, "orderStatus") == "status");
  CHECK(hit(entries, "process_exit_status") == "-");
  CHECK(hit(entries, "status") == "-");
  CHECK(hit(entries, "lastOrderStatus") == "-");
  CHECK(hit(entries, "colour") == "-");
}

TEST_CASE("the first of several entries is named", "[names]") {
  constexpr std::array<std::string_view, 3> entries = {"order status", "status", "=order status"};
  CHECK(hit(entries, "orderStatus") == "order status");
}

TEST_CASE("characters with a meaning in patterns have none in names", "[names]") {
  constexpr std::array<std::string_view, 1> entries = {"a.c"};
  CHECK(hit(entries, "a_c") == "a.c");
  CHECK(hit(entries, "abc") == "-");
}

TEST_CASE("empty lists and empty entries match nothing", "[names]") {
  CHECK(!WordMatcher({}).match("status"));
  constexpr std::array<std::string_view, 3> entries = {"", "!", "*"};
  CHECK(hit(entries, "status") == "-");
  CHECK(hit(entries, "") == "-");
}

TEST_CASE("a matcher can be moved", "[names]") {
  constexpr std::array<std::string_view, 1> entries = {"status"};
  WordMatcher first(entries);
  const WordMatcher second = std::move(first);
  CHECK(second.match("status") == "status");
}
