import type { Guard } from '../guard.ts'

const LEADER = ['test/unit/redis/leader.test.ts']
const BREAKER = ['test/unit/redis/circuit-breaker.test.ts']
const COMMAND_LINES = ['test/integration/cli/command-lines.test.ts']
const TRUSTED_PATH = ['test/unit/runtime/trusted-path.test.ts']
const PRIVATE_REDIS = ['test/integration/redis/private-redis.test.ts']

/** One leader, no waiting on a Redis that hangs, and nothing lost that it acknowledged. */
export const REDIS_GUARDS: readonly Guard[] = [
  {
    name: 'a lease is held by one process at a time',
    file: 'src/redis/lua/hold.lua',
    text: 'if holder and holder ~= ARGV[1] then return 0 end\n',
    tests: ['test/integration/redis/leases.test.ts'],
  },
  {
    name: 'a process releases its own lease only',
    file: 'src/redis/lua/release.lua',
    text: "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end",
    without: "redis.call('DEL', KEYS[1])",
    tests: ['test/integration/redis/leases.test.ts'],
  },
  {
    name: 'a lease ends by itself',
    file: 'src/redis/lua/hold.lua',
    text: ", 'PX', ARGV[2])",
    without: ')',
    tests: ['test/integration/redis/leases.test.ts'],
  },
  {
    name: 'a leader that was frozen asks whether it still leads',
    file: 'src/redis/leader.ts',
    text: '      if (lease && performance.now() - heardAt > ageMsMax) await ask()\n',
    tests: LEADER,
  },
  {
    name: 'the work of a process that lost its lease is aborted',
    file: 'src/redis/leader.ts',
    text: '    if (isHolder && !isNext) ended.abort()\n',
    tests: LEADER,
  },
  {
    name: 'few calls wait at once for a Redis that hangs',
    file: 'src/redis/circuit-breaker.ts',
    text: "    if (waiting >= waitingMax) throw new Error('too many calls wait for Redis')\n",
    tests: BREAKER,
  },
  {
    name: 'a Redis that hangs is tried once a second',
    file: 'src/redis/circuit-breaker.ts',
    text: "    if (performance.now() < tryAt) throw new Error('Redis is silent')\n",
    tests: BREAKER,
  },
  {
    name: 'a Redis that may lose what it acknowledged is refused',
    file: 'src/redis/open.ts',
    text: 'if (!Array.isArray(read) || read[1] !== value) wrong',
    without: 'if (false) wrong',
    tests: ['test/unit/redis/open.test.ts'],
  },
  {
    name: 'a Redis that is too old is refused',
    file: 'src/redis/open.ts',
    text: 'version === undefined || Number.parseInt(version, 10) >= VERSION_MIN',
    without: 'true',
    tests: ['test/unit/redis/open.test.ts'],
  },
  {
    name: 'the private Redis writes each change to disk before it answers',
    file: 'src/redis/private-redis.ts',
    text: "'appendfsync always'",
    without: "'appendfsync everysec'",
    tests: PRIVATE_REDIS,
  },
  {
    name: 'no program of a package is taken for Redis or apt-get',
    file: 'src/runtime/trusted-path.ts',
    text: 'isAbsolute(folder) && !OF_NPM.test(resolve(folder)) && !OF_NPM.test(realPathOf(folder))',
    without: 'isAbsolute(folder)',
    tests: TRUSTED_PATH,
  },
  {
    name: 'no program of the working directory is taken for Redis or apt-get',
    file: 'src/runtime/trusted-path.ts',
    text: 'isAbsolute(folder) && ',
    tests: TRUSTED_PATH,
  },
  {
    name: 'the program and all that it calls are looked up on the trusted PATH',
    file: 'src/main.ts',
    text: 'process.env.PATH = trustedPath(process.env.PATH)',
    tests: ['test/e2e/first-start.test.ts'],
  },
  {
    name: 'a private Redis whose start failed is ended',
    file: 'src/redis/private-redis.ts',
    text: '    await end(address)\n    throw error\n',
    without: '    throw error\n',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'a private Redis that died is not started beside one that answers at its address',
    file: 'src/redis/private-redis.ts',
    text: '(await adopt(directory, address, again)) ??',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'no other user of the machine can answer for the private Redis: it has no port',
    file: 'src/redis/private-redis.ts',
    text: "  'port 0',\n",
    tests: PRIVATE_REDIS,
  },
  {
    name: 'a private Redis that an earlier version left on a port is ended before another one starts',
    file: 'src/redis/private-redis.ts',
    text: '  if (!found && known?.birth) await end(known)\n',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'a private Redis that loads its data is waited for',
    file: 'src/redis/private-redis.ts',
    text: '        isLoading = true\n        heardAt = performance.now()\n',
    without: '        isLoading = true\n',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'a stop does not wait for a private Redis that loads its data',
    file: 'src/redis/private-redis.ts',
    text: '      signal?.throwIfAborted()\n',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'move takes no password from a command line',
    file: 'src/cli/move.ts',
    text: 'if (args.some((text) => /[@?]/.test(text)))',
    without: 'if (false)',
    tests: ['test/integration/cli/move.test.ts'],
  },
  {
    name: 'an address of Redis has its password where the log hides it',
    file: 'src/runtime/environment.ts',
    text: "!/password/i.test([...(URL.parse(text)?.searchParams ?? [])].flat().join(' '))",
    without: 'true',
    tests: ['test/unit/runtime/config.test.ts'],
  },
  {
    name: 'a backup takes no password from a command line',
    file: 'ops/backup.sh',
    text: '!= *[@?]*',
    without: '!= ?',
    tests: COMMAND_LINES,
  },
  {
    name: 'a backup gives redis-cli the password in the environment',
    file: 'ops/backup.sh',
    text: 'BASH_REMATCH[4]',
    without: 'BASH_REMATCH[0]',
    tests: COMMAND_LINES,
  },
  {
    name: 'a backup refuses an address that redis-cli would get with its password',
    file: 'ops/backup.sh',
    text: '$url == *[@?]*',
    without: '$url == @',
    tests: COMMAND_LINES,
  },
  {
    name: 'a backup is written into a file that nobody else made',
    file: 'ops/backup.sh',
    text: 'new=$(mktemp "$file.XXXXXXXX")',
    without: 'new=$file.new',
    tests: COMMAND_LINES,
  },
  {
    name: 'an operator is warned of a .env that others can read',
    file: 'src/main.ts',
    text: '  warnOfOpenSettings(log)\n',
    tests: ['test/e2e/secrets.test.ts'],
  },
  {
    name: 'others on the machine cannot read the data',
    file: 'src/redis/private-files.ts',
    text: 'chmodSync(path, FILE_MODE)',
    without: '{}',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'two processes do not start on one data folder',
    file: 'src/redis/process-lock.ts',
    text: 'return pid !== process.pid && isAlive(pid) && ',
    without: 'return false && ',
    tests: PRIVATE_REDIS,
  },
  {
    name: 'an operator does not look into a new, empty Redis beside the one of the program',
    file: 'src/cli/commands.ts',
    text: 'if (!config.REDIS_URL && !hasPrivateRedis(config.DATA_DIR)) throw new Failure(noDataIn(config.DATA_DIR))',
    tests: ['test/e2e/operator.test.ts'],
  },
  {
    name: 'a service beside a real bot that was not told its sources simulates no prices',
    file: 'src/runtime/config.ts',
    text: "roles.has('service') &&\n      !env.SOURCES_FILE &&",
    without: 'false &&',
    tests: ['test/unit/runtime/config.test.ts'],
  },
]
