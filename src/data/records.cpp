#include "data/records.h"

#include <algorithm>
#include <cstring>

#include "data/csv.h"
#include "data/ion.h"
#include "data/json_format.h"
#include "data/json_items.h"
#include "data/splitter.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// What is looked at to tell a file's format.
constexpr std::size_t kHeadBytes = std::size_t{64} << 10U;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// UTF-16, by its byte order mark or by the zero that stands beside each ASCII character.
bool is_utf16(std::string_view head) {
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) return true;
  constexpr std::string_view kBegins = "{[\" \t\r\n";
  return head.size() >= 2 && (head[0] == '\0') != (head[1] == '\0') &&
         kBegins.find(head[head[0] == '\0' ? 1 : 0]) != std::string_view::npos;
}

/// Tells the format of a file from its head. What is none is read as JSON, which then says why.
std::unique_ptr<Splitter> make_splitter(std::string_view head, const DataFile& file,
                                        const RecordOptions& options, RecordContext& context) {
  if (file.exported) context.order = RecordOrder::hash;
  if (file.within) {
    auto splitter = make_json_splitter(head, file, options, context);
    context.order = RecordOrder::examples;
    context.described = fmt::format("examples beside a definition, {}", context.described);
    return splitter;
  }
  if (is_binary_ion(head) || looks_like_ion(head)) {
    context.format = DataFormat::ion;
    return make_ion_splitter(head, options, context);
  }
  if (!looks_like_json(head) && looks_like_csv(head)) {
    context.format = DataFormat::csv;
    return make_csv_splitter(head, options, context);
  }
  return make_json_splitter(head, file, options, context);
}

}  // namespace

/// The bytes of a file go from the stream straight into a batch. What a batch cannot use, a record
/// cut by its end, waits in `rest_` and begins the next batch.
class RecordReader::State {
 public:
  State(std::unique_ptr<ByteStream> stream, DataFile file, RecordOptions options)
      : stream_(std::move(stream)), file_(std::move(file)), options_(std::move(options)) {}

  std::expected<bool, std::string> next(Batch& batch) {
    if (!splitter_) start();
    batch.records.clear();
    batch.bad.clear();
    batch.context = context_;
    batch.sequence = sequence_;
    batch.first_record = records_;
    batch.size = 0;
    std::size_t room = std::max(options_.batch_bytes, std::size_t{1});
    while (batch.records.empty() && batch.bad.empty()) {
      if (ended_ && rest_at_ == rest_.size()) return end();
      fill(batch, room);
      const bool last = ended_ && !error_ && rest_at_ == rest_.size();
      batch.size = splitter_->split({batch.bytes.data(), filled_}, last, batch.records, batch.bad);
      place_in_document(batch);
      keep(batch);
      if (batch.size == 0) room = 2 * filled_;
    }
    ++sequence_;
    records_ += batch.records.size();
    return true;
  }

  [[nodiscard]] std::uint64_t consumed() const { return stream_->consumed(); }
  [[nodiscard]] std::uint64_t unpacked() const { return unpacked_; }

 private:
  std::expected<bool, std::string> end() {
    if (!error_) return false;
    return std::unexpected(*error_);
  }

  /// Reads the head and tells the format from it.
  void start() {
    rest_.resize(kHeadBytes);
    rest_.resize(read(rest_));
    std::string_view head(rest_.data(), rest_.size());
    if (head.starts_with(kByteOrderMark)) {
      rest_.erase(rest_.begin(), rest_.begin() + kByteOrderMark.size());
      head = {rest_.data(), rest_.size()};
    }
    if (is_utf16(head)) {
      error_ = "is UTF-16, which is not read: only UTF-8 is";
      ended_ = true;
      rest_.clear();
      head = {};
    }
    auto context = std::make_shared<RecordContext>();
    splitter_ = make_splitter(head, file_, options_, *context);
    context_ = std::move(context);
  }

