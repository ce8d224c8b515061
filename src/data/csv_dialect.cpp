// Tells the delimiter of a CSV file from its first records: the one with which most records have as
// many fields as the first. A space or a colon, which values have, too, is taken only where nothing
// else does so well; of equals the one with more columns.

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "data/csv.h"
#include "data/csv_fields.h"
#include "data/csv_splitter.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

constexpr std::size_t kRecordsTried = 500;
constexpr std::string_view kDelimiters = ",\t;|: ";
/// Of a delimiter that is guessed, so many of a hundred records must have all columns.
constexpr std::size_t kLeastPercent = 80;

struct Head {
  std::string_view text;
  std::vector<Batch::Record> records;
  /// The first record breaks off.
  bool cut = false;
};

/// The whole records at the beginning of a file.
Head cut_head(std::string_view text, char delimiter) {
  Head head{.text = text, .records = {}};
  std::vector<BadRecord> bad;
  CsvSplitter whole(delimiter, kLongestRecord, false, {});
  whole.split(text, false, head.records, bad);
  if (head.records.empty()) {
    // Perhaps the only one, without a line end.
    CsvSplitter rest(delimiter, kLongestRecord, false, {});
    rest.split(text, true, head.records, bad);
    head.cut = true;
  }
  return head;
}

std::size_t count_fields(std::string_view record, char delimiter) {
  CsvFields fields(record, delimiter);
  std::size_t count = 0;
  while (fields.next()) ++count;
  return count;
}

std::string_view text_of(const Head& head, std::size_t record) {
  return head.text.substr(head.records[record].begin, head.records[record].length);
}

/// How well a delimiter fits.
struct Fit {
  std::size_t columns = 0;
  /// Of a hundred records, those with as many fields as there are columns.
  std::size_t percent = 0;
};

Fit fit_of(std::string_view text, char delimiter, std::size_t columns) {
  const Head head = cut_head(text, delimiter);
  if (head.records.empty()) return {};
  Fit fit{.columns = columns > 0 ? columns : count_fields(text_of(head, 0), delimiter)};
  const std::size_t tried = std::min(head.records.size(), kRecordsTried);
  std::size_t whole = 0;
  for (std::size_t i = 0; i < tried; ++i) {
    const std::size_t fields = count_fields(text_of(head, i), delimiter);
    if (fields == fit.columns) ++whole;
  }
  fit.percent = whole * 100 / tried;
  return fit;
}

struct Guess {
  char delimiter = ',';
  Fit fit;
};

/// The delimiter that fits best; a comma where none makes two columns. `columns`: so many are known
/// to be there (0 = as many as the first record has).
Guess guess_delimiter(std::string_view text, std::size_t columns) {
  Guess best;
  const auto rank = [](const Guess& guess) {
    const bool rare = guess.delimiter == ' ' || guess.delimiter == ':';
    return std::tuple(guess.fit.percent >= kLeastPercent, !rare, guess.fit.percent,
                      guess.fit.columns);
  };
  for (const char delimiter : kDelimiters) {
    const Guess guess{.delimiter = delimiter, .fit = fit_of(text, delimiter, columns)};
    if (guess.fit.columns < 2) continue;
    if (best.fit.columns < 2 || rank(guess) > rank(best)) best = guess;
  }
  return best;
}

ValueType type_of(const std::string& column, const CsvOptions& options) {
  for (const auto& [name, type] : options.key_types) {
    if (name != column) continue;
    if (type == "N") return ValueType::number;
    if (type == "B") return ValueType::binary;
  }
  return ValueType::string;
}

/// Names the columns by the first record. A name that is empty or stands twice names no column, and
/// a note says so.
std::vector<std::string> read_header(const Head& head, char delimiter,
                                     std::vector<BadRecord>& notes) {
  std::vector<std::string> columns;
  if (head.records.empty()) return columns;
  TextArena arena;
  std::set<std::string> seen;
  CsvFields fields(text_of(head, 0), delimiter);
  while (const auto field = fields.next()) {
    std::string name(decode(*field, arena));
    std::string wrong;
    if (name.empty()) {
      wrong = fmt::format("column {} has no name and is left out", columns.size() + 1);
    } else if (!seen.insert(name).second) {
      wrong = fmt::format("column {} is called `{}` like one before it and is left out",
                          columns.size() + 1, shown_expression(name));
    }
    if (!wrong.empty()) {
      notes.push_back({BadRecordKind::wrong_columns, head.records[0].line, wrong});
      name.clear();
    }
    columns.push_back(std::move(name));
  }
  return columns;
}

std::string described(char delimiter) {
  if (delimiter == '\t') return "CSV with tabs";
  if (delimiter == ' ') return "CSV with spaces";
  return fmt::format("CSV with '{}'", delimiter);
}

/// True when a file of one column could begin so: with a name.
bool begins_with_name(std::string_view text) {
  const std::string_view line = trim(text.substr(0, text.find('\n')));
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !line.empty() && letter(line.front()) && std::ranges::all_of(line, [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

bool is_text(std::string_view bytes) {
  return std::ranges::none_of(bytes, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\r' && c != '\n';
  });
}

}  // namespace

bool looks_like_csv(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return false;
  if (!is_text(head)) return false;
  const Guess guess = guess_delimiter(head, 0);
  if (guess.fit.columns < 2) return begins_with_name(head.substr(first));
  // Prose has spaces and colons, too.
  const bool prose = guess.delimiter == ' ' || guess.delimiter == ':';
  return guess.fit.percent >= kLeastPercent && (!prose || cut_head(head, ' ').records.size() > 1);
}

std::unique_ptr<Splitter> make_csv_splitter(std::string_view head, const RecordOptions& options,
                                            RecordContext& context) {
  const CsvOptions& csv = options.csv;
  context.format = DataFormat::csv;
  context.delimiter =
      csv.delimiter != 0 ? csv.delimiter : guess_delimiter(head, csv.header.size()).delimiter;
  context.described = described(context.delimiter);
  std::vector<BadRecord> notes;
  context.columns = csv.header;
  if (csv.header.empty()) {
    constexpr std::size_t kHeadBytes = std::size_t{64} << 10U;
    const Head records = cut_head(head, context.delimiter);
    context.columns = read_header(records, context.delimiter, notes);
    if (records.cut && head.size() >= kHeadBytes) {
      notes.push_back(
          {BadRecordKind::too_long, 1,
           fmt::format("a header longer than {} bytes: its first columns alone are known",
                       head.size())});
    }
  }
  context.column_types.clear();
  for (const std::string& column : context.columns) {
    context.column_types.push_back(type_of(column, csv));
  }
  return std::make_unique<CsvSplitter>(context.delimiter, options.record_limit, csv.header.empty(),
                                       std::move(notes));
}

}  // namespace ddblint
