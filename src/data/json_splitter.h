#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/splitter.h"

namespace ddblint {

/// Follows one JSON value through its strings and brackets to its end, piece by piece.
class JsonNesting {
 public:
  enum class State : std::uint8_t {
    open,    ///< the bytes end before the value
    whole,   ///< seen() is the value's length
    broken,  ///< a line ends inside a string, at seen()
  };

  /// `bytes` is the value from its first byte on, which is a quote or an opening bracket; it may
  /// have another length than at the last call, but begins with the same bytes.
  State advance(std::string_view bytes);
  [[nodiscard]] std::size_t seen() const { return seen_; }
  /// The first `count` bytes that were seen will not come again.
  void forget(std::size_t count) { seen_ -= count; }
  void reset() { *this = {}; }

 private:
  bool pass_block(std::string_view bytes);
  /// A quote or a bracket.
  void take(char c);

  std::size_t seen_ = 0;
  std::size_t depth_ = 0;
  bool in_string_ = false;
};

/// JSON lines: one record a line; blank lines are none.
class JsonLineSplitter : public Splitter {
 public:
  explicit JsonLineSplitter(std::size_t record_limit) : record_limit_(record_limit) {}

  std::size_t split(std::string_view bytes, bool last, std::vector<Batch::Record>& records,
                    std::vector<BadRecord>& bad) override;

 private:
  void add(std::string_view bytes, std::size_t begin, std::size_t end,
           std::vector<Batch::Record>& records, std::vector<BadRecord>& bad) const;

  std::size_t record_limit_;
  std::uint64_t line_ = 1;
  /// Inside a line that is too long and has been reported.
  bool skipping_ = false;
};

/// Items inside documents of any size: the output of scan and query (one page, pages one after
/// another, an array of pages), batch-get-item, get-item, BatchWriteItem and TransactWriteItems
/// requests, events of streams, arrays of items, and items printed over several lines or with
/// nothing between them. A byte machine that knows strings, escapes and nesting; it holds one
/// record, never a document.
///
/// Whether an object is a document or an item is decided by json_shape.h.
class JsonDocumentSplitter : public Splitter {
 public:
  explicit JsonDocumentSplitter(std::size_t record_limit);

  std::size_t split(std::string_view bytes, bool last, std::vector<Batch::Record>& records,
                    std::vector<BadRecord>& bad) override;

 private:
  /// What the machine is inside of.
  enum class Level : std::uint8_t {
    documents,  ///< the file: documents one after another
    pages,      ///< an array of documents or items
    container,  ///< an object in which items stand
    tables,     ///< an object from tables to arrays of items
    records,    ///< an array of items, requests or stream records
  };
  /// What a step did.
  enum class Step : std::uint8_t {
    on,    ///< went on
    wait,  ///< needs more bytes
  };
  /// What is being passed over.
  enum class Skip : std::uint8_t { nothing, line, scalar, nested };

  Step step();
  Step in_documents(char c);
  Step in_array(char c, Level level);
  Step in_object(char c, Level level);
  Step object();
  Step record();
  Step member(Level level);
  Step skip();
  Step recover(std::string message);
  void reject(BadRecordKind kind, std::string message);
  void skip_from(char first);
  std::uint64_t line_of(std::size_t place);

  std::size_t record_limit_;
  std::vector<Level> levels_{Level::documents};
  Skip skip_ = Skip::nothing;
  /// Brackets and strings of the value at `at_`, as far as it was seen.
  JsonNesting nesting_;
  /// After an error, when closing brackets of what was left are passed over.
  bool recovering_ = false;
  std::uint64_t line_ = 1;

  // Of the piece at hand.
  std::string_view bytes_;
  bool last_ = false;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  std::vector<Batch::Record>* records_ = nullptr;
  std::vector<BadRecord>* bad_ = nullptr;
};

}  // namespace ddblint
