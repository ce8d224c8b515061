#include <string>
#include <string_view>

#include "support/catch.h"
#include "syntax/parse.h"
#include "syntax/trees.h"

using ddblint::at;
using ddblint::complaints;
using ddblint::DiagnosticKind;
using ddblint::FileId;
using ddblint::kMaxDepth;
using ddblint::misplaced;
using ddblint::Node;
using ddblint::Op;
using ddblint::own_text;
using ddblint::parse_hcl;
using ddblint::parse_hcl_expression;
using ddblint::parse_hcl_template;
using ddblint::shown;
using ddblint::Span;
using ddblint::Tree;

namespace {

/// The tree of a text, which must outlive it.
Tree hcl(std::string_view text) {
  Tree tree = parse_hcl(FileId{0}, text);
  CHECK(misplaced(*tree.documents.at(0), text) == "");
  CHECK(tree.complete == tree.documents.front()->complete);
  return tree;
}

/// An attribute's value as text; what is wrong with it comes first.
std::string value(std::string_view expression) {
  const std::string text = fmt::format("a = {}\n", expression);
  const Tree tree = hcl(text);
  const Node& root = *tree.documents.front();
  REQUIRE(root.members.size() == 1);
  return complaints(tree) + shown(*root.members.front().value);
}

/// The source of each node of an expression, operands behind their operation, a line each.
void sources(const Node& node, std::string_view text, std::string& out) {
  out += fmt::format("{}\n", own_text(node, text));
  for (const Node* item : node.items) sources(*item, text, out);
  for (const auto& member : node.members) {
    sources(*member.key, text, out);
    sources(*member.value, text, out);
  }
}

std::string sources(std::string_view expression) {
  const std::string text = fmt::format("a = {}\n", expression);
  const Tree tree = hcl(text);
  std::string out;
  sources(*tree.documents.front()->members.front().value, text, out);
  return out;
}

/// What is complained about, without places.
std::string messages(const Tree& tree) {
  std::string out;
  for (const auto& diagnostic : tree.diagnostics) out += diagnostic.message + "\n";
  return out;
}

/// The text that each complaint points at, and the complaint.
std::string marked(std::string_view text) {
  const Tree tree = hcl(text);
  std::string out;
  for (const auto& [kind, span, message, related, related_message] : tree.diagnostics) {
    out += fmt::format("[{}] {}\n", text.substr(span.begin, span.end - span.begin), message);
  }
  return out;
}

}  // namespace

TEST_CASE("A body has attributes and blocks", "[hcl]") {
  const std::string_view text =
      "a = 1\n"
      "resource \"aws_dynamodb_table\" orders {\n"
      "  name = \"o\" # why\n"
      "  attribute {\n"
      "    name = \"pk\"\n"
      "  }\n"
      "  attribute { name = \"sk\" }\n"
      "  ttl {}\n"
      "}\n";
  const Tree tree = hcl(text);
  CHECK(complaints(tree) == "");
  CHECK(shown(tree) ==
        "{a: 1, resource: block \"aws_dynamodb_table\" orders {name: \"o\", "
        "attribute: block {name: \"pk\"}, attribute: block {name: \"sk\"}, ttl: block {}}}\n");

  const auto& resource = tree.documents.front()->members[1];
  CHECK(own_text(*resource.key, text) == "resource");
  CHECK(own_text(*resource.value, text) == text.substr(6, text.size() - 7));
  CHECK(own_text(*resource.value->items[0], text) == "\"aws_dynamodb_table\"");
  CHECK(own_text(*resource.value->items[1], text) == "orders");
  const auto& members = resource.value->members;
  CHECK(own_text(*members[0].key, text) == "name");
  CHECK(own_text(*members[0].value, text) == "\"o\"");
  CHECK(own_text(*members[1].value, text) == "attribute {\n    name = \"pk\"\n  }");
  CHECK(own_text(*members[2].value, text) == "attribute { name = \"sk\" }");
  CHECK(own_text(*members[3].value, text) == "ttl {}");
}

TEST_CASE("Texts without content are bodies", "[hcl]") {
  for (const char* text :
       {"", "\n", "\xEF\xBB\xBF", "# only this", "/* a\n b */", " \t\r\n//x\r\n"}) {
    CAPTURE(text);
    const Tree tree = hcl(text);
    CHECK(complaints(tree) == "");
    CHECK(shown(tree) == "{}\n");
  }
}

