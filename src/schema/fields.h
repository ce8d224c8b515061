#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "schema/model.h"
#include "schema/resolved.h"

namespace ddblint {

/// Reads settings of the model out of resolved values, and reports values of a wrong shape. Shared
/// by the readers of every dialect that is a tree of keys.
class Fields {
 public:
  Fields(Resolver resolver, Diagnostics& diagnostics)
      : resolver_(std::move(resolver)), diagnostics_(diagnostics) {}

  /// The value at a key; what is no mapping is reported and has no keys.
  [[nodiscard]] Resolved get(const Resolved& mapping, std::string_view key);
  [[nodiscard]] Resolved resolve(const Node* node) const { return resolver_.value(node); }
  [[nodiscard]] const Resolver& resolver() const { return resolver_; }

  Setting<std::string> text(const Resolved& mapping, std::string_view key);
  Setting<std::int64_t> integer(const Resolved& mapping, std::string_view key);
  Setting<bool> boolean(const Resolved& mapping, std::string_view key);

  Setting<std::string> text(const Resolved& value);
  /// A text that is one of a few words; another one is reported.
  Setting<std::string> word(const Resolved& value, std::initializer_list<std::string_view> words);
  Setting<std::int64_t> integer(const Resolved& value);
  Setting<bool> boolean(const Resolved& value);

  /// A list whose elements `read` turns into items; each element is a resolved value.
  template <class Read>
  auto list(const Resolved& value, Read read) -> Listed<std::invoke_result_t<Read, Resolved>> {
    Listed<std::invoke_result_t<Read, Resolved>> result;
    result.span = value.span;
    if (value.kind == Resolved::Kind::absent) result.span = {};
    if (value.kind == Resolved::Kind::unknown) result.unknown = value.unknown;
    for (const auto& text : value.list) {
      Resolved element;
      element.kind = Resolved::Kind::scalar;
      element.span = value.span;
      element.text = text;
      result.items.push_back(read(element));
    }
    const bool tree = value.kind == Resolved::Kind::tree;
    if (value.kind == Resolved::Kind::scalar || (tree && !value.node->is_sequence())) {
      wrong_shape(value, "a list");
      result.unknown = Unknown{.expression = value.text, .why = "not a list"};
    }
    if (!tree) return result;
    for (const Node* item : value.node->items) {
      const Resolved element = resolver_.value(item);
      if (element.kind == Resolved::Kind::absent) continue;
      if (element.kind == Resolved::Kind::unknown) {
        result.unknown_element = element.unknown;
      } else {
        result.items.push_back(read(element));
      }
    }
    return result;
  }

 private:
  void wrong_shape(const Resolved& value, std::string_view expected);

  Resolver resolver_;
  Diagnostics& diagnostics_;
};

/// Reads what all dialects with the service's own member names share: attribute definitions, key
/// schema, indexes, projections.
class TableFields {
 public:
  explicit TableFields(Fields& fields) : fields_(fields) {}

  /// Fills attributes, keys and indexes of a table from the mapping that holds them, and gives
  /// every key element its type.
  void read_keys(Table& table, const Resolved& properties);
  /// `ReadCapacityUnits` and `WriteCapacityUnits` of a block.
  Throughput throughput(const Resolved& block);
  /// Two limits of a block by the names of their members.
  UnitLimits limits(const Resolved& block, std::string_view read, std::string_view write);

 private:
  AttributeDefinition attribute(const Resolved& value);
  KeySchema key_schema(const Resolved& value);
  Projection projection(const Resolved& value);
  Index index(const Resolved& value);
  VectorIndex vector_index(const Resolved& value);

  Fields& fields_;
};

/// Gives every key element of a table the type that the attribute definitions state.
void assign_key_types(Table& table);

}  // namespace ddblint
