# Sourced by npm start: without the package's own Node, an older one would end in a stack trace. No program of PATH is run.
[ -x node_modules/node/bin/node ] ||
  { echo 'Node 24 is missing in node_modules: run npm ci again, without --ignore-scripts' >&2; exit 1; }
