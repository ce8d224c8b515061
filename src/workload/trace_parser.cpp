#include "workload/trace_parser.h"

#include <array>
#include <deque>

#include "data/json_text.h"
#include "workload/cloudtrail.h"
#include "workload/insight_report.h"
#include "workload/plain_trace.h"
#include "workload/stream_records.h"
#include "workload/trace_json.h"
#include <fmt/format.h>

#include "source/utf8.h"

namespace ddblint {
namespace {

/// A list in an event in a message in a record: nothing real is wrapped more often.
constexpr std::size_t kMostWrappings = 6;

TraceProblemKind kind_of(BadRecordKind kind) {
  switch (kind) {
    case BadRecordKind::invalid_utf8:
      return TraceProblemKind::not_utf8;
    case BadRecordKind::too_long:
      return TraceProblemKind::too_long;
    case BadRecordKind::not_an_item:
      return TraceProblemKind::unknown_record;
    default:
      return TraceProblemKind::not_json;
  }
}

std::string message_of(const BadRecord& bad) {
  switch (bad.kind) {
    case BadRecordKind::too_long:
      return "the record is longer than any of a trace";
    case BadRecordKind::not_an_item:
      return "a record is a JSON object, and this is none";
    default:
      return bad.message;
  }
}

/// Of an array that wraps records, by its name.
constexpr std::array<std::string_view, 4> kLists = {"Records", "Events", "logEvents", "records"};
/// Of an object that wraps one.
constexpr std::array<std::string_view, 3> kObjects = {"detail", "Report", "report"};
/// Of a text that is one.
constexpr std::array<std::string_view, 3> kTexts = {"CloudTrailEvent", "message", "Data"};

}  // namespace

class TraceParser::State {
 public:
  explicit State(const TracePlans& plans)
      : writer_(plans), cloudtrail_(writer_), streams_(writer_), plain_(writer_) {}

  void parse(const Batch& batch, const std::string& path, ParsedTrace& parsed) {
    parsed.clear();
    writer_.start(parsed);
    path_ = &path;
    for (const BadRecord& bad : batch.bad)
      writer_.bad(kind_of(bad.kind), bad.line, message_of(bad));
    switch (batch.context->format) {
      case DataFormat::csv:
        for (const Batch::Record& record : batch.records) {
          const std::string_view text(batch.bytes.data() + record.begin, record.length);
          if (const auto wrong = invalid_utf8(text)) {
            not_utf8(text, *wrong, record.line);
          } else {
            plain_.read(text, batch.context, record.line);
          }
        }
        break;
      case DataFormat::ion:
        for (const Batch::Record& record : batch.records) {
          writer_.bad(TraceProblemKind::unknown_record, record.line, "no trace is written in Ion");
        }
        break;
      case DataFormat::dynamodb_json:
      case DataFormat::plain_json:
        for (const Batch::Record& record : batch.records) {
          read_text({batch.bytes.data() + record.begin, record.length}, record.line);
        }
    }
    writer_.finish();
  }

 private:
  /// A text with simdjson's padding behind it.
  void read_text(std::string_view text, std::uint64_t line) {
    simdjson::dom::parser& parser = parser_at(wrapped_);
    JsonElement element;
    const auto error = parser.parse(text.data(), text.size(), false).get(element);
    if (error == simdjson::SUCCESS) return read_element(element, line);
    if (const auto wrong = invalid_utf8(text)) return not_utf8(text, *wrong, line);
    writer_.bad(TraceProblemKind::not_json, line,
                fmt::format("this is no JSON: {}", simdjson::error_message(error)));
  }

