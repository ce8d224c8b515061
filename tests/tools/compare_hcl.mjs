// What ddblint reads out of HCL against what HashiCorp's own parser reads (@cdktf/hcl2json: the Go
// code as WebAssembly): the .tf files of a corpus, random files and expressions, and broken ones,
// which both must refuse.
//
// usage: compare_hcl.mjs HCL_DUMP CORPUS [CASES [SEED]]
// The package stands in node_modules of $DDBLINT_TOOLS, or of build/tools.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { RandomHcl } from "./random_hcl.mjs";

const [program, corpus, cases = "2000", seed = "1"] = process.argv.slice(2);
const tools = createRequire(path.resolve(process.env.DDBLINT_TOOLS ?? "build/tools", "node_modules") + "/");
let reference = tools("@cdktf/hcl2json");

// A panic in the Go code leaves its promise open and the instance dead: take a new one.
async function ask(question) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve({ panic: true }), 3000)));
  const answer = question(reference).then(
    (tree) => ({ tree }),
    (error) => ({ error: String(error.message) }),
  );
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  if (result.panic || result.error?.includes("exited")) {
    for (const key of Object.keys(tools.cache)) delete tools.cache[key];
    reference = tools("@cdktf/hcl2json");
    return { panic: true };
  }
  return result;
}

const askFile = (text) => ask((hcl) => hcl.parse("case.tf", text));
const askExpression = (text) => ask((hcl) => hcl.getExpressionAst("case.tf", text + "\n"));

function askOurs(questions) {
  const input = questions.map((question) => question + "\0").join("");
  const run = spawnSync(program, { input, encoding: "utf8", maxBuffer: 1 << 30 });
  if (run.status !== 0) throw new Error(`${program} ended with ${run.status} ${run.signal}`);
  return run.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

// The reference's tree in the form of hcl_dump's.
const operators = {
  logicalOr: "||", logicalAnd: "&&", equal: "==", notEqual: "!=", greaterThan: ">",
  greaterThanOrEqual: ">=", lessThan: "<", lessThanOrEqual: "<=", add: "+", subtract: "-",
  multiply: "*", divide: "/", modulo: "%", negate: "-", logicalNot: "!",
};
function simplified(node) {
  const { type, meta, children } = node;
  const inner = (name) => [name, meta.value, ...children.map(simplified)];
  const steps = (from, traversal) =>
    traversal.reduce(
      (value, { type, segment }) =>
        type === "nameTraversal" ? ["attribute", value, segment] : ["index", value, "literal"],
      from,
    );
  switch (type) {
    case "literalValue":
      // The reference gives texts as written; what they mean, the comparison of files tells.
      return meta.type === "string" ? ["string"] : ["literal", meta.value];
    case "template": {
      const parts = children.map(simplified);
      return parts.length === 1 && parts[0][0] === "string" ? parts[0] : ["template", ...parts];
    }
    case "templateWrap":
    case "templateJoin":
      return simplified(children[0]);
    case "scopeTraversal":
      return steps(["variable", meta.traversal[0].segment], meta.traversal.slice(1));
    case "relativeTraversal":
      return steps(simplified(children[0]), meta.traversal);
    case "index": {
      const [collection, key] = children.map(simplified);
      const literal = key[0] === "string" || key[0] === "literal";
      return literal ? ["index", collection, "literal"] : ["index", meta.value, collection, key];
    }
    case "object":
      return ["object", meta.value, ...children.map((child, i) => (i % 2 ? simplified(child) : ["key", ...child.children.map(simplified)]))];
    case "function":
      return inner(`call ${meta.name}${meta.expandedFinalArgument ? "..." : ""}`);
    case "for":
      return inner(`for ${meta.keyVar ?? ""},${meta.valVar}${meta.groupedValue ? "..." : ""}`);
    case "unaryOp":
    case "binaryOp":
      return inner(operators[meta.operator] ?? meta.operator);
    case "":
      return children.length === 0 ? ["item"] : ["parentheses", ...children.map(simplified)];
    default:
      return inner(type);
  }
}

const sorted = (value) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

let differences = 0;
const counts = {};
function judge(kind, text, ours, theirs) {
  if (theirs.panic || theirs.error?.startsWith("convert")) return count(`${kind}: hcl2json gave up`);
  const refused = ours.errors.length > 0;
  if (refused !== Boolean(theirs.error)) {
    report(kind, text, refused ? ours.errors.join("\n") : "read by ddblint", theirs.error ?? "read by hcl2json");
  } else if (!refused && sorted(ours.tree) !== sorted(theirs.tree)) {
    report(kind, text, sorted(ours.tree), sorted(theirs.tree));
  } else {
    count(`${kind}: both ${refused ? "refuse" : "read the same"}`);
  }
}
function count(what) {
  counts[what] = (counts[what] ?? 0) + 1;
}
function report(kind, text, ours, theirs) {
  count(`${kind}: DIFFERENT`);
  if (++differences > 10) return;
  console.log(`\n=== ${kind}\n${text}\n--- ddblint: ${ours}\n--- hcl2json: ${theirs}`);
}

async function compareFiles(kind, texts) {
  const ours = askOurs(texts.map((text) => "f" + text));
  for (const [i, text] of texts.entries()) judge(kind, text, ours[i], await askFile(text));
}
async function compareExpressions(kind, texts) {
  const ours = askOurs(texts.map((text) => `ex = ${text}\n`));
  for (const [i, text] of texts.entries()) {
    const theirs = await askExpression(text);
    if (theirs.tree) theirs.tree = simplified(theirs.tree);
    judge(kind, text, ours[i], theirs);
  }
}

const corpusFiles = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true }).filter((name) => name.endsWith(".tf"))
  : [];
await compareFiles("corpus", corpusFiles.map((name) => readFileSync(path.join(corpus, name), "utf8")));

const random = new RandomHcl(Number(seed));
const many = (make) => Array.from({ length: Number(cases) }, make);
const files = many(() => random.file());
await compareFiles("random files", files);
await compareFiles("broken files", files.map((text) => random.broken(text)));
await compareExpressions("random expressions", many(() => random.expression(4, false)));

for (const [what, number] of Object.entries(counts)) console.log(`${what}: ${number}`);
process.exit(differences > 0 ? 1 : 0);
