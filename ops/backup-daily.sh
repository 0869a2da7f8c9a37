#!/usr/bin/env bash
# Backs up into FOLDER/tasa-YYYY-MM-DD.rdb by ops/backup.sh, and then keeps the newest KEEP days, 14 if not given:
#   ops/backup-daily.sh FOLDER
set -euo pipefail
folder=$1 keep=${KEEP:-14}
"$(dirname "$0")/backup.sh" "$folder/tasa-$(date +%F).rdb"
find "$folder" -name 'tasa-????-??-??.rdb' | sort -r | tail -n "+$((keep + 1))" | xargs -r rm --
