// Random HCL out of a seed: expressions and files that are right, and broken ones made of them.

export class RandomHcl {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /// A number from 0 to below `n` (mulberry32).
  below(n) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  }
  chance(percent) {
    return this.below(100) < percent;
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  several(most, make, separator) {
    return Array.from({ length: this.below(most + 1) }, make).join(separator);
  }

  name() {
    return this.pick(["var", "local", "each", "a", "b", "x1", "foo-bar", "_y", "größe", "if", "in", "名前", "a_b-c"]);
  }
  blank(lines) {
    if (this.chance(60)) return this.chance(50) ? "" : " ";
    const some = [" ", "\t", "  ", " /* c } */ ", " /* * **/"];
    if (lines) some.push("\n", "\n  ", " # note ) }\n", "// \" note\n", "\r\n", "/* two\nlines */");
    return this.pick(some);
  }
  number() {
    return this.pick(["0", "1", "7", "42", "1.5", "100", "0.5", "12345678"]);
  }

  expression(depth, lines) {
    if (depth <= 0 || this.chance(15)) return this.simple(lines);
    const inner = (all = lines) => this.expression(depth - 1, all);
    const b = () => this.blank(lines);
    switch (this.below(14)) {
      case 0:
      case 1: {
        const operator = this.pick(["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"]);
        // A blank, lest `/` and `/*`, or a name and `-`, grow together.
        return `${inner()} ${b()}${operator} ${b()}${inner()}`;
      }
      case 2:
        return `${this.condition(depth - 1, lines)}${b()} ?${b()}${inner()}${b()} :${b()}${inner()}`;
      case 3:
        return this.chance(50) ? `!${b()}${this.traversal(depth - 1, lines)}` : `-${b()}${this.traversal(depth - 1, lines)}`;
      case 4:
        return `(${this.blank(true)}${inner(true)}${this.blank(true)})`;
      case 5:
        return this.tuple(depth);
      case 6:
        return this.object(depth);
      case 7:
        return this.forExpression(depth);
      case 8:
        return this.call(depth);
      case 9:
      case 10:
        return this.string(depth);
      case 11:
        return this.chance(30) ? this.heredocIn(depth) : this.traversal(depth, lines);
      default:
        return this.traversal(depth, lines);
    }
  }
  // Not `"${x}"`, whose text hcl2json gives: ddblint takes it for `x`, its quotes are not in the tree.
  condition(depth, lines) {
    return this.expression(depth, lines).replace(/^"[^]*"$/, "($&)");
  }
  simple(lines) {
    return this.pick([
      () => this.number(),
      () => this.pick(["true", "false"]),
      () => this.name(),
      () => `"${this.plain()}"`,
      () => this.traversal(0, lines),
    ])();
  }
  traversal(depth, lines) {
    let text = this.pick([() => this.name(), () => this.name(), () => `(${this.expression(depth - 1, true)})`, () => this.call(depth)])();
    for (let i = this.below(4); i > 0; --i) {
      const b = this.blank(lines);
      text += this.pick([
        () => `${b}.${this.blank(lines)}${this.name()}`,
        () => `.${this.below(12)}`,
        () => `[${this.blank(true)}${this.expression(depth - 1, true)}${this.blank(true)}]`,
        () => `[${this.number()}]`,
        () => `${b}["${this.plain()}"]`,
        () => "[*]",
        () => ".*",
      ])();
      // `.0` and a name behind it must not run together; `.*.*` is none.
      if (text.endsWith(".*") && this.chance(70)) text += `.${this.name()}`;
      else if (text.endsWith(".*")) return text;
    }
    return text;
  }
  tuple(depth) {
    const item = () => this.blank(true) + this.expression(depth - 1, true) + this.blank(true);
    const items = this.several(4, item, ",");
    return `[${items}${items && this.chance(20) ? "," : ""}${this.blank(true)}]`.replace(/^\[(\s*)for\b/, "[$1far");
  }
  object(depth) {
    const key = () =>
      this.pick([() => this.name(), () => `"${this.plain()}"`, () => `(${this.expression(depth - 1, true)})`, () => `k${this.below(99)}`, () => String(this.below(50)), () => "true"])();
    let text = "{" + this.pick(["", "\n", " ", " # note\n"]);
    for (let i = this.below(4); i > 0; --i) {
      text += `${this.blank(false)}${key()}${this.blank(false)} ${this.pick(["=", ":"])} ${this.blank(false)}${this.expression(depth - 1, false)}`;
      text += this.blank(false) + this.pick(["\n", ",", ",\n", " // note\n", "\r\n\n"]);
    }
    return text + this.pick(["", " ", "\n"]) .replace(/^\n$/, text.endsWith(",") || text === "{" || text.endsWith("\n") ? "\n" : "") + "}";
  }
  forExpression(depth) {
    const names = this.chance(50) ? "k" : `k${this.blank(true)},${this.blank(true)}v`;
    const e = () => this.blank(true) + this.expression(depth - 1, true) + this.blank(true);
    const condition = this.chance(40) ? ` if ${e()}` : "";
    const start = `for ${names} in ${e()} :${e()}`;
    return this.chance(50) ? `[${start}${condition}]` : `{${start}=>${e()}${this.chance(30) ? "..." : ""}${condition}}`;
  }
  call(depth) {
    const name = this.pick(["f", "concat", "length", "provider::aws::arn_parse", "a :: b"]);
    const argument = () => this.blank(true) + this.expression(depth - 1, true) + this.blank(true);
    const list = this.several(3, argument, ",");
    return `${name}(${list}${list ? this.pick(["", "", ",", "..."]) : ""}${this.blank(true)})`;
  }

  plain() {
    return this.several(4, () => this.pick(["a", "B c", "ü", "日", "\\n", "\\t", "\\\"", "\\\\", "\\u00e4", "\\U0001F600", "$", "%", "$$", "$${x}", "%%{if}", "{", "}", "#", "//", "/*", "'", "~", " "]), "")
      .replace(/([$%])(?=\{)/g, (sign, _, at, all) => (all[at - 1] === sign ? sign : sign + sign));
  }
  sequence(depth) {
    const strip = () => (this.chance(20) ? "~" : "");
    return `\${${strip()}${this.blank(true)}${this.expression(depth - 1, true)}${this.blank(true)}${strip()}}`;
  }
  directive(depth, text) {
    const mark = (inside) => `%{${this.chance(20) ? "~" : ""}${this.blank(true)}${inside}${this.blank(true)}${this.chance(20) ? "~" : ""}}`;
    const e = () => this.condition(depth - 1, true);
    if (this.chance(50)) {
      const otherwise = this.chance(50) ? mark("else") + text() : "";
      return mark(`if ${e()}`) + text() + otherwise + mark("endif");
    }
    return mark(`for ${this.chance(50) ? "k" : "k, v"} in ${e()}`) + text() + mark("endfor");
  }
  string(depth) {
    return `"${this.template(depth, () => this.guarded())}"`;
  }
  // Text that does not make an escape of a sequence behind it.
  guarded() {
    return this.plain().replace(/[$%]+$/, "");
  }
  template(depth, literal) {
    return this.several(4, () => {
      if (depth > 0 && this.chance(40)) return this.sequence(depth);
      if (depth > 0 && this.chance(15)) return this.directive(depth, () => this.template(depth - 1, literal));
      return literal();
    }, "");
  }
  heredoc(depth) {
    const marker = this.pick(["EOT", "EOF", "A_b"]);
    // No blank between `$` and the line's end: the reference keeps it before a `${~`.
    const literal = () =>
      this.pick(["text", " ", "  ", "\n", "\n", "\n  ", "\n    x", "\n\n", "\\n", "\"q\"", "$$${a}", "%%{b}", "\t", "}", "$ x", "\n\t\t", " $\n", "ä", "\r\n  "]);
    const body = this.several(8, () => (depth > 0 && this.chance(25) ? this.template(depth, literal) : literal()), "");
    return `<<${this.pick(["", "-"])}${marker}\n${body}\n${this.pick(["", "  ", "\t"])}${marker}`;
  }
  // A heredoc that is not the last thing in its line.
  heredocIn(depth) {
    return `f(${this.heredoc(depth - 1)}\n)`;
  }

  attribute(name, depth) {
    const value = this.chance(12) ? this.heredoc(depth) : this.expression(depth, false);
    return `${name}${this.blank(false)}=${this.blank(false)}${value}`;
  }
  body(depth, indent, counter) {
    let text = "";
    for (let i = this.below(5); i > 0; --i) {
      const end = this.pick(["\n", "\n", "\n\n", " # note\n", " // {\n", "\r\n", " /* } */\n"]);
      const id = counter.next++;
      const blank = () => this.pick([" ", "\t", " /* c */ "]);
      if (depth > 0 && this.chance(35)) {
        const labels = this.several(3, () => this.pick([`"l${id}"`, `l${id}`, `"q ${id}\\n"`]) + blank(), "");
        text += `${indent}b${id}${blank()}${labels}`;
        if (this.chance(20)) text += `{${blank()}}`;
        else if (this.chance(20)) text += `{ ${this.attribute("only", 1)} }`.replace(/<<[^]*\}$/, "only = 1 }").replace(/= *only/, "=");
        else text += `{${this.pick(["\n", " # c\n", "\r\n"])}${this.body(depth - 1, indent + "  ", counter)}${indent}}`;
        text += end;
      } else {
        text += indent + this.attribute(`a${id}`, 3);
        text += /<<-?[A-Za-z_]+\n[^]*\n\s*(EOT|EOF|A_b)$/.test(text) ? "\n" : end;
      }
    }
    return text;
  }
  file() {
    return this.pick(["", "\ufeff", "# head\n", "\n", "/* head */\n"]) + this.body(3, "", { next: 0 });
  }

  /// The text with a small damage.
  broken(text) {
    const at = this.below(text.length + 1);
    const length = 1 + this.below(3);
    switch (this.below(5)) {
      case 0:
        return text.slice(0, at) + text.slice(at + length) + "\n";
      case 1:
        return text.slice(0, at) + "\n";
      case 2: {
        const to = this.below(text.length + 1);
        return text.slice(0, at) + text.slice(to, to + length) + text.slice(at) + "\n";
      }
      default:
        return text.slice(0, at) + this.pick(["(", ")", "[", "]", "{", "}", "\"", "${", "%{", "~}", ",", ".", "..", "...", "=", "==", "=>", "?", ":", "::", "*", "-", "!", "<", "<<E\n", "&", "&&", "|", "'", ";", "`", "^", "\n", "\r", "/*", "//", "#", "\\", "\\q", "1", "1.", "e", " for ", " in ", " if ", "$", "@", "\u00a0", "“"]) + text.slice(at) + "\n";
    }
  }
}
