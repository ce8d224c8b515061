#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "source/line_map.h"
#include "source/span.h"

namespace ddblint {

/// A definition larger than this is refused: templates are at most 1 MB (CloudFormation quota), and
/// recordings that wrap table descriptions stay far below.
inline constexpr std::uint64_t kMaxDefinitionBytes = 256ULL << 20;

/// Whole lines of a file that is not held, or the end of a line from some column on.
struct Excerpt {
  /// Place of the first byte in the file.
  LineColumn place = {};
  std::uint64_t offset = 0;
  std::string text = {};
};

/// One input: its path as shown to people and its bytes as UTF-8.
class SourceFile {
 public:
  /// `path` is what reports show: relative, with '/' separators.
  explicit SourceFile(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  /// Gives the file its bytes; a UTF-16 text with a byte order mark is turned into UTF-8.
  void set_text(std::string text);
  /// Gives the file some of its lines alone: `text` is then the excerpts one after the other, a
  /// line end added to those that lack one, and `lines` tells where they stand in the file.
  void set_excerpts(const std::vector<Excerpt>& excerpts);
  /// The line map, built at the first call; safe to call from several threads.
  [[nodiscard]] const LineMap& lines() const;

 private:
  std::string path_;
  std::string text_;
  std::vector<Piece> pieces_;
  mutable std::unique_ptr<LineMap> lines_;
  mutable std::unique_ptr<std::once_flag> lines_once_ = std::make_unique<std::once_flag>();
};

/// The files of one run. Addresses are stable; a FileId is a position.
class SourceSet {
 public:
  /// Adds a file that has no bytes yet.
  FileId add(std::string path);
  [[nodiscard]] SourceFile& file(FileId id) { return *files_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const SourceFile& file(FileId id) const {
    return *files_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  /// The bytes of a span; empty for an invalid one.
  [[nodiscard]] std::string_view text(Span span) const;
  /// Line and column at which a span begins.
  [[nodiscard]] LineColumn begin_of(Span span) const;
  /// Line and column at which a span ends (exclusive).
  [[nodiscard]] LineColumn end_of(Span span) const;
  /// Bytes of the file before a span's begin and end.
  [[nodiscard]] std::uint64_t begin_offset(Span span) const;
  [[nodiscard]] std::uint64_t end_offset(Span span) const;

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
};

/// Reads a whole file, at most `limit` bytes. The error is a sentence for people.
std::expected<std::string, std::string> read_file(const std::string& path,
                                                  std::uint64_t limit = kMaxDefinitionBytes);
/// Reads a file of any size from begin to end and hands its bytes over piece by piece; a view is
/// valid during the call. The error is a sentence for people.
std::expected<void, std::string> read_pieces(const std::string& path,
                                             const std::function<void(std::string_view)>& take);
/// Reads standard input to its end, at most `limit` bytes.
std::expected<std::string, std::string> read_stdin(std::uint64_t limit = kMaxDefinitionBytes);

}  // namespace ddblint
