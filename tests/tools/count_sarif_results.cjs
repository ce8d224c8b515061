// usage: node count_sarif_results.cjs FILE
// Prints what Sarif.Multitool said of a file, by level and rule; exits with 1 when there are errors.
const fs = require('fs');
const run = JSON.parse(fs.readFileSync(process.argv[2], 'utf8').replace(/^\uFEFF/, '')).runs[0];
const rules = run.tool.driver.rules || [];
const counts = new Map();
let errors = 0;
for (const result of run.results) {
  const level = result.level || 'warning';
  if (level === 'error') errors += 1;
  const rule = result.ruleId || rules[result.ruleIndex].id;
  const message = (rules.find((r) => r.id === rule) || {}).name || '';
  const key = `${level} ${rule} ${message}`;
  counts.set(key, (counts.get(key) || 0) + 1);
}
for (const [key, count] of [...counts].sort()) console.log(`        ${count} x ${key}`);
process.exit(errors ? 1 : 0);
