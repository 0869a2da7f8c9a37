#!/usr/bin/env bash
# Lets nginx read ops/nginx.conf, with a certificate made for it: ops/check-nginx.sh FOLDER
set -euo pipefail
folder=$1
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=bot.example.com \
  -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
sed "s#/etc/letsencrypt/live/bot.example.com#$folder#" ops/nginx.conf >"$folder/site.conf"
cat >"$folder/nginx.conf" <<END
pid $folder/nginx.pid;
error_log $folder/error.log;
events {}
http {
  access_log off;
  include $folder/site.conf;
}
END
nginx -t -c "$folder/nginx.conf"
