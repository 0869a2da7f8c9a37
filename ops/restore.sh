#!/usr/bin/env bash
# Makes the folder of a Redis with `appendonly yes` from a file of ops/backup.sh. Such a Redis would not read the file by itself:
#   ops/restore.sh FILE.rdb FOLDER
# FOLDER must be empty or not there; then: redis-server --dir FOLDER --appendonly yes --appendfsync always --maxmemory-policy noeviction
set -euo pipefail
file=$1 folder=$2
umask 077
mkdir -p "$folder"
[ -z "$(ls -A "$folder")" ] || { echo "$folder is not empty" >&2; exit 1; }
cp "$file" "$folder/dump.rdb"
socket=$(cd "$folder" && pwd)/restore.sock
ask() { redis-cli -s "$socket" "$@"; }
redis-server --dir "$folder" --port 0 --unixsocket "$socket" --appendonly no --save '' --daemonize no >/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
until ask ping 2>/dev/null | grep -q PONG; do
  kill -0 "$server" || exit 1
  sleep 0.1
done
ask config set appendonly yes >/dev/null
until ask info persistence | grep -q 'aof_rewrite_in_progress:0' && ask info persistence | grep -q 'aof_rewrite_scheduled:0'; do sleep 0.1; done
ask info persistence | grep -q 'aof_last_bgrewrite_status:ok'
echo "$(ask dbsize) keys in $folder"
ask shutdown nosave || true
wait "$server" || true
rm -f "$folder/dump.rdb"
