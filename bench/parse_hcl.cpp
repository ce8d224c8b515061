// Times the HCL parser against reading the same files into memory, in turn, and prints a ratio.
//
// usage: parse_hcl DIRECTORY (all .tf files below it)

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "syntax/parse.h"

namespace {

using ddblint::FileId;
using Clock = std::chrono::steady_clock;

constexpr int kPairs = 31;
constexpr std::size_t kBytesPerRun = 20'000'000;

std::string read(const std::filesystem::path& path, std::string text) {
  std::ifstream in(path, std::ios::binary);
  text.resize(std::filesystem::file_size(path));
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

template <class Action>
double seconds(Action&& action) {
  const auto begin = Clock::now();
  action();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: parse_hcl DIRECTORY\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> texts;
  std::size_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
    if (entry.path().extension() != ".tf") continue;
    paths.push_back(entry.path());
    texts.push_back(read(entry.path(), {}));
    bytes += texts.back().size();
  }
  if (bytes == 0) {
    std::fputs("parse_hcl: no .tf files there\n", stderr);
    return 2;
  }

  const std::size_t rounds = kBytesPerRun / bytes + 1;
  std::size_t seen = 0;  // so that nothing is left out
  const auto read_all = [&] {
    std::string text;
    for (std::size_t i = 0; i < rounds; ++i) {
      for (const auto& path : paths) {
        text = read(path, std::move(text));
        seen += static_cast<std::size_t>(std::ranges::count(text, '\n'));
      }
    }
  };
  const auto parse_all = [&] {
    for (std::size_t i = 0; i < rounds; ++i) {
      for (const auto& text : texts) {
        seen += ddblint::parse_hcl(FileId{0}, text).documents.front()->members.size();
      }
    }
  };
  read_all();
  parse_all();
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> ratios;
  for (int i = 0; i < kPairs; ++i) {
    ours.push_back(seconds(parse_all));
    theirs.push_back(seconds(read_all));
    ratios.push_back(ours.back() / theirs.back());
  }
  const double megabytes = static_cast<double>(bytes * rounds) / 1e6;
  const auto [least, most] = std::ranges::minmax(ratios);
  fmt::print("{} files, {} bytes; {} pairs\n", paths.size(), bytes, kPairs);
  fmt::print(
      "parse {:.0f} MB/s, read and count lines {:.0f} MB/s, ratio {:.2f} "
      "(pairs {:.2f} to {:.2f}){}\n",
      megabytes / median(ours), megabytes / median(theirs), median(ours) / median(theirs), least,
      most, seen == 0 ? " " : "");
}
