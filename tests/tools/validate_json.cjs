// usage: node validate_json.cjs TOOLS SCHEMA FILE...
// Validates JSON files with ajv (JSON Schema 2020-12). TOOLS holds node_modules.
const fs = require('fs');
const path = require('path');
const [tools, schemaPath, ...files] = process.argv.slice(2);
const load = require('module').createRequire(path.resolve(tools, 'node_modules/'));
const Ajv2020 = load('ajv/dist/2020').default;
const addFormats = load('ajv-formats').default;

// The published SARIF schema begins with a byte order mark.
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const validate = ajv.compile(read(schemaPath));

let failed = false;
for (const file of files) {
  const valid = validate(read(file));
  failed = failed || !valid;
  console.log(`${valid ? 'ok    ' : 'FAILED'}  ${path.basename(file)} against ${path.basename(schemaPath)}`);
  for (const error of (valid ? [] : validate.errors.slice(0, 20))) {
    console.log(`        ${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`);
  }
}
process.exit(failed ? 1 : 0);