TEST_CASE("Line ends, byte order marks and comments stand anywhere", "[hcl]") {
  const std::string_view text =
      "\xEF\xBB\xBF# first\r\na /* x */ = /* y */ 1 // z\r\nb \"l\" { # c\r\n  c = [ # d\r\n"
      "    1, // e\r\n    /* f\r\n */ 2\r\n  ]\r\n}";
  const Tree tree = hcl(text);
  CHECK(complaints(tree) == "");
  CHECK(shown(tree) == "{a: 1, b: block \"l\" {c: [1, 2]}}\n");
  CHECK(own_text(*tree.documents.front()->members[0].key, text) == "a");
}

TEST_CASE("Names may have letters of any alphabet and dashes", "[hcl]") {
  CHECK(shown(hcl("gr\u00F6\u00DFe-1 = \u540D\u524D.x-y\n")) ==
        "{gr\u00F6\u00DFe-1: \u540D\u524D.x-y}\n");
}

TEST_CASE("Literals", "[hcl]") {
  CHECK(value("1") == "1");
  CHECK(value("1.50") == "1.50");
  CHECK(value("1e5") == "1e5");
  CHECK(value("12E-3") == "12E-3");
  CHECK(value("true") == "true");
  CHECK(value("false") == "false");
  CHECK(value("null") == "null");
  CHECK(value("\"a b\"") == "\"a b\"");
  CHECK(value("\"\"") == "\"\"");
}

TEST_CASE("Escapes of quoted strings", "[hcl]") {
  CHECK(value(R"("\n\r\t\"\\|\u00e4\U0001F600")") == "\"\n\r\t\"\\|\u00E4\U0001F600\"");
  CHECK(value("\"$${a} %%{b} $ % $$ %% $$$${c}\"") == "\"${a} %{b} $ % $$ %% $$${c}\"");
  CHECK(value("\"$$$\"") == "\"$$$\"");
}

TEST_CASE("Operators bind as in HCL", "[hcl]") {
  CHECK(value("1 + 2 * 3 - 4") == "((1 + (2 * 3)) - 4)");
  CHECK(value("a || b && c == d") == "(a || (b && (c == d)))");
  CHECK(value("a < b != c >= d") == "((a < b) != (c >= d))");
  CHECK(value("a % b / c > d <= e") == "((((a % b) / c) > d) <= e)");
  CHECK(value("-a.b + !c") == "((-a.b) + (!c))");
  CHECK(value("!!a") == "(!(!a))");
  CHECK(value("a - -1") == "(a - (-1))");
  CHECK(value("(a + b) * c") == "(((a + b)) * c)");
  CHECK(value("a ? b : c ? d : e") == "(a ? b : (c ? d : e))");
  CHECK(value("a == b ? c + 1 : d") == "((a == b) ? (c + 1) : d)");
}

TEST_CASE("Traversals, indices and splats", "[hcl]") {
  CHECK(value("var.a.b") == "var.a.b");
  CHECK(value("a.0.b") == "a[0].b");
  CHECK(value("a[b.c][\"k\"].d") == "a[b.c][\"k\"].d");
  CHECK(value("a[*].b[0].c") == "a[*](@.b[0].c)");
  CHECK(value("a[*].b[*].c") == "a[*](@.b[*](@.c))");
  CHECK(value("a.*.b.0.c[0]") == "a.*(@.b[0].c)[0]");
  CHECK(value("f()[0].x") == "f()[0].x");
  CHECK(value("[1][0]") == "[1][0]");
  CHECK(value("a[\n  0\n]") == "a[0]");
}

TEST_CASE("Calls", "[hcl]") {
  CHECK(value("f()") == "f()");
  CHECK(value("f(a, [1],)") == "f(a, [1])");
  CHECK(value("f(\n  a,\n  b...\n)") == "f(a, b...)");
  CHECK(value("provider::aws::arn_parse(x)") == "provider::aws::arn_parse(x)");
  CHECK(value("a :: b(x)") == "a::b(x)");
}

TEST_CASE("Tuples and objects", "[hcl]") {
  CHECK(value("[]") == "[]");
  CHECK(value("[\n  1,\n  \"a\", # x\n  b,\n]") == "[1, \"a\", b]");
  CHECK(value("{}") == "{}");
  CHECK(value("{ a = 1, \"b\" : 2\n (c) = 3\n\n true = 4, 5 = 6, \"${d}x\" = 7, e.f = 8 }") ==
        "{a: 1, \"b\": 2, (c): 3, true: 4, 5: 6, <d + \"x\">: 7, e.f: 8}");
  CHECK(value("{\n  a = {\n    b = [{ c = 1 }]\n  }\n}") == "{a: {b: [{c: 1}]}}");
}

