#include "source/md5.h"

#include <array>
#include <memory>

#include <openssl/evp.h>

#include "source/byte_stream.h"
#include "source/source_file.h"

namespace ddblint {
namespace {

/// An MD5 in the making.
class Md5 {
 public:
  Md5() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {}

  /// OpenSSL can be set up to refuse MD5.
  [[nodiscard]] bool begin() { return EVP_DigestInit_ex(context_.get(), EVP_md5(), nullptr) == 1; }
  void add(std::string_view piece) { EVP_DigestUpdate(context_.get(), piece.data(), piece.size()); }
  [[nodiscard]] std::string end() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &size);
    return {digest.begin(), digest.begin() + size};
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

std::unexpected<std::string> refused() {
  return std::unexpected(std::string("MD5 is not available from OpenSSL here"));
}

}  // namespace

std::expected<std::string, std::string> md5_of(std::string_view bytes) {
  Md5 md5;
  if (!md5.begin()) return refused();
  md5.add(bytes);
  return md5.end();
}

std::expected<std::string, std::string> md5_of_file(const std::string& path) {
  Md5 md5;
  if (!md5.begin()) return refused();
  const auto done = read_pieces(path, [&md5](std::string_view piece) { md5.add(piece); });
  if (!done) return std::unexpected(done.error());
  return md5.end();
}

}  // namespace ddblint
