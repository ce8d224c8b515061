// The speed of reading items against its floors: what any program must at least do with the bytes.
//
//   items_floor FILE [RUNS=5]
//
// Passes over the same file (1 MB reads, one thread), in turn after a warm-up. Medians of the
// processor time, user and system, of RUNS runs: a pass has one thread and waits for nothing.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/json_index.h"
#include "data/json_splitter.h"
#include "data/records.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

namespace {

using namespace ddblint;

constexpr std::size_t kChunk = std::size_t{1} << 20U;

/// A file through read(), as a stream that unpacks nothing.
class FileStream : public ByteStream {
 public:
  explicit FileStream(const char* path) : file_(open(path, O_RDONLY | O_CLOEXEC)) {}
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;
  FileStream(FileStream&&) = delete;
  FileStream& operator=(FileStream&&) = delete;
  ~FileStream() override { close(file_); }

  std::expected<std::size_t, std::string> read(std::span<char> room) override {
    std::size_t filled = 0;
    while (filled < room.size()) {
      const ssize_t count = ::read(file_, room.data() + filled, room.size() - filled);
      if (count < 0) return std::unexpected("cannot be read");
      if (count == 0) break;
      filled += static_cast<std::size_t>(count);
    }
    consumed_ += filled;
    return filled;
  }
  [[nodiscard]] Compression compression() const override { return Compression::none; }
  [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }

 private:
  int file_;
  std::uint64_t consumed_ = 0;
};

/// Whole lines of a file, a chunk at a time: what every peer gets.
void each_chunk(const char* path, const std::function<void(std::string_view)>& use) {
  FileStream file(path);
  std::vector<char> buffer(2 * kChunk + simdjson::SIMDJSON_PADDING);
  std::size_t kept = 0;
  while (true) {
    const std::size_t count = file.read({buffer.data() + kept, kChunk}).value_or(0);
    const std::string_view bytes(buffer.data(), kept + count);
    if (count == 0) break;
    const std::size_t end = bytes.rfind('\n') + 1;
    use(bytes.substr(0, end));
    kept = bytes.size() - end;
    std::copy_n(buffer.data() + end, kept, buffer.data());
  }
}

std::uint64_t read_only(const char* path) {
  FileStream file(path);
  std::vector<char> buffer(kChunk);
  std::uint64_t sum = 0;
  while (const std::size_t count = file.read(buffer).value_or(0)) sum += count;
  return sum;
}

std::uint64_t index_only(const char* path) {
  JsonIndex index;
  std::uint64_t tokens = 0;
  each_chunk(path, [&](std::string_view bytes) {
    if (index.index(bytes) == IndexError::none) {
      tokens += static_cast<std::uint64_t>(index.end() - index.begin());
    }
  });
  return tokens;
}

/// Hands the item of each document over as simdjson's documentation has it: on demand.
template <class Visit>
void each_item(const char* path, Visit visit) {
  simdjson::ondemand::parser parser;
  each_chunk(path, [&](std::string_view bytes) {
    simdjson::ondemand::document_stream stream;
    if (parser.iterate_many(bytes.data(), bytes.size(), bytes.size()).get(stream) !=
        simdjson::SUCCESS) {
      return;
    }
    for (auto document : stream) {
      simdjson::ondemand::object item;
      if (document["Item"].get_object().get(item) == simdjson::SUCCESS) visit(item);
    }
  });
}

/// Two attributes of each item.
std::uint64_t two_attributes(const char* path) {
  std::uint64_t sum = 0;
  each_item(path, [&sum](simdjson::ondemand::object& item) {
    for (const std::string_view name : {"pk", "sk"}) {
      std::string_view value;
      if (item[name]["S"].get_string().get(value) == simdjson::SUCCESS) sum += value.size();
    }
  });
  return sum;
}

/// Every attribute of each item with its type and text.
std::uint64_t every_attribute(const char* path) {
  std::uint64_t sum = 0;
  each_item(path, [&sum](simdjson::ondemand::object& item) {
    for (auto field : item) {
      std::string_view name;
      if (field.unescaped_key().get(name) == simdjson::SUCCESS) sum += name.size();
      simdjson::ondemand::object value;
      if (field.value().get_object().get(value) != simdjson::SUCCESS) continue;
      for (auto typed : value) {
        std::string_view text;
        if (typed.value().get_string().get(text) == simdjson::SUCCESS) sum += text.size();
      }
    }
  });
  return sum;
}

std::uint64_t split_only(const char* path) {
  RecordReader reader(std::make_unique<FileStream>(path), {}, {});
  Batch batch;
  std::uint64_t records = 0;
  while (reader.next(batch).value_or(false)) records += batch.records.size();
  return records;
}

std::uint64_t ours(const char* path, std::vector<std::string> wanted) {
  RecordReader reader(std::make_unique<FileStream>(path), {}, {});
  ItemParser parser({std::move(wanted)});
  Batch batch;
  ParsedItems items;
  std::uint64_t size = 0;
  while (reader.next(batch).value_or(false)) {
    parser.parse(batch, items);
    for (const Item& item : items.items) size += item.size;
  }
  return size;
}

std::uint64_t ours_keys(const char* path) { return ours(path, {"pk", "sk"}); }
std::uint64_t ours_all(const char* path) { return ours(path, {}); }

struct Pass {
  const char* name;
  std::uint64_t (*run)(const char*);
  std::vector<double> seconds;
  std::uint64_t answer = 0;
};

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::fputs("usage: items_floor FILE [RUNS]\n", stderr);
    return 2;
  }
  const char* const path = words[1];
  const std::size_t runs = count > 2 ? std::strtoul(words[2], nullptr, 10) : 5;
  std::vector<Pass> passes = {
      {"read() only", read_only, {}},
      {"read, split into records", split_only, {}},
      {"read, index the tokens (simdjson stage 1)", index_only, {}},
      {"simdjson on demand, two attributes", two_attributes, {}},
      {"simdjson on demand, every attribute", every_attribute, {}},
      {"ours, keys and sizes", ours_keys, {}},
      {"ours, every attribute and sizes", ours_all, {}},
  };
  const double megabytes = static_cast<double>(read_only(path)) / 1e6;
  for (std::size_t i = 0; i < runs; ++i) {
    for (Pass& pass : passes) {
      const std::clock_t begin = std::clock();
      pass.answer = pass.run(path);
      pass.seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
  }
  for (Pass& pass : passes) {
    std::sort(pass.seconds.begin(), pass.seconds.end());
    const double median = pass.seconds[pass.seconds.size() / 2];
    fmt::print("{:45} {:7.4f} s (min {:6.4f})  {:7.0f} MB/s   {}\n", pass.name, median,
               pass.seconds.front(), megabytes / median, pass.answer);
  }
  return 0;
}
