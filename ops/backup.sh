#!/usr/bin/env bash
# Writes everything that a Redis holds, as of now, into one file, while the program runs:
#   ops/backup.sh FILE.rdb                             the private Redis of DATA_DIR (./data)
#   REDIS_URL=redis://… ops/backup.sh FILE.rdb         another one, from the environment: every user can read command lines
#   REDIS_URL_FILE=… ops/backup.sh FILE.rdb            another one, whose address is in a file
#   ops/backup.sh FILE.rdb redis://HOST:PORT           one without a password
# A cluster: once for each master.
set -euo pipefail
file=${1:?$0 FILE.rdb} url=${2:-${REDIS_URL:-}}
umask 077
refuse() {
  echo "$1" >&2
  exit 1
}
[[ ${2:-} != *[@?]* ]] ||
  refuse "Every user of this machine can read a password in a command line: REDIS_URL=redis://… $0 FILE.rdb"
for program in redis-cli redis-check-rdb; do
  command -v "$program" >/dev/null || refuse "$program is not on PATH: apt-get install redis-server"
done
if [ -z "$url" ] && [ -n "${REDIS_URL_FILE:-}" ]; then
  [ -r "$REDIS_URL_FILE" ] || refuse "REDIS_URL_FILE $REDIS_URL_FILE cannot be read"
  url=$(cat "$REDIS_URL_FILE")
fi
private=${DATA_DIR:-./data}/redis.json
[ -n "$url" ] || [ -r "$private" ] ||
  refuse "$private cannot be read: set DATA_DIR or REDIS_URL, and run this as the user of the program, while it runs"
[ -n "$url" ] || url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$private")
at=(-u "$url")
# Decodes what a URL has as %40.
decode() {
  local text=${1//\\/\\\\}
  printf '%b' "${text//%/\\x}"
}
if [[ $url == 'redis:///?path='* && $url != *'&'* ]]; then
  at=(-s "$(decode "${url#*=}")")
elif [[ $url =~ ^(rediss?://)([^:@]*):(.*)@([^@?]*)$ ]]; then
  at=(-u "${BASH_REMATCH[1]}${BASH_REMATCH[4]}")
  [ -z "${BASH_REMATCH[2]}" ] || at+=(--user "$(decode "${BASH_REMATCH[2]}")")
  REDISCLI_AUTH=$(decode "${BASH_REMATCH[3]}")
  export REDISCLI_AUTH
elif [[ ! $url =~ ^rediss?://([^][@?:/]+|\[[0-9a-fA-F:.]+\])(:[0-9]+)?(/[0-9]*)?$ ]]; then
  refuse 'REDIS_URL is read as redis://:PASSWORD@HOST:PORT or redis://USER:PASSWORD@HOST:PORT only'
fi
# A new file beside it, which nobody else made or can have opened.
new=$(mktemp "$file.XXXXXXXX" 2>&1) || refuse "No file can be made beside $file: ${new##*: }"
trap 'rm -f "$new"' EXIT
said=$(redis-cli "${at[@]}" --no-auth-warning --rdb "$new" 2>&1) || refuse "Not backed up: ${said##*$'\n'}"
redis-check-rdb "$new" >/dev/null || refuse 'Not backed up: what Redis sent is incomplete'
mv "$new" "$file"
