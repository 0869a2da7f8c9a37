#!/usr/bin/env bash
# Makes the folder of a Redis with `appendonly yes` from a file of ops/backup.sh. Such a Redis would not read the file by itself:
#   ops/restore.sh FILE.rdb FOLDER
# FOLDER must be empty or not there; then: redis-server --dir FOLDER --appendonly yes --appendfsync always --maxmemory-policy noeviction
set -euo pipefail
file=${1:?$0 FILE.rdb FOLDER} folder=${2:?$0 FILE.rdb FOLDER}
umask 077
refuse() {
  echo "$1" >&2
  exit 1
}
[ ! -e "$folder" ] || [ -z "$(ls -A "$folder")" ] || refuse "$folder is not empty"
[ -r "$file" ] || refuse "$file cannot be read"
for program in redis-server redis-cli redis-check-rdb; do
  command -v "$program" >/dev/null || refuse "$program is not on PATH: apt-get install redis-server"
done
redis-check-rdb "$file" >/dev/null ||
  refuse "$file is not a whole backup: redis-check-rdb $file says where it breaks off"

# Made apart in the folder and moved up at the end, so that whatever fails leaves the folder as it was found.
[ -d "$folder" ] || made=$folder
mkdir -p "$folder"
new=$(mktemp -d "$folder/new.XXXXXXXX")
clean() {
  # A Redis that still writes its first file refuses to end when it is asked by a signal.
  [ -z "${server:-}" ] || { ask shutdown nosave force || kill -KILL "$server" || true; wait "$server"; } &>/dev/null || true
  rm -rf "$new"
  [ -z "${made:-}" ] || rmdir "$made"
}
trap clean EXIT
cp "$file" "$new/dump.rdb"
socket=$(cd "$new" && pwd)/restore.sock
ask() { redis-cli -s "$socket" "$@"; }
redis-server --dir "$new" --port 0 --unixsocket "$socket" --appendonly no --save '' --daemonize no >"$new/log" &
server=$!
until ask ping 2>/dev/null | grep -q PONG; do
  kill -0 "$server" 2>/dev/null || refuse "Redis does not start with $file: $(tail -1 "$new/log")"
  sleep 0.1
done
ask config set appendonly yes >/dev/null
# Redis tries again for ever where it cannot write, so its first failure ends this.
until said=$(ask info persistence) && [[ $said == *aof_rewrite_in_progress:0*aof_rewrite_scheduled:0* ]]; do
  [[ $said != *aof_last_bgrewrite_status:err* ]] ||
    refuse "Redis cannot write to $folder: $(grep -m1 -o 'Write error.*' "$new/log")"
  kill -0 "$server" 2>/dev/null || refuse "Redis ended: $(tail -1 "$new/log")"
  sleep 0.1
done
keys=$(ask dbsize)
ask shutdown nosave || true
wait "$server" || true
server=
mv "$new/appendonlydir" "$folder/"
made=
echo "$keys keys in $folder"
