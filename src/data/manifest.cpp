#include "data/manifest.h"

#include <algorithm>
#include <charconv>

#include "data/records.h"
#include <fmt/format.h>

#include "source/text.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

constexpr std::size_t kMd5Bytes = 16;
/// The rest of a text is looked at again behind each stretch that is no JSON: no more often than
/// this, so that a large file of something else does not take hours.
constexpr std::size_t kMostBroken = 100;

/// Lines of offsets, from 1; counted from the last one, for there may be as many as lines.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  std::size_t at(std::size_t offset) {
    const auto [begin, end] = std::minmax(offset, offset_);
    const auto between =
        static_cast<std::size_t>(std::ranges::count(text_.substr(begin, end - begin), '\n'));
    line_ = offset < offset_ ? line_ - between : line_ + between;
    offset_ = offset;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_ = 1;
};

/// Reads the members of one mapping and notes those that are not what they should be.
class Fields {
 public:
  /// `skipped`: bytes of the text before those that the node was parsed from.
  Fields(const Node& node, Lines& lines, std::size_t skipped, std::vector<std::string>& problems)
      : node_(node), lines_(lines), skipped_(skipped), problems_(problems) {}

  std::optional<std::uint64_t> count(std::string_view key) {
    const Node* value = node_.find(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    std::uint64_t number = 0;
    const std::string_view digits = value->text;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (value->is_scalar() && !value->quoted && error == std::errc{} &&
        end == digits.data() + digits.size()) {
      return number;
    }
    note(*value, fmt::format("`{}` is not a count", key));
    return std::nullopt;
  }

  std::optional<std::string> text(std::string_view key) {
    const Node* value = node_.find(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (value->is_scalar() && value->quoted) return std::string(value->text);
    note(*value, fmt::format("`{}` is not a string", key));
    return std::nullopt;
  }

  void note(const Node& place, const std::string& sentence) {
    problems_.push_back(
        fmt::format("line {}: {}", lines_.at(skipped_ + place.span.begin), sentence));
  }

 private:
  const Node& node_;
  Lines& lines_;
  std::size_t skipped_;
  std::vector<std::string>& problems_;
};

/// Cuts an S3 key into its parts; nothing when it could lead anywhere else.
std::optional<std::vector<std::string>> key_parts(std::string_view key) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t slash = key.find('/');
    const std::string_view part = key.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string_view::npos) {
      return std::nullopt;
    }
    parts.emplace_back(part);
    if (slash == std::string_view::npos) return parts;
    key.remove_prefix(slash + 1);
  }
}

void read_entry(const Node& node, Lines& lines, std::size_t skipped, ManifestFiles& manifest) {
  Fields fields(node, lines, skipped, manifest.problems);
  if (!node.is_mapping()) {
    fields.note(node, "not an object");
    return;
  }
  ManifestEntry entry;
  entry.items = fields.count("itemCount");
  entry.etag = fields.text("etag");
  if (const auto md5 = fields.text("md5Checksum")) {
    entry.md5 = parse_md5(*md5);
    if (!entry.md5) fields.note(node, fmt::format("`{}` is not an MD5 checksum", *md5));
  }
  const auto key = fields.text("dataFileS3Key");
  if (!key) {
    fields.note(node, "no `dataFileS3Key`");
    return;
  }
  auto parts = key_parts(*key);
  if (!parts) {
    fields.note(node, fmt::format("`{}` is not the key of a data file", *key));
    return;
  }
  entry.key = std::move(*parts);
  manifest.entries.push_back(std::move(entry));
}

/// Hands every whole document to `take`, and a sentence for each stretch that is none to
/// `problems`.
template <typename Take>
void each_document(std::string_view text, Lines& lines, std::vector<std::string>& problems,
                   Take take) {
  std::string_view rest = text;
  for (std::size_t broken = 0; !trim(rest).empty(); ++broken) {
    const std::size_t skipped = text.size() - rest.size();
    if (broken == kMostBroken) {
      // First, for no more than some are told.
      problems.insert(problems.begin(),
                      fmt::format("line {}: too much is not JSON, nothing is read from here on",
                                  lines.at(skipped)));
      return;
    }
    const Tree tree = parse_json(FileId{0}, rest);
    for (const Node* document : tree.documents) {
      if (document != nullptr && document->complete) take(*document, skipped);
    }
    if (tree.complete) {
      for (const Diagnostic& problem : tree.diagnostics) {
        problems.push_back(
            fmt::format("line {}: {}", lines.at(skipped + problem.span.begin), problem.message));
      }
      return;
    }
    const std::size_t at = tree.diagnostics.empty() ? 0 : tree.diagnostics.back().span.begin;
    problems.push_back(
        fmt::format("line {}: {}", lines.at(skipped + at),
                    tree.diagnostics.empty() ? "not JSON" : tree.diagnostics.back().message));
    const std::size_t line_end = rest.find('\n', at);
    if (line_end == std::string_view::npos) return;
    rest.remove_prefix(line_end + 1);
  }
}

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10U;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10U;
  return std::nullopt;
}

std::optional<std::string> from_hex(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto high = hex_digit(text[i]);
    const auto low = hex_digit(text[i + 1]);
    if (!high || !low) return std::nullopt;
    bytes += static_cast<char>((*high << 4U) | *low);
  }
  return bytes;
}

}  // namespace

ManifestSummary parse_manifest_summary(std::string_view text) {
  ManifestSummary summary;
  bool found = false;
  Lines lines(text);
  each_document(text, lines, summary.problems, [&](const Node& node, std::size_t skipped) {
    if (found || !node.is_mapping()) return;
    found = true;
    Fields fields(node, lines, skipped, summary.problems);
    summary.table_arn = fields.text("tableArn").value_or("");
    summary.items = fields.count("itemCount");
    summary.billed_bytes = fields.count("billedSizeBytes");
    summary.format = fields.text("outputFormat").value_or("");
    summary.encryption = fields.text("s3SseAlgorithm").value_or("");
    summary.incremental = fields.text("exportType") == "INCREMENTAL_EXPORT";
  });
  if (!found && summary.problems.empty()) summary.problems.emplace_back("line 1: no JSON object");
  return summary;
}

ManifestFiles parse_manifest_files(std::string_view text) {
  ManifestFiles manifest;
  Lines lines(text);
  each_document(text, lines, manifest.problems, [&](const Node& node, std::size_t skipped) {
    read_entry(node, lines, skipped, manifest);
  });
  return manifest;
}

std::optional<Etag> parse_etag(std::string_view text) {
  constexpr std::string_view kOnePart = "-1";
  Etag etag{.md5 = {}, .of_one_part = text.ends_with(kOnePart)};
  if (etag.of_one_part) text.remove_suffix(kOnePart.size());
  if (text.size() != 2 * kMd5Bytes) return std::nullopt;
  auto bytes = from_hex(text);
  if (!bytes) return std::nullopt;
  etag.md5 = std::move(*bytes);
  return etag;
}

std::optional<std::string> parse_md5(std::string_view text) {
  text = trim(text);
  // md5sum writes the file's name behind the digits.
  text = text.substr(0, text.find_first_of(" \t"));
  if (text.size() == 2 * kMd5Bytes) return from_hex(text);
  auto bytes = decode_base64(text);
  if (!bytes || bytes->size() != kMd5Bytes) return std::nullopt;
  return std::move(*bytes);
}

}  // namespace ddblint
