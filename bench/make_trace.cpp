// Makes traces of one table, for measurements of speed.
//
//   make_trace FOLDER RECORDS [seed]
//
// FOLDER/trace.jsonl and FOLDER/trace.csv have RECORDS requests as a plain trace; FOLDER/cloudtrail
// has a fifth of them as CloudTrail's documents of 5,000 events, unpacked. Keys are drawn by Zipf's
// law (1.1) out of 1,000,000; times go on by 5,000 requests a second, each up to two minutes late.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace {

constexpr std::uint64_t kKeys = 1'000'000;
constexpr std::uint64_t kPerSecond = 5'000;
constexpr std::uint64_t kMostLate = 120;
constexpr std::uint64_t kInDocument = 5'000;
constexpr std::int64_t kBegin = 1'705'314'600;

struct Request {
  std::int64_t time = 0;
  std::uint64_t key = 0;
  std::uint64_t number = 0;
  bool write = false;
  double units = 0;
};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  Request next() {
    constexpr double kPower = -0.1;
    const double most = std::pow(static_cast<double>(kKeys) + 1, kPower) - 1;
    const double u = std::uniform_real_distribution<double>(0, 1)(random_);
    Request request;
    request.number = number_++;
    request.key = static_cast<std::uint64_t>(std::pow(u * most + 1, 1 / kPower)) * 2'654'435'761U %
                  10'000'019U;
    const auto now = kBegin + static_cast<std::int64_t>(request.number / kPerSecond);
    const bool late = random_() % 10 == 0;
    request.time = late ? now - static_cast<std::int64_t>(random_() % kMostLate) : now;
    request.write = random_() % 4 == 0;
    request.units = request.write ? 1 + static_cast<double>(random_() % 3) : 0.5;
    return request;
  }

 private:
  std::mt19937_64 random_;
  std::uint64_t number_ = 0;
};

std::string iso(std::int64_t time) {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(static_cast<std::time_t>(time)));
}

std::string line(const Request& request) {
  return fmt::format(R"({{"time":{},"operation":"{}","table":"Orders","key":"customer-{:07}",)"
                     R"("sort_key":"order-{:010}","units":{}}})"
                     "\n",
                     request.time, request.write ? "PutItem" : "GetItem", request.key,
                     request.number, request.units);
}

std::string row(const Request& request) {
  return fmt::format("{},{},Orders,customer-{:07},order-{:010},{}\n", iso(request.time),
                     request.write ? "PutItem" : "GetItem", request.key, request.number,
                     request.units);
}

std::string event(const Request& request) {
  return fmt::format(
      R"({{"eventVersion":"1.09","userIdentity":{{"type":"AssumedRole","principalId":"AROAEXAMPLE:app",)"
      R"("arn":"arn:aws:sts::111122223333:assumed-role/app/i-0{:012x}","accountId":"111122223333",)"
      R"("sessionContext":{{"sessionIssuer":{{"type":"Role","userName":"app"}}}}}},"eventTime":"{}",)"
      R"("eventSource":"dynamodb.amazonaws.com","eventName":"{}","awsRegion":"eu-west-1",)"
      R"("sourceIPAddress":"192.0.2.{}","userAgent":"aws-sdk-java/2.20.1 Linux/5.10 OpenJDK/17",)"
      R"("requestParameters":{{"tableName":"Orders","key":{{"customer":"customer-{:07}",)"
      R"("order":"order-{:010}"}}}},"responseElements":null,"requestID":"{:026X}",)"
      R"("eventID":"{:08x}-0000-4000-8000-{:012x}","readOnly":{},"resources":[{{"accountId":)"
      R"("111122223333","type":"AWS::DynamoDB::Table","ARN":)"
      R"("arn:aws:dynamodb:eu-west-1:111122223333:table/Orders"}}],"eventType":"AwsApiCall",)"
      R"("apiVersion":"2012-08-10","managementEvent":false,"recipientAccountId":"111122223333",)"
      R"("eventCategory":"Data"}})",
      request.key, iso(request.time), request.write ? "PutItem" : "GetItem", request.number % 250,
      request.key, request.number, request.number * 0x9E3779B97F4A7C15U,
      request.number * 2'654'435'761U % 0xFFFFFFFFU, request.number, !request.write);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: make_trace FOLDER RECORDS [seed]\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  const std::uint64_t records = std::strtoull(arguments[2], nullptr, 10);
  Maker maker(count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1);
  std::filesystem::create_directories(folder / "cloudtrail");
  std::ofstream lines(folder / "trace.jsonl", std::ios::binary);
  std::ofstream rows(folder / "trace.csv", std::ios::binary);
  rows << "time,operation,table,key,sort_key,units\n";
  const std::uint64_t events = records / 5;
  std::ofstream document;
  for (std::uint64_t i = 0; i < records; ++i) {
    const Request request = maker.next();
    lines << line(request);
    rows << row(request);
    if (i >= events) continue;
    if (i % kInDocument == 0) {
      document.open(folder / "cloudtrail" / fmt::format("{:06}.json", i / kInDocument),
                    std::ios::binary);
      document << "{\"Records\":[";
    } else {
      document << ',';
    }
    document << event(request);
    if (i % kInDocument + 1 == kInDocument || i + 1 == events) {
      document << "]}";
      document.close();
    }
  }
  return lines && rows ? 0 : 1;
}
