#include "schema/terraform/embedded_template.h"

#include <string>

#include "schema/cloudformation.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

/// The source with everything outside a span blank, so that what is parsed keeps its places.
std::string only(std::string_view source, Span span) {
  std::string text(source);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool inside = span.begin <= i && i < span.end;
    if (!inside && text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
  return text;
}

/// The bytes of a heredoc or a quoted text without what encloses them.
Span content(std::string_view source, Span span) {
  const std::string_view written = source.substr(span.begin, span.end - span.begin);
  if (!written.starts_with("<<")) return {span.file, span.begin + 1, span.end - 1};
  const auto first = written.find('\n');
  const auto last = written.rfind('\n');
  if (first == std::string_view::npos || last <= first) return {span.file, span.begin, span.begin};
  const auto begin = static_cast<std::uint32_t>(span.begin + first + 1);
  return {span.file, begin, static_cast<std::uint32_t>(span.begin + last)};
}

}  // namespace

void read_embedded_template(const Node& root, const SourceSet& sources, const ReadOptions& options,
                            Definitions& out) {
  if (!root.is_mapping() || !has_table_resource(root)) return;
  const std::string_view source = sources.file(root.span.file).text();
  read_template(root, root, Dialect::cloudformation, source, options, out);
}

void read_embedded_template_text(const Node& text, const SourceSet& sources,
                                 const ReadOptions& options, Definitions& out) {
  const std::string_view source = sources.file(text.span.file).text();
  const std::string alone = only(source, content(source, text.span));
  const Tree tree = parse(text.span.file, "", alone);
  out.diagnostics.insert(out.diagnostics.end(), tree.diagnostics.begin(), tree.diagnostics.end());
  for (const Node* document : tree.documents) {
    read_embedded_template(*document, sources, options, out);
  }
}

}  // namespace ddblint