TEST_CASE("For expressions", "[hcl]") {
  CHECK(value("[for x in l : x.a]") == "[for x in l: x.a]");
  CHECK(value("[\n for i, x in l :\n x if i > 0\n]") == "[for i, x in l: x if (i > 0)]");
  CHECK(value("{for k, v in m : k => v}") == "{for k, v in m: k => v}");
  CHECK(value("{\n for v in m : v.k => v... if v.ok }") == "{for v in m: v.k => v... if v.ok}");
}

TEST_CASE("Templates", "[hcl]") {
  CHECK(value("\"a-${b}-c\"") == "<\"a-\" + b + \"-c\">");
  CHECK(value("\"${b}\"") == "b");
  CHECK(value("\"${\"${b}\"}\"") == "b");
  CHECK(value("\"${a}${b}\"") == "<a + b>");
  CHECK(value("\" ${b}\"") == "<\" \" + b>");
  CHECK(value("\"a  ${~ b ~}  c\"") == "<\"a\" + b + \"c\">");
  CHECK(value("\"  ${~ b}\"") == "<\"\" + b>");
  CHECK(value("\"${\n  f({ a = \"}\" })\n}!\"") == "<f({a: \"}\"}) + \"!\">");
  CHECK(value("\"%{ if a }x%{ else }y${b}%{ endif }\"") == "<(a ? \"x\" : <\"y\" + b>)>");
  CHECK(value("\"%{ if a }${x}%{ endif }\"") == "<(a ? <x>)>");
  CHECK(value("\"%{ if a }%{ endif }\"") == "<(a ? \"\")>");
  CHECK(value("\"z%{ for k, v in m }${k}=${v};%{ endfor }\"") ==
        "<\"z\" + %{for k, v in m: <k + \"=\" + v + \";\">}>");
  CHECK(value("\"%{ for v in m ~} a %{~ endfor }\"") == "<%{for v in m: \"a\"}>");
}

TEST_CASE("Heredocs", "[hcl]") {
  CHECK(value("<<EOT\nab\n  c \\n \"q\"\n  EOT") == "\"ab\n  c \\n \"q\"\n\"");
  CHECK(value("<<EOT\nEOT") == "\"\"");
  CHECK(value("<<-EOT\n    a\n\n      b\n   \n    c\n  EOT") == "\"a\n\n  b\n   \nc\n\"");
  CHECK(value("<<-EOT\n  a ${b}\n    c\n  EOT") == "<\"a \" + b + \"\n  c\n\">");
  CHECK(value("<<-EOT\n  ${b}\n c\n  EOT") == "<\" \" + b + \"\nc\n\">");
  CHECK(value("<<EOT\n$${a} %%{b}\n%{ if c ~}\nd\n%{ endif ~}\nEOT") ==
        "<\"${a} %{b}\n\" + (c ? \"d\n\") + \"\">");
  CHECK(value("f(<<A\nx\nA\n, <<B\ny\nB\n)") == "f(\"x\n\", \"y\n\")");
  CHECK(value("<<EOT\r\na\r\nEOT\r") == "\"a\r\n\"");

  const std::string_view text = "a = <<-EOT\n  x\n  EOT\nb = 1\n";
  const Tree tree = hcl(text);
  CHECK(own_text(*tree.documents.front()->find("a"), text) == "<<-EOT\n  x\n  EOT");
  CHECK(shown(tree) == "{a: \"x\n\", b: 1}\n");
}

TEST_CASE("Every node of an expression knows its bytes", "[hcl]") {
  CHECK(sources("( a + f(b...) ) [ 0 ] .c") ==
        "( a + f(b...) ) [ 0 ] .c\n( a + f(b...) ) [ 0 ]\n( a + f(b...) )\na + f(b...)\na\n"
        "f(b...)\nb\n0\n");
  CHECK(sources("\"x${ a.b }\" == {k = !c, \"l\": 1}") ==
        "\"x${ a.b }\" == {k = !c, \"l\": 1}\n\"x${ a.b }\"\nx\na.b\na\n{k = !c, \"l\": 1}\nk\n!c\n"
        "c\n\"l\"\n1\n");
  CHECK(sources("a[*].b") == "a[*].b\na\n[*].b\n[*]\n");
  CHECK(sources("a.*.b[c]") == "a.*.b[c]\na.*.b\na\n.*.b\n.*\nc\n");
  CHECK(sources("[ for k, v in m : v if k ]") == "[ for k, v in m : v if k ]\nk\nv\nm\nv\nk\n");
  CHECK(sources("{ for v in m : v => 1 }") == "{ for v in m : v => 1 }\n\nv\nm\nv\n1\n");
  CHECK(sources("\"%{ if a }x%{ else }${b}!%{ endif }\"") ==
        "\"%{ if a }x%{ else }${b}!%{ endif }\"\n%{ if a }x%{ else }${b}!%{ endif }\na\nx\n${b}!\n"
        "b\n!\n");
  CHECK(sources("a ? b : c . d") == "a ? b : c . d\na\nb\nc . d\nc\n");
}

