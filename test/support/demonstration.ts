import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchChromium } from '../../sandbox/test/support/chromium.ts'
import { openWebChat } from '../../sandbox/test/support/web-chat.ts'
import { forFile } from './folder.ts'
import { spawnProgram } from './program.ts'

/** The whole program with nothing set, and a browser to look at it; for one file of tests. */
export async function useDemonstration() {
  const program = await forFile(spawnProgram())
  const browser = await launchChromium()
  afterAll(() => browser.close())
  const webChat = await program.address('Web chat')

  return {
    /** Where the web chat is. */
    root: webChat,
    /** The documentation of the rate service; `violated` gets what its own policy forbade. */
    async openDocs(violated: string[]): Promise<Page> {
      const page = await browser.newPage()
      page.on(
        'console',
        (line) => line.text().includes('Content Security Policy') && violated.push(line.text()),
      )
      await page.goto(`${await program.address('Rate service')}/docs`)
      return page
    },
    /** A page of the web chat. */
    open: (options: BrowserContextOptions, query = ''): Promise<Page> =>
      openWebChat(browser, `${webChat}/${query}`, options),
  }
}
