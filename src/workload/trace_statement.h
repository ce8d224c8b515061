#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workload/trace_event.h"

namespace ddblint {

/// What a trace tells by a PartiQL statement: the table and index it names, and the attributes that
/// it compares with literals. CloudTrail keeps the literals of keys and writes `***(Redacted)` for
/// others, so this is no PartiQL any more, and its literals are those of one request: where
/// pattern_reader.h reads what an author meant, this takes what is left.
struct TracedStatement {
  TraceEventKind kind = TraceEventKind::query;
  std::string table = {};
  std::string index = {};
  std::vector<std::pair<std::string, std::string>> equals = {};
};

/// Reads a statement; nothing when it is none of SELECT, INSERT, UPDATE, DELETE or names no table.
/// Conditions under OR or NOT bind nothing, so a statement with one has no `equals`.
std::optional<TracedStatement> read_traced_statement(std::string_view text);

}  // namespace ddblint
