#!/usr/bin/env bash
# What ddblint writes, judged by other people's validators: SARIF against the OASIS schema and by
# Sarif.Multitool with the rules of GitHub code scanning, JSON against schemas/.
#
# The program: $DDBLINT, or the release build. The validators: node_modules in $DDBLINT_TOOLS, or in
# build/tools (npm install --prefix build/tools ajv ajv-formats @microsoft/sarif-multitool). With a
# corpus of definitions in $DDBLINT_CORPUS, all of it is linted, too.
set -euo pipefail
cd "$(dirname "$0")/../.."

project=$PWD
program=$(realpath "${DDBLINT:-build/release/src/ddblint}")
tools=$(realpath "${DDBLINT_TOOLS:-build/tools}")
corpus=${DDBLINT_CORPUS:-../shared/corpus}
multitool=$tools/node_modules/@microsoft/sarif-multitool-linux
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy, so that all paths lie below the working directory, as they do in a checkout.
mkdir "$work/in" "$work/out"
cp -r testdata/samples "$work/in/samples"
cp -r testdata/rules "$work/in/rules"
printf 'Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties: { KeySchema: [\n' \
  > "$work/in/broken.yaml"
[ ! -d "$corpus/files" ] || cp -r "$corpus/files" "$work/in/corpus"
cd "$work/in"
git init -q .

# lint NAME STATUS ARGUMENT...: one run, all its reports; the exit status must be the expected one.
lint() {
  local name=$1 status=$2 actual=0
  shift 2
  "$program" check -f "sarif:../out/$name.sarif" -f "json:../out/$name.check.json" "$@" || actual=$?
  if [ "$actual" -ne "$status" ]; then
    echo "FAILED  check $*: exit $actual, expected $status"
    return 1
  fi
}
lint findings 1 samples/orders.yaml
lint clean 0 samples/clean.yaml
lint broken 2 broken.yaml
lint rules 1 --select ALL rules
lint missing 2 no-such-file.yaml
[ ! -d corpus ] || lint corpus 1 corpus

inspect_status=0
"$program" inspect -f json:../out/samples.inspect.json samples
"$program" inspect -f json:../out/all.inspect.json . || inspect_status=$?
[ "$inspect_status" -le 2 ]
"$program" profile -f json:../out/orders.profile.json --table "$project/testdata/data/orders.yaml" \
  "$project/testdata/data/orders.jsonl"
"$program" rules -f json:../out/all.rules.json
"$program" explain -f json:../out/one.rules.json DDB101

cd "$work/out"
failures=0
validate() {
  node "$project/tests/tools/validate_json.cjs" "$tools" "$@" || failures=$((failures + 1))
}
schema=$(find "$tools/node_modules/@microsoft" -name sarif-2.1.0.json -print -quit)
validate "$schema" ./*.sarif
validate "$project/schemas/check.schema.json" ./*.check.json
validate "$project/schemas/inspect.schema.json" ./*.inspect.json
validate "$project/schemas/profile.schema.json" ./*.profile.json
validate "$project/schemas/rules.schema.json" ./*.rules.json
node "$project/tests/tools/validate_patterns.cjs" "$tools" \
  "$project/schemas/access-patterns.schema.json" "$project/testdata/patterns/schema_cases.json" ||
  failures=$((failures + 1))

# The tool ends with 0 whatever it finds, so its report is counted.
judge=$multitool/Sarif.Multitool
[ -x "$judge" ] || chmod u+x "$judge"
for file in *.sarif; do
  "$judge" validate "$file" --rule-kind 'Sarif;Ghas' --level 'Error;Warning;Note' \
    -o "$file.judged" --log ForceOverwrite > multitool.log 2>&1 || { cat multitool.log; exit 1; }
  result=ok
  counts=$(node "$project/tests/tools/count_sarif_results.cjs" "$file.judged") || result=FAILED
  [ "$result" = ok ] || failures=$((failures + 1))
  printf '%-6s  %s by Sarif.Multitool\n' "$result" "$file"
  [ -z "$counts" ] || echo "$counts"
done

[ "$failures" -eq 0 ]