TEST_CASE("Text without escapes is a view of the source", "[hcl]") {
  const std::string_view text = "a = \"plain\"\nb = <<E\none\ntwo\nE\n";
  const Tree tree = hcl(text);
  CHECK(tree.documents.front()->find("a")->text.data() == text.data() + 5);
  CHECK(tree.documents.front()->find("b")->text.data() == text.data() + text.find("one"));
}

TEST_CASE("Attributes that are set twice", "[hcl]") {
  const Tree tree = hcl("a = 1\nb {}\nb {}\na = 2\nc = { d = 1, d = 2 }\ne = 1\ne {}\n");
  REQUIRE(tree.diagnostics.size() == 2);
  CHECK(tree.complete);
  CHECK(complaints(tree) ==
        "35-36 key `d` is written twice; the last one counts\n16-17 attribute `a` is set twice\n");
  CHECK(tree.diagnostics[1].kind == DiagnosticKind::duplicate_key);
  CHECK(tree.diagnostics[1].related.begin == 0);
}

TEST_CASE("A broken attribute costs itself only", "[hcl]") {
  const std::string_view text =
      "resource \"t\" \"a\" {\n  x = foo(1 2)\n  y = 3\n  z {\n    q = [1, 2\n  }\n}\n"
      "resource \"t\" \"b\" {\n  y = 4\n}\n";
  const Tree tree = hcl(text);
  CHECK(messages(tree) == "expected `,` or `)`\nexpected `,` or `]`\n");
  CHECK(shown(tree) ==
        "{resource: block \"t\" \"a\" {x: invalid, y: 3, z: block {q: invalid}}, "
        "resource: block \"t\" \"b\" {y: 4}}\n");
  const auto& members = tree.documents.front()->members;
  CHECK_FALSE(tree.complete);
  CHECK_FALSE(members[0].value->complete);
  CHECK_FALSE(members[0].value->find("x")->complete);
  CHECK(members[0].value->find("y")->complete);
  CHECK_FALSE(members[0].value->find("z")->complete);
  CHECK(members[1].value->complete);
  CHECK(own_text(*members[0].value->find("x"), text) == "foo(1 2)");
}

