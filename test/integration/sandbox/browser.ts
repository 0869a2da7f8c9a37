import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from '../../support/chromium.ts'
import { atEnd } from './harness.ts'

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
  const page = await browser.newPage(options)
  atEnd(() => page.close())
  page.setDefaultTimeout(10_000)
  await page.goto(root)
  return page
}

/** Waits until the log of messages shows a text. */
export const shows = (page: Page, text: string): Promise<void> =>
  page.getByRole('log').getByText(text).first().waitFor()

/** Writes a message and sends it. */
export async function type(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox').last()
  await box.fill(text)
  await box.press('Enter')
}
