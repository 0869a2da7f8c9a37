#!/usr/bin/env bash
# Checks what the tests of `npm test` cannot, with the programs that are installed here; says which are not.
#   ops/check.sh
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# check TITLE PROGRAM COMMAND…
check() {
  local title=$1 program=$2
  shift 2
  if ! command -v "$program" >/dev/null; then
    echo "not tried  $title: no $program"
  elif "$@" >"$folder/out" 2>&1; then
    echo "good       $title"
  else
    echo "FAILED     $title"
    sed 's/^/           /' "$folder/out"
    failed=1
  fi
}

verify_units() {
  for unit in ops/systemd/*.service; do
    sed "s#/opt/tasa#$PWD#g" "$unit" >"$folder/${unit##*/}"
    # It also speaks of other units of the machine: only what it says of ours counts.
    systemd-analyze verify "$folder/${unit##*/}" 2>&1 | grep "${unit##*/}" | grep -v "Unknown key 'Restart" && return 1
    local exposure
    exposure=$(systemd-analyze security --offline=true --no-pager "$folder/${unit##*/}" | grep -oE 'level for .*: [0-9.]+' | grep -oE '[0-9.]+$')
    echo "${unit##*/}: exposure $exposure"
    awk -v exposure="$exposure" 'BEGIN { exit !(exposure != "" && exposure < 3) }' || return 1
  done
}

compose=docker-compose
docker compose version >/dev/null 2>&1 && compose='docker compose'

check 'compose.yaml' "${compose%% *}" env BOT_TOKEN=1:x $compose --profile scale --profile metrics --profile backup config
check 'units, exposure under 3' systemd-analyze verify_units
check 'alerts.yaml' promtool promtool check rules ops/alerts.yaml
check 'each alert fires, and not before' promtool promtool test rules ops/alerts.test.yaml
check 'nginx.conf' nginx ops/check-nginx.sh "$folder"
check 'Caddyfile' caddy caddy validate --adapter caddyfile --config ops/Caddyfile
exit "$failed"