  /// The rest of the last batch and, behind it, bytes of the stream.
  void fill(Batch& batch, std::size_t room) {
    if (batch.bytes.size() < room + Batch::kPadding) batch.bytes.resize(room + Batch::kPadding);
    filled_ = std::min(room, rest_.size() - rest_at_);
    std::copy_n(rest_.data() + rest_at_, filled_, batch.bytes.data());
    rest_at_ += filled_;
    if (!ended_ && filled_ < room) {
      filled_ += read({batch.bytes.data() + filled_, room - filled_});
    }
  }

  /// Items inside a document stand on the document's lines.
  void place_in_document(Batch& batch) const {
    if (!file_.within) return;
    const std::uint64_t before = file_.within->line - 1;
    for (Batch::Record& record : batch.records) record.line += before;
    for (BadRecord& bad : batch.bad) bad.line += before;
  }

  /// Keeps what the batch did not use.
  void keep(const Batch& batch) {
    const std::size_t unused = filled_ - batch.size;
    if (rest_at_ < rest_.size()) {
      rest_at_ -= unused;  // all that was filled in came from there
      return;
    }
    const char* const begin = batch.bytes.data() + batch.size;
    rest_.assign(begin, begin + unused);
    rest_at_ = 0;
    // A record that an error broke off: the error is what is said of it.
    if (ended_ && error_) rest_.clear();
  }

  /// Less than asked for only at the end or before an error, of which a short read may be the
  /// first sign.
  std::size_t read(std::span<char> room) {
    std::size_t filled = 0;
    while (filled < room.size() && !ended_) {
      const std::expected<std::size_t, std::string> count = stream_->read(room.subspan(filled));
      if (!count) error_ = count.error();
      ended_ = count.value_or(0) == 0;
      filled += count.value_or(0);
    }
    unpacked_ += filled;
    return filled;
  }

  std::unique_ptr<ByteStream> stream_;
  DataFile file_;
  RecordOptions options_;
  std::unique_ptr<Splitter> splitter_;
  std::shared_ptr<const RecordContext> context_;
  std::vector<char> rest_;
  std::size_t rest_at_ = 0;
  /// Bytes in the batch at hand.
  std::size_t filled_ = 0;
  bool ended_ = false;
  std::optional<std::string> error_;
  std::uint64_t sequence_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t unpacked_ = 0;
};

RecordReader::RecordReader(std::unique_ptr<ByteStream> stream, const DataFile& file,
                           RecordOptions options)
    : state_(std::make_unique<State>(std::move(stream), file, std::move(options))) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;

std::expected<bool, std::string> RecordReader::next(Batch& batch) { return state_->next(batch); }
std::uint64_t RecordReader::consumed() const { return state_->consumed(); }
std::uint64_t RecordReader::unpacked() const { return state_->unpacked(); }

class ItemParser::State {
 public:
  explicit State(ParseOptions options)
      : wanted_(std::move(options.wanted), options.others), json_(wanted_) {}

  void parse(const Batch& batch, ParsedItems& items) {
    switch (batch.context->format) {
      case DataFormat::csv:
        return each_record(batch, items, parse_csv_record);
      case DataFormat::ion:
        return each_record(batch, items, parse_ion_record);
      case DataFormat::dynamodb_json:
      case DataFormat::plain_json:
        break;
    }
    json_.parse(batch, items);
  }

 private:
  template <typename Parse>
  void each_record(const Batch& batch, ParsedItems& items, Parse one) const {
    items.clear();
    for (std::uint32_t i = 0; i < batch.records.size(); ++i) {
      const Batch::Record& record = batch.records[i];
      one({batch.bytes.data() + record.begin, record.length}, record.line, i, *batch.context,
          wanted_, items);
    }
  }

  WantedNames wanted_;
  JsonItems json_;
};

ItemParser::ItemParser(ParseOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}
ItemParser::~ItemParser() = default;
ItemParser::ItemParser(ItemParser&&) noexcept = default;
ItemParser& ItemParser::operator=(ItemParser&&) noexcept = default;

void ItemParser::parse(const Batch& batch, ParsedItems& items) { state_->parse(batch, items); }

}  // namespace ddblint
