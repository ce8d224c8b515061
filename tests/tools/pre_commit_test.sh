#!/usr/bin/env bash
# The hooks of .pre-commit-hooks.yaml under the real pre-commit, in a real repository.
# Wants pre-commit on the PATH. The program: $DDBLINT, or the release build.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$(realpath "${DDBLINT:-build/release/src/ddblint}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/bin"
ln -s "$program" "$work/bin/ddblint"
export PATH="$work/bin:$PATH" PRE_COMMIT_HOME="$work/cache" PRE_COMMIT_COLOR=never
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@example.org
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@example.org
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# The hooks as users get them: from a repository, at a revision.
git init -q "$work/hooks"
cp .pre-commit-hooks.yaml "$work/hooks"
git -C "$work/hooks" add -A
git -C "$work/hooks" commit -qm hooks
revision=$(git -C "$work/hooks" rev-parse HEAD)

git init -q "$work/project"
cd "$work/project"
cat > .pre-commit-config.yaml <<EOF
repos:
  - repo: $work/hooks
    rev: $revision
    hooks:
      - id: ddblint
      - id: ddblint-repo
        stages: [manual]
EOF
printf 'exclude: [legacy/**]\n' > ddblint.yaml
pre-commit install >/dev/null
git add -A

failures=0
# expect NAME STATUS TEXT COMMAND...: the command's exit status, and a text that its output holds
expect() {
  local name=$1 status=$2 text=$3 actual=0
  shift 3
  "$@" > "$work/output" 2>&1 || actual=$?
  if [ "$actual" -eq "$status" ] && grep -qF -- "$text" "$work/output"; then
    echo "ok      $name"
  else
    failures=$((failures + 1))
    echo "FAILED  $name: exit $actual (expected $status), expected text: $text"
    sed 's/^/        /' "$work/output"
  fi
}

table() {  # a template with one table whose partition key is $1
  cat <<EOF
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - { AttributeName: $1, AttributeType: S }
      KeySchema:
        - { AttributeName: $1, KeyType: HASH }
EOF
}

commit() { git add -A && git commit -m "$1"; }

printf 'services:\n  web:\n    image: nginx\n' > compose.yaml
expect "unrelated YAML passes" 0 "Passed" commit unrelated

mkdir -p chart/templates
cat > chart/templates/deployment.yaml <<'EOF'
metadata:
  name: {{ include "shop.fullname" . }}
{{- with .Values.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
{{- end }}
EOF
expect "a Helm template passes" 0 "Passed" commit helm

cat > chart/templates/stack.yaml <<'EOF'
{{- range .Values.tables }}
Resources:
  {{ .name }}:
    Type: AWS::DynamoDB::Table
{{- end }}
EOF
expect "a Helm template that mentions a table passes" 0 "Passed" commit helm-table

table customer_id > good.yaml
expect "a good table passes" 0 "Passed" commit good

table status > bad.yaml
expect "a bad table fails" 1 "DDB101" commit bad
expect "a bad table fails the hook" 1 "Failed" commit bad
expect "nothing was committed" 0 "bad.yaml" git status --short
git reset -q
rm bad.yaml

mkdir legacy
table status > legacy/bad.yaml
expect "an excluded file passes though it is named" 0 "Passed" commit legacy

table status > other.template
git add -A
git commit -qm bad --no-verify
expect "the whole repository is seen" 1 "other.template" \
  pre-commit run ddblint-repo --hook-stage manual --files good.yaml
expect "other kinds of files do not wake the hook" 0 "Skipped" \
  pre-commit run ddblint-repo --hook-stage manual --files .git/HEAD

[ "$failures" -eq 0 ]
