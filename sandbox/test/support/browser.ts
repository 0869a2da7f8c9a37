import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src/sandbox.ts'
import { launchChromium } from './chromium.ts'
import { startSandbox } from './harness.ts'
import { openWebChat } from './web-chat.ts'

let browser: Browser

/** One browser for a file of tests; each page closes with its test. */
export function useBrowser() {
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
}

/** A page of the web chat. */
export async function openPage(root: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openWebChat(browser, root, options)
  onTestFinished(() => page.close())
  return page
}

interface Opened extends Partial<SandboxOptions> {
  readonly query?: string
  readonly window?: BrowserContextOptions
  /** What Ana has said. */
  readonly said?: string
}

/** A sandbox, and a page of its web chat. */
export async function openSandbox({ query = '', window, said, ...options }: Opened = {}) {
  const sandbox = await startSandbox(options)
  if (said) await sandbox.say(said)
  return { ...sandbox, page: await openPage(`${sandbox.root}/${query}`, window) }
}
