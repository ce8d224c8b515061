// usage: node validate_patterns.cjs TOOLS SCHEMA CASES
// The published schema of pattern files, judged by ajv on the cases that the reader is tested with:
// it refuses what is invalid; what is only senseless (a peak below its average) it cannot see.
const fs = require('fs');
const path = require('path');
const [tools, schemaPath, casesPath] = process.argv.slice(2);
const load = require('module').createRequire(path.resolve(tools, 'node_modules/'));
const Ajv2020 = load('ajv/dist/2020').default;

const validate = new Ajv2020({ strict: false }).compile(JSON.parse(fs.readFileSync(schemaPath, 'utf8')));
const cases = JSON.parse(fs.readFileSync(casesPath, 'utf8'));
const wrong = cases.filter((one) => validate(one.document) === (one.verdict === 'invalid'));
for (const one of wrong) console.log(`FAILED  ${one.name}: should be ${one.verdict}`);
console.log(`${wrong.length === 0 ? 'ok    ' : 'FAILED'}  ${cases.length} cases against ${path.basename(schemaPath)}`);
process.exit(wrong.length === 0 && cases.length > 0 ? 0 : 1);
