#include "rules/detectors.gen.h"

namespace ddblint {
namespace {

/// The AWS managed key of the account, by its alias.
constexpr std::string_view kManagedAlias = "alias/aws/dynamodb";

Finding report(const Rule& rule, Span span, std::string message) {
  Finding finding = make_finding(rule, Evidence::structural, span, std::move(message));
  finding.label = "no customer managed key";
  finding.remedy = "encrypt it with KMS and name a key of the account in `KMSMasterKeyId`";
  return finding;
}

}  // namespace

Findings no_customer_key(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (table.dialect == Dialect::workbench) return {};  // it has no words for keys
  const auto& enabled = table.encryption;
  const auto& key = table.encryption_key;
  if (enabled.is(false) || (enabled.absent() && key.absent())) {
    return {report(rule, enabled.absent() ? table.id_span : enabled.span(),
                   "the table is encrypted with a key that DynamoDB owns: the account can neither "
                   "audit nor revoke its use")};
  }
  // A global table names its keys in the replicas.
  if (!enabled.is(true) || table.global()) return {};
  if (key.absent() || key.value_or("").ends_with(kManagedAlias)) {
    return {report(rule, key.absent() ? enabled.span() : key.span(),
                   "the table is encrypted with the AWS managed key `aws/dynamodb`: the account "
                   "cannot change its policy, share it or disable it")};
  }
  return {};
}

}  // namespace ddblint