  void not_utf8(std::string_view text, std::size_t at, std::uint64_t line) {
    writer_.bad(TraceProblemKind::not_utf8, line,
                fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[at])));
  }

  void read_element(const JsonElement& element, std::uint64_t line) {
    if (const auto object = as_object(element)) return read_object(*object, line);
    if (const auto list = as_array(element); list && wrapped_ < kMostWrappings) {
      return read_list(*list, line);
    }
    writer_.bad(TraceProblemKind::unknown_record, line,
                "a record is a JSON object, and this is none");
  }

  void read_list(JsonArray list, std::uint64_t line) {
    ++wrapped_;
    for (const JsonElement element : list) read_element(element, line);
    --wrapped_;
  }

  void read_object(JsonObject record, std::uint64_t line) {
    if (plain_.is_request(record) && !CloudTrailReader::is_event(record)) {
      return plain_.read(record, line);
    }
    if (StreamReader::is_change(record)) {
      return streams_.read(record, in_kinesis_ ? TraceFormat::kinesis : TraceFormat::streams, line);
    }
    if (CloudTrailReader::is_event(record)) return cloudtrail_.read(record, line);
    if (is_insight_report(record)) {
      const std::string_view named = string_member(record, "RuleName");
      const std::string_view outer = named.empty() ? std::string_view(rule_) : named;
      return read_insight_report(record, outer.empty() ? std::string_view(*path_) : outer, writer_,
                                 line);
    }
    if (wrapped_ < kMostWrappings && read_wrapped(record, line)) return;
    writer_.bad(TraceProblemKind::unknown_record, line,
                "this is no record of CloudTrail, Streams, Kinesis or Contributor Insights, and no "
                "request with an operation and a time or key");
  }

  bool read_wrapped(JsonObject record, std::uint64_t line) {
    if (member(record, "digestS3Object") || member(record, "logFiles")) {
      writer_.begin_record({});
      writer_.left_out(LeftOut::management);
      writer_.end_record();
      return true;
    }
    if (const auto kinesis = object_member(record, "kinesis")) {
      const std::string_view data = string_member(*kinesis, "data");
      return !data.empty() && read_base64(data, line);
    }
    for (const std::string_view name : kLists) {
      const auto list = array_member(record, name);
      if (!list) continue;
      read_list(*list, line);
      return true;
    }
    for (const std::string_view name : kObjects) {
      const auto object = object_member(record, name);
      if (!object) continue;
      rule_ = string_member(record, "RuleName");
      ++wrapped_;
      read_object(*object, line);
      --wrapped_;
      rule_.clear();
      return true;
    }
    for (const std::string_view name : kTexts) {
      const std::string_view text = string_member(record, name);
      if (text.empty()) continue;
      if (text.find('{') == std::string_view::npos) return read_base64(text, line);
      read_inside(text, line);
      return true;
    }
    return false;
  }

  bool read_base64(std::string_view data, std::uint64_t line) {
    const auto bytes = decode_base64(data);
    if (!bytes) {
      writer_.bad(TraceProblemKind::bad_record, line, "the record's data: " + bytes.error());
      return true;
    }
    const bool before = in_kinesis_;
    in_kinesis_ = true;
    read_inside(*bytes, line);
    in_kinesis_ = before;
    return true;
  }

  /// JSON that stands as a text inside JSON; the outer one stays as it is.
  void read_inside(std::string_view text, std::uint64_t line) {
    const simdjson::padded_string padded(text);
    ++wrapped_;
    read_text({padded.data(), padded.size()}, line);
    --wrapped_;
  }

  simdjson::dom::parser& parser_at(std::size_t depth) {
    while (parsers_.size() <= depth) parsers_.emplace_back();
    return parsers_[depth];
  }

  TraceWriter writer_;
  CloudTrailReader cloudtrail_;
  StreamReader streams_;
  PlainTraceReader plain_;
  /// One for each text inside another.
  std::deque<simdjson::dom::parser> parsers_;
  std::size_t wrapped_ = 0;
  bool in_kinesis_ = false;
  const std::string* path_ = nullptr;
  /// Of the object around a report.
  std::string rule_;
};

TraceParser::TraceParser(const TracePlans& plans) : state_(std::make_unique<State>(plans)) {}
TraceParser::~TraceParser() = default;

void TraceParser::parse(const Batch& batch, const std::string& path, ParsedTrace& parsed) {
  state_->parse(batch, path, parsed);
}

}  // namespace ddblint
