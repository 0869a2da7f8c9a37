import { spawnSync } from 'node:child_process'
import { trustedPath } from '../../src/runtime/trusted-path.ts'

process.env.PATH = trustedPath(process.env.PATH)

/** What the tests need beside npm's packages: the programs, any of which will do, and Debian's package. */
const NEEDED = [
  { programs: ['redis-server', 'valkey-server'], packageName: 'redis-server' },
  { programs: ['chromium', 'chromium-browser', 'google-chrome'], packageName: 'chromium' },
]

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

const missing = NEEDED.filter(({ programs }) => !programs.some(isThere)).map(({ packageName }) => packageName)

if (missing.length > 0) {
  if (process.getuid?.() !== 0) {
    process.stderr.write(
      `The tests need ${missing.join(' and ')}: type "sudo apt-get install ${missing.join(' ')}"\n`,
    )
    process.exit(1)
  }
  process.stderr.write(`Installing ${missing.join(' and ')} for the tests\n`)
  /** Waits for another apt of a machine that just started, and asks a mirror again that is slow. */
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  // One mirror of several that is away fails the update; whether that matters, the installation tells.
  apt('update')
  if (!apt('install', '-y', '--no-install-recommends', ...missing)) {
    process.stderr.write(`The tests need ${missing.join(' and ')}, which apt-get could not install\n`)
    process.exit(1)
  }
}
