import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Starts the browser of this machine, headless. Throws when none is on PATH. */
export function launchChromium(): Promise<Browser> {
  const places = (process.env.PATH ?? '').split(delimiter)
  const executablePath = places.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)
  if (!executablePath) throw new Error(`none of ${NAMES.join(', ')} is on PATH`)
  return chromium.launch({ executablePath, args: ['--disable-gpu'] })
}
