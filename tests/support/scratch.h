#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/wait.h>

namespace ddblint::test {

/// What a run of the program gave.
struct Result {
  int code = -1;
  std::string out;
};

/// True when a text has a part.
inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A directory that goes away with the test.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ddblint-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Runs ddblint in the directory; standard error goes where the arguments send it.
  [[nodiscard]] Result run(const std::string& arguments, const std::string& before = "") const {
    const std::string command =
        "cd '" + path_.string() + "' && " + before + " '" + DDBLINT_PROGRAM + "' " + arguments;
    std::FILE* pipe = ::popen(command.c_str(), "r");
    Result result;
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
      result.out.append(buffer.data(), got);
    }
    result.code = WEXITSTATUS(::pclose(pipe));
    return result;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace ddblint::test