TEST_CASE("Each mistake has one complaint at its place", "[hcl]") {
  CHECK(marked("a = \nb = 1\n") == "[\n] the line ends where a value should stand\n");
  CHECK(marked("a = 1 +\n") == "[\n] the line ends where a value should stand\n");
  CHECK(marked("a =") == "[] the text ends where a value should stand\n");
  CHECK(marked("a\n") == "[\n] the line ends where `=` or `{` should stand\n");
  CHECK(marked("a = \"x\nb = 1\n") == "[\"x] this string is not closed\n");
  CHECK(marked("a = \"x${b\"\n") ==
        "[\"] expected `}` at the end of the interpolation (a `$${` is the text `${`)\n");
  CHECK(marked("a = \"%{ fi x }\"\n") ==
        "[fi] expected `if`, `else`, `endif`, `for` or `endfor` behind `%{`\n");
  CHECK(marked("a = \"%{ if x }\"\n") ==
        "[%{ if x }] this `%{ if }` is not closed by `%{ endif }`\n");
  CHECK(marked("a = \"%{ for x in y }%{ endif }\"\n") ==
        "[%{ for x in y }] this `%{ for }` is not closed by `%{ endfor }`\n");
  CHECK(marked("a = \"%{ endif }\"\n") == "[%{ endif }] this directive closes none that is open\n");
  CHECK(marked("a = \"x%{ endif }\"\n") ==
        "[%{ endif }] this directive closes none that is open\n");
  CHECK(marked("a = <<EOT\nx\nb = 1\n") == "[<<EOT] this heredoc is not closed by a line `EOT`\n");
  CHECK(marked("a = <<EOT\nx\nEOT") == "[EOT] a line break must follow the end of a heredoc\n");
  CHECK(marked("a = 1.2.3\n") == "[1.2.3] this is not a number\n");
  CHECK(marked("a = b.0.1\n") ==
        "[0.1] two indices behind dots read as one number: write [0][1]\n");
  CHECK(marked("a = b.\n") ==
        "[\n] the line ends where the name of an attribute behind the dot should stand\n");
  CHECK(marked("a = {for x in y : x}\n") ==
        "[}] expected `=>` and a value: an object needs both\n");
  CHECK(marked("a = [for x in y : x => x]\n") == "[=>] expected `]`\n");
  CHECK(marked("a = 'x'\n") == "['] HCL has strings in double quotes only\n");
  CHECK(marked("a = 1;\n") == "[;] HCL has no semicolons: write a line break\n");
  CHECK(marked("a = b & c\n") == "[&] `&` means nothing in HCL\n");
  CHECK(marked("a = \u201Cx\u201D\n") == "[\u201C] `\u201C` means nothing in HCL\n");
  CHECK(marked("a = 1 /* x\n") == "[/* x\n] this comment is not closed\n");
  CHECK(marked("}\na = 1\n") == "[}] no block is open that this could close\n");
  CHECK(marked("a {\n  b = 1\n") == "[{] this block is not closed\n");
  CHECK(marked("a { b = 1, c = 2 }\n") == "[,] line breaks separate attributes, not commas\n");
  CHECK(marked("a { b {} }\n") == "[b] a block in one line holds one attribute only\n");
  CHECK(marked("a {\n  b = 1 }\n") == "[}] a line break must stand before this `}`\n");
  CHECK(marked("a {} b {}\n") == "[b] a line break must stand before this\n");
  CHECK(marked("a = \"\\d\"\n") ==
        "[\\d] unknown escape in a string: write \\\\ for a backslash\n");
  CHECK(marked("a = \"\\u12\"\n") == "[\\u] \\u needs 4 hexadecimal digits\n");
  CHECK(marked("a = \"\\ud800\"\n") == "[\\ud800] there is no such character\n");
  CHECK(marked("a = \"\xE4\"\n") == "[\xE4] this byte is not UTF-8\n");
  CHECK(marked("a \"${b}x\" {}\n") == "[\"${b}x\"] a name cannot be computed\n");
  CHECK(marked("\"${\"b\"}\" {}\n") == "[\"${\"b\"}\"] a name cannot be computed\n");
}

TEST_CASE("What Terraform 0.11 still took is named", "[hcl]") {
  CHECK(marked("\"a\" = 1\n") ==
        "[\"a\"] the name of an attribute stands without quotes (HCL 1 syntax)\n");
  CHECK(marked("a : 1\n") == "[:] `=` stands between an attribute and its value (HCL 1 syntax)\n");
  CHECK(marked("resource \"x\" \"y\" = {\n  a = 1\n}\n") ==
        "[=] no `=` stands before the body of a block (HCL 1 syntax)\n");
  // All of that is read all the same.
  const Tree tree = hcl("\"a\" = 1\nresource \"x\" \"y\" = {\n  b : 1\n}\n");
  CHECK(tree.complete);
  CHECK(shown(tree) == "{\"a\": 1, resource: block \"x\" \"y\" {b: 1}}\n");
}

TEST_CASE("A block that is not closed hides no other", "[hcl]") {
  const std::string_view text =
      "resource \"t\" \"a\" {\n  k = 1\n  attribute {\n    name = \"x\"\n\n"
      "resource \"t\" \"b\" {\n  k = 2\n}\noutput o {}\n";
  const Tree tree = hcl(text);
  CHECK(messages(tree) == "this block is not closed\nthis block is not closed\n");
  CHECK(shown(tree) ==
        "{resource: block \"t\" \"a\" {k: 1, attribute: block {name: \"x\"}}, "
        "resource: block \"t\" \"b\" {k: 2}, output: block o {}}\n");
  const auto& members = tree.documents.front()->members;
  CHECK_FALSE(members[0].value->complete);
  CHECK(members[1].value->complete);
  CHECK(members[2].value->complete);
}

