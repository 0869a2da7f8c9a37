import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../../src/redis/find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // In a container shared memory is often 64 MiB, and a page that needs more dies.
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser of this machine, headless. Throws when none is on PATH. */
export function launchChromium(): Promise<Browser> {
  const paths = NAMES.map((name) => findProgram(name, process.env))
  const executablePath = paths.find((path) => path !== undefined)
  if (!executablePath) throw new Error(`none of ${NAMES.join(', ')} is on PATH`)
  return chromium.launch({ executablePath, args: ARGUMENTS })
}
