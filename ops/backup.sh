#!/usr/bin/env bash
# Writes everything that a Redis holds, as of now, into one file, while the program runs:
#   ops/backup.sh FILE.rdb REDIS_URL
# The private Redis of the program: REDIS_URL is in DATA_DIR/redis.json. A cluster: once for each master.
set -euo pipefail
file=$1 url=$2
umask 077
# redis-cli takes a password without a user from the environment only.
if [[ $url =~ ^(rediss?://):([^@]*)@(.*)$ ]]; then
  export REDISCLI_AUTH=${BASH_REMATCH[2]}
  url=${BASH_REMATCH[1]}${BASH_REMATCH[3]}
fi
redis-cli -u "$url" --no-auth-warning --rdb "$file.new" >/dev/null 2>&1
redis-check-rdb "$file.new" >/dev/null
mv "$file.new" "$file"