TEST_CASE("A mistake in the line that opens a block leaves its body readable", "[hcl]") {
  const std::string_view text = "resource \"t\" \"a {\n  k = 1\n}\nb = 2\n";
  const Tree tree = hcl(text);
  CHECK(messages(tree) == "this string is not closed\n");
  CHECK(shown(tree) == "{resource: block \"t\" {k: 1}, b: 2}\n");
  CHECK_FALSE(tree.documents.front()->members[0].value->complete);
}

TEST_CASE("What a broken label holds does not become part of its block", "[hcl]") {
  const Tree tree = hcl("b \"l\" \"x${[1, {a = 2, b = [3, ) {\n  c = 1\n}\n");
  CHECK(tree.diagnostics.size() == 1);
  CHECK(shown(tree) == "{b: block \"l\" {c: 1}}\n");
}

TEST_CASE("Conflicts of git are named and passed", "[hcl]") {
  const Tree tree = hcl("a = 1\n<<<<<<< HEAD\nb = 2\n=======\nc = 3\n>>>>>>> other\nd = 4\n");
  CHECK(messages(tree) == "a conflict of git stands here\n");
  CHECK_FALSE(tree.complete);
  CHECK(shown(tree) == "{a: 1, b: 2, c: 3, d: 4}\n");
  CHECK(messages(hcl("a = [\n<<<<<<< HEAD\n  1,\n=======\n  2,\n>>>>>>> other\n]\nb = 1\n")) ==
        "a conflict of git stands here\n");
}

TEST_CASE("Nesting and chains are bounded", "[hcl]") {
  const auto repeated = [](std::string_view text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
  };
  const std::string too_deep = fmt::format("nested more than {} levels deep\n", kMaxDepth);
  constexpr std::size_t kMany = 100'000;
  for (const char* piece : {"[", "{a=", "(", "!", "-", "f(", "a[", "1+(", "a ? ",
                            "a ? b : ", "[for a in ", "\"${", "a[*]."}) {
    CAPTURE(piece);
    CHECK(messages(hcl("a = " + repeated(piece, kMany) + "\nb = 1\n")) == too_deep);
  }
  for (const char* piece : {"+ 1", ".b", "[0]", ".0.b", "[*]", ".*[0]"}) {
    CAPTURE(piece);
    CHECK(messages(hcl("a = b" + repeated(piece, kMany) + "\n")) == too_deep);
  }
  CHECK(messages(hcl(repeated("a {\n", kMany))) == too_deep);
  CHECK(messages(hcl("a = \"" + repeated("%{ if a }", kMany) + "\"\n")) == too_deep);
  // What is wide is fine.
  CHECK(messages(hcl("a = [" + repeated("[1],", kMany) + "]\n")) == "");
  CHECK(messages(hcl("a = " + repeated("(", 400) + "1" + repeated(")", 400) + "\n")) == "");
}

TEST_CASE("Nonsense ends soon", "[hcl]") {
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += fmt::format("x{0} = <<A{0}\n", i);
  const Tree tree = hcl(lines);
  CHECK_FALSE(tree.complete);
  CHECK(tree.diagnostics.size() == 101);
  CHECK(tree.diagnostics.back().message == "there are too many mistakes to read on");
}

TEST_CASE("Templates and expressions inside other files", "[hcl]") {
  const Span place = {.file = FileId{2}, .begin = 10, .end = 20};
  Tree tree;
  CHECK(shown(*parse_hcl_template(tree, place, "a-${var.b}")) == "<\"a-\" + var.b>");
  CHECK(shown(*parse_hcl_template(tree, place, "${var.b}")) == "var.b");
  CHECK(shown(*parse_hcl_template(tree, place, "plain \\n \"q\" $${x}")) ==
        "\"plain \\n \"q\" ${x}\"");
  CHECK(shown(*parse_hcl_template(tree, place, "")) == "\"\"");
  CHECK(shown(*parse_hcl_template(tree, place, "two\nlines $")) == "\"two\nlines $\"");
  CHECK(shown(*parse_hcl_expression(tree, place, " [1,\n a.b]\n")) == "[1, a.b]");
  CHECK(tree.diagnostics.empty());
  const Node* node = parse_hcl_template(tree, place, "a-${var.b}");
  CHECK(node->span == place);
  CHECK(node->items[1]->items[0]->span == place);

  CHECK(shown(*parse_hcl_template(tree, place, "a-${")) == "invalid");
  CHECK_FALSE(tree.complete);
  CHECK(shown(*parse_hcl_expression(tree, place, "a b")) == "invalid");
  CHECK(complaints(tree) ==
        "10-20 the text ends where a value should stand\n"
        "10-20 expected the end of the expression\n");
}
