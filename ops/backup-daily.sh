#!/usr/bin/env bash
# Backs up into FOLDER/tasa-YYYY-MM-DD.rdb by ops/backup.sh, and then keeps the newest KEEP days, 14 if not given:
#   ops/backup-daily.sh FOLDER
set -euo pipefail
folder=${1:?$0 FOLDER} keep=${KEEP:-14}
[[ $keep =~ ^[1-9][0-9]{0,3}$ ]] || {
  echo 'KEEP must be a number from 1 to 9999' >&2
  exit 1
}
"$(dirname "$0")/backup.sh" "$folder/tasa-$(date +%F).rdb"
find "$folder/" -maxdepth 1 -name 'tasa-????-??-??.rdb' | sort -r | tail -n "+$((keep + 1))" | xargs -r -d '\n' rm --
# What a power cut broke off, a day ago at least: another backup may run.
find "$folder/" -maxdepth 1 -name 'tasa-????-??-??.rdb.????????' -mtime +0 -delete
