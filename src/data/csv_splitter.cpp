// Most records have no quotes: such a record ends at the next line feed, found by memchr, and the
// next quote, found once, is known to lie behind it. Else quotes are followed one by one; a quote
// opens only as the first byte of a field. What was seen of a record that the bytes break off in is
// kept, so that a byte is looked at a bounded number of times whatever the pieces.
//
// A quote that is never closed would swallow the rest of the file. It is given up at the end of the
// file or when the record gets too long, and reading goes on behind the line in which it was
// opened: a line that is read twice has no other open quote behind it, so that the cost stays
// linear. A record is looked for in a window of `limit` bytes, whatever the pieces, so that the
// result does not depend on them.

#include "data/csv_splitter.h"

#include <algorithm>

#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::uint64_t lines_in(std::string_view text) {
  return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

}  // namespace

std::size_t CsvSplitter::split(std::string_view bytes, bool last,
                               std::vector<Batch::Record>& records, std::vector<BadRecord>& bad) {
  next_quote_.reset();
  if (!begun_ && !begin(bytes, last, bad)) return 0;
  while (record_ < bytes.size()) {
    if (skipping_) {
      skip_line(bytes);
      continue;
    }
    const Found found = find_end(bytes, last);
    if (found == Found::more_bytes) break;
    if (found == Found::end) {
      take_record(bytes, records);
    } else {
      give_up(bytes, found, bad);
    }
  }
  const std::size_t used = record_;
  record_ = 0;
  seen_ -= std::min(seen_, used);
  quote_ -= std::min(quote_, used);
  return used;
}

/// Leaves out the byte order mark; false when it cannot be told yet.
bool CsvSplitter::begin(std::string_view bytes, bool last, std::vector<BadRecord>& bad) {
  if (bytes.size() < kByteOrderMark.size() && !last) return false;
  begun_ = true;
  std::ranges::move(notes_, std::back_inserter(bad));
  notes_.clear();
  start_record(bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  return true;
}

CsvSplitter::Found CsvSplitter::find_end(std::string_view bytes, bool last) {
  const std::string_view window = bytes.substr(0, std::min(bytes.size(), record_ + limit_ + 1));
  const bool full = window.size() - record_ > limit_;
  while (true) {
    if (in_quotes_ && !follow_quotes(window, last || full)) return at_end_of(window, last, full);
    if (!next_quote_ || *next_quote_ < seen_) next_quote_ = bytes.find('"', seen_);
    const std::size_t line_end = std::min(window.find('\n', seen_), window.size());
    if (*next_quote_ >= line_end) {
      seen_ = line_end;
      if (line_end == window.size()) return at_end_of(window, last, full);
      end_ = line_end;
      return Found::end;
    }
    quote_ = *next_quote_;
    seen_ = quote_ + 1;
    in_quotes_ = quote_ == record_ || window[quote_ - 1] == delimiter_;
    quoted_ = quoted_ || in_quotes_;
  }
}

/// Goes behind the closing quote; false when the window ends before that is sure. `final`: what
/// follows the window does not count.
bool CsvSplitter::follow_quotes(std::string_view window, bool final) {
  while (true) {
    seen_ = std::min(window.find('"', seen_), window.size());
    if (seen_ == window.size()) return false;
    // Doubled, or closing: the next byte tells.
    if (seen_ + 1 == window.size() && !final) return false;
    if (seen_ + 1 == window.size() || window[seen_ + 1] != '"') {
      ++seen_;
      in_quotes_ = false;
      return true;
    }
    seen_ += 2;
  }
}

CsvSplitter::Found CsvSplitter::at_end_of(std::string_view window, bool last, bool full) {
  if (full) return Found::too_long;
  if (!last) return Found::more_bytes;
  if (in_quotes_) return Found::unclosed;
  end_ = window.size();
  return Found::end;
}

void CsvSplitter::take_record(std::string_view bytes, std::vector<Batch::Record>& records) {
  std::string_view record = bytes.substr(record_, end_ - record_);
  const std::uint64_t lines = 1 + (quoted_ ? lines_in(record) : 0);
  if (record.ends_with('\r')) record.remove_suffix(1);
  if (!record.empty()) {
    if (!header_) {
      records.push_back({.begin = static_cast<std::uint32_t>(record_),
                         .length = static_cast<std::uint32_t>(record.size()),
                         .line = line_});
    }
    header_ = false;
  }
  line_ += lines;
  start_record(std::min(end_ + 1, bytes.size()));
}

void CsvSplitter::give_up(std::string_view bytes, Found found, std::vector<BadRecord>& bad) {
  header_ = false;
  if (!in_quotes_) {
    bad.push_back(
        {BadRecordKind::too_long, line_, fmt::format("a record longer than {} bytes", limit_)});
    // The lines inside its quoted fields.
    line_ += quoted_ ? lines_in(bytes.substr(record_, seen_ - record_)) : 0;
    start_record(seen_);
    skipping_ = true;
    return;
  }
  line_ += lines_in(bytes.substr(record_, quote_ - record_));
  if (found == Found::too_long) {
    bad.push_back({BadRecordKind::too_long, line_,
                   fmt::format("a quote that is still open after {} bytes", limit_)});
  } else {
    bad.push_back({BadRecordKind::wrong_columns, line_, "a quote that is never closed"});
  }
  start_record(quote_);
  skipping_ = true;
}

void CsvSplitter::skip_line(std::string_view bytes) {
  const std::size_t line_end = bytes.find('\n', record_);
  if (line_end == std::string_view::npos) {
    start_record(bytes.size());
    return;
  }
  ++line_;
  start_record(line_end + 1);
  skipping_ = false;
}

void CsvSplitter::start_record(std::size_t at) {
  record_ = at;
  seen_ = at;
  quote_ = at;
  in_quotes_ = false;
  quoted_ = false;
}

}  // namespace ddblint
