import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchChromium } from './chromium.ts'
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
