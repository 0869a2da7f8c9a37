import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

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
  const places = (process.env.PATH ?? '').split(delimiter)
  const executablePath = places.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)
  if (!executablePath) throw new Error(`none of ${NAMES.join(', ')} is on PATH`)
  return chromium.launch({ executablePath, args: ARGUMENTS })
}
