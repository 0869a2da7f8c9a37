import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const PATIENCE_MS = 30_000

/** Opens the web chat in a window of its own. */
export async function openWebChat(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(PATIENCE_MS)
  await goTo(page, address)
  return page
}

/** Goes to a chat and waits until the page knows it: keys typed before that go nowhere. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('#people [aria-selected="true"]').waitFor({ state: 'attached' })
}

/** Writes a message and sends it. */
export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox').last()
  await box.fill(text)
  await box.press('Enter')
}

/** Waits until the log of messages shows a text. */
export const shows = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('log').getByText(text).last().waitFor()
