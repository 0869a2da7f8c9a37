import { accessSync, constants } from 'node:fs'
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
  const executablePath = findChromium()
  if (!executablePath) throw new Error(`none of ${NAMES.join(', ')} is on PATH`)
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** The path of the first browser found on PATH. */
export function findChromium(path: string = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
