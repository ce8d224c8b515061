#include "source/source_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/utf8.h"

namespace ddblint {
namespace {

std::string system_error() { return std::strerror(errno); }  // NOLINT(concurrency-mt-unsafe)

/// Reads a descriptor to its end. `expected_size` is a hint.
std::expected<std::string, std::string> read_all(int descriptor, std::size_t expected_size,
                                                 std::uint64_t limit) {
  std::string text;
  std::size_t used = 0;
  text.resize(expected_size + 1);
  while (true) {
    const ssize_t got = ::read(descriptor, text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(system_error());
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > limit) {
      return std::unexpected(
          fmt::format("is larger than {} MB, which no definition is", limit >> 20U));
    }
    if (used == text.size()) text.resize(text.size() * 2);
  }
  text.resize(used);
  return text;
}

}  // namespace

void SourceFile::set_text(std::string text) {
  const std::string_view view = text;
  if (view.starts_with("\xFF\xFE")) {
    text_ = utf8_from_utf16(view.substr(2), false);
  } else if (view.starts_with("\xFE\xFF")) {
    text_ = utf8_from_utf16(view.substr(2), true);
  } else {
    text_ = std::move(text);
  }
}

void SourceFile::set_excerpts(const std::vector<Excerpt>& excerpts) {
  text_.clear();
  pieces_.clear();
  for (const Excerpt& excerpt : excerpts) {
    pieces_.push_back({.begin = static_cast<std::uint32_t>(text_.size()),
                       .place = excerpt.place,
                       .offset = excerpt.offset});
    text_ += excerpt.text;
    if (!excerpt.text.ends_with('\n')) text_ += '\n';
  }
}

const LineMap& SourceFile::lines() const {
  std::call_once(*lines_once_, [this] { lines_ = std::make_unique<LineMap>(text_, pieces_); });
  return *lines_;
}

FileId SourceSet::add(std::string path) {
  files_.push_back(std::make_unique<SourceFile>(std::move(path)));
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view SourceSet::text(Span span) const {
  if (!span.valid()) return {};
  return file(span.file).text().substr(span.begin, span.end - span.begin);
}

LineColumn SourceSet::begin_of(Span span) const { return file(span.file).lines().at(span.begin); }

LineColumn SourceSet::end_of(Span span) const { return file(span.file).lines().at(span.end); }

std::uint64_t SourceSet::begin_offset(Span span) const {
  return file(span.file).lines().offset_in_file(span.begin);
}

std::uint64_t SourceSet::end_offset(Span span) const {
  return begin_offset(span) + (span.end - span.begin);
}

std::expected<std::string, std::string> read_file(const std::string& path, std::uint64_t limit) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::unexpected(system_error());
  struct stat status{};
  std::expected<std::string, std::string> result;
  if (::fstat(descriptor, &status) != 0) {
    result = std::unexpected(system_error());
  } else if (S_ISDIR(status.st_mode)) {
    result = std::unexpected(std::string("is a directory"));
  } else {
    const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
    result = read_all(descriptor, static_cast<std::size_t>(std::min(size, limit)), limit);
  }
  ::close(descriptor);
  return result;
}

std::expected<void, std::string> read_pieces(const std::string& path,
                                             const std::function<void(std::string_view)>& take) {
  constexpr std::size_t kPieceBytes = 256U << 10U;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::unexpected(system_error());
  std::string buffer(kPieceBytes, '\0');
  ssize_t got = 0;
  do {
    got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  } while (got > 0 || (got < 0 && errno == EINTR));
  std::expected<void, std::string> result;
  if (got < 0) result = std::unexpected(system_error());
  ::close(descriptor);
  return result;
}

std::expected<std::string, std::string> read_stdin(std::uint64_t limit) {
  return read_all(STDIN_FILENO, 1U << 16U, limit);
}

}  // namespace ddblint
