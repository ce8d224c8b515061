#include "profile/spill.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace ddblint {
namespace {

constexpr std::size_t kWaiting = 4096;
constexpr unsigned kFileShift = 56;

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

std::expected<std::unique_ptr<Spill>, std::string> Spill::in(const std::string& folder) {
  std::unique_ptr<Spill> spill(new Spill);
  for (Part& part : spill->parts_) {
    std::string path = folder + "/ddblint-spill-XXXXXX";
    const int descriptor = ::mkstemp(path.data());
    if (descriptor >= 0) part.file = ::fdopen(descriptor, "w+b");
    if (part.file == nullptr) {
      const std::string why = reason(errno);
      if (descriptor >= 0) ::close(descriptor);
      return std::unexpected(fmt::format("cannot write to `{}`: {}", folder, why));
    }
    ::unlink(path.c_str());
    part.waiting.reserve(kWaiting);
  }
  return spill;
}

Spill::~Spill() {
  for (const Part& part : parts_) {
    if (part.file != nullptr) (void)std::fclose(part.file);
  }
}

void Spill::add(std::uint64_t hash) {
  Part& part = parts_[hash >> kFileShift];
  part.waiting.push_back(hash);
  if (part.waiting.size() == kWaiting) flush(part);
}

void Spill::flush(Part& part) {
  const std::size_t done =
      std::fwrite(part.waiting.data(), sizeof(std::uint64_t), part.waiting.size(), part.file);
  failed_ = failed_ || done != part.waiting.size();
  part.written += done;
  part.waiting.clear();
}

std::expected<std::uint64_t, std::string> Spill::count_repeats() {
  std::uint64_t repeats = 0;
  std::vector<std::uint64_t> hashes;
  for (Part& part : parts_) {
    flush(part);
    hashes.resize(part.written);
    failed_ = failed_ || std::fseek(part.file, 0, SEEK_SET) != 0;
    const std::size_t got =
        std::fread(hashes.data(), sizeof(std::uint64_t), hashes.size(), part.file);
    if (failed_ || got != hashes.size()) {
      return std::unexpected(std::string("the spill folder is full or failed"));
    }
    std::ranges::sort(hashes);
    const auto rest = std::ranges::unique(hashes);
    repeats += static_cast<std::uint64_t>(rest.size());
  }
  return repeats;
}

}  // namespace ddblint
