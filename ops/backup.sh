#!/usr/bin/env bash
# Writes everything that a Redis holds, as of now, into one file, while the program runs:
#   ops/backup.sh FILE.rdb                             the private Redis of DATA_DIR (./data)
#   REDIS_URL=redis://… ops/backup.sh FILE.rdb         another one, from the environment: every user can read command lines
#   ops/backup.sh FILE.rdb redis://HOST:PORT           one without a password
# A cluster: once for each master.
set -euo pipefail
file=$1 url=${2:-${REDIS_URL:-}}
umask 077
if [[ ${2:-} == *@* ]]; then
  echo "Every user of this machine can read a password in a command line: REDIS_URL=redis://… $0 FILE.rdb" >&2
  exit 1
fi
[ -n "$url" ] || url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "${DATA_DIR:-./data}/redis.json")
user=()
# Decodes what a URL has as %40.
decode() {
  local text=${1//\\/\\\\}
  printf '%b' "${text//%/\\x}"
}
if [[ $url =~ ^(rediss?://)([^:@]*):(.*)@([^@]*)$ ]]; then
  url=${BASH_REMATCH[1]}${BASH_REMATCH[4]}
  [ -z "${BASH_REMATCH[2]}" ] || user=(--user "$(decode "${BASH_REMATCH[2]}")")
  REDISCLI_AUTH=$(decode "${BASH_REMATCH[3]}")
  export REDISCLI_AUTH
fi
redis-cli -u "$url" ${user[@]+"${user[@]}"} --no-auth-warning --rdb "$file.new" >/dev/null 2>&1
redis-check-rdb "$file.new" >/dev/null
mv "$file.new" "$file"
