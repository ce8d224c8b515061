#include "data/json_format.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "data/json_items.h"
#include "data/json_shape.h"
#include "data/json_splitter.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

/// True for a line that is one object; `cut`: as far as the line goes.
bool is_object(std::string_view line, bool cut) {
  if (!line.starts_with('{')) return false;
  JsonNesting nesting;
  const JsonNesting::State state = nesting.advance(line);
  if (state == JsonNesting::State::open) return cut;
  return state == JsonNesting::State::whole && nesting.seen() == line.size();
}

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(kBlank), line.size());
  const std::size_t end = line.find_last_not_of(kBlank);
  return begin == line.size() ? std::string_view() : line.substr(begin, end + 1 - begin);
}

/// JSON lines: at least half of the lines are whole objects, the last one left out where the head
/// cuts it, and the first of them is a record. A lone line that the head cuts counts as one.
bool is_lines(std::string_view head) {
  std::size_t lines = 0;
  std::size_t whole = 0;
  std::string_view first;
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    const bool cut = end == std::string_view::npos;
    const std::string_view line = trimmed(head.substr(0, end));
    head.remove_prefix(cut ? head.size() : end + 1);
    if (line.empty() || (cut && lines > 0)) continue;
    const bool object = is_object(line, cut);
    ++lines;
    whole += object ? 1U : 0U;
    if (object && first.empty()) first = line;
  }
  return 2 * whole >= lines && !first.empty() && json_shape(first, true) == JsonShape::record;
}

/// The records of a head, as one batch of DynamoDB JSON.
Batch head_records(std::string_view head, Splitter& splitter) {
  constexpr std::size_t kMost = 64;
  Batch batch;
  batch.bytes.assign(head.begin(), head.end());
  batch.bytes.resize(head.size() + Batch::kPadding);
  batch.size = splitter.split({batch.bytes.data(), head.size()}, false, batch.records, batch.bad);
  batch.records.resize(std::min(batch.records.size(), kMost));
  auto context = std::make_shared<RecordContext>();
  context->format = DataFormat::dynamodb_json;
  batch.context = std::move(context);
  return batch;
}

std::array<std::size_t, kRecordForms> forms_of(const Batch& batch) {
  JsonItems parser(WantedNames{});
  ParsedItems items;
  parser.parse(batch, items);
  return parser.forms();
}

std::string_view called(RecordForm form) {
  switch (form) {
    case RecordForm::incremental_export:
      return "incremental export";
    case RecordForm::stream:
      return "stream records";
    case RecordForm::kinesis:
      return "Kinesis records";
    case RecordForm::request:
      return "write requests";
    case RecordForm::plain:
      return "JSON without types";
    case RecordForm::item:
    case RecordForm::typed:
      break;
  }
  return "DynamoDB JSON";
}

/// True when the first document is a page of a scan or query.
bool is_scan_output(std::string_view head) {
  const std::size_t object = head.find('{');
  if (object == std::string_view::npos) return false;
  const std::string_view start = head.substr(object);
  return json_shape(start, true) == JsonShape::container &&
         start.find("\"Items\"") != std::string_view::npos;
}

}  // namespace

bool looks_like_json(std::string_view head) {
  const std::string_view text = trimmed(head);
  return text.starts_with('{') || text.starts_with('[');
}

std::unique_ptr<Splitter> make_json_splitter(std::string_view head, const DataFile& file,
                                             const RecordOptions& options, RecordContext& context) {
  const bool lines = is_lines(head);
  const auto make = [&]() -> std::unique_ptr<Splitter> {
    if (lines) return std::make_unique<JsonLineSplitter>(options.record_limit);
    return std::make_unique<JsonDocumentSplitter>(options.record_limit);
  };
  const std::unique_ptr<Splitter> trial = make();
  const auto forms = forms_of(head_records(head, *trial));
  const auto most = std::max_element(forms.begin(), forms.end());
  const auto form =
      *most == 0 ? RecordForm::typed : static_cast<RecordForm>(std::distance(forms.begin(), most));
  const std::size_t known = std::accumulate(forms.begin(), forms.end(), std::size_t{0});
  const std::size_t untyped = forms[static_cast<std::size_t>(RecordForm::plain)];
  // Typed and untyped items in equal numbers: typed, whose check is the stricter one.
  context.format = 2 * untyped > known ? DataFormat::plain_json : DataFormat::dynamodb_json;
  const bool scan = !lines && is_scan_output(head);
  context.order = scan || file.exported ? RecordOrder::hash : RecordOrder::file;
  context.described = fmt::format("{}{}", scan ? "scan output, " : "", called(form));
  if (lines) context.described += form == RecordForm::plain ? " (lines)" : " lines";
  return make();
}

}  // namespace ddblint
