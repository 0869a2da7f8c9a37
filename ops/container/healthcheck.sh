#!/bin/bash
# The health check of the image: exit code 0 where /healthz answers 200 in time. It asks the port of the bot and push, or that
# of the rate service where the container runs nothing else. Bash alone: a Node each few seconds took more CPU than the program.
[ "${ROLES// /}" = service ] && port=${SERVICE_PORT:-8081} || port=${PORT:-8080}
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
printf 'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
read -r -t 4 status <&3 || exit 1
[[ $status == 'HTTP/1.1 200 '* ]]
