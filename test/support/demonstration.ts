import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from '../../sandbox/test/support/chromium.ts'
import { openWebChat } from '../../sandbox/test/support/web-chat.ts'
import { type Program, spawnProgram } from './program.ts'

/** The whole program with nothing set, and a browser to look at it; for one file of tests. */
export function useDemonstration() {
  let program: Program
  let browser: Browser
  let webChat: string

  beforeAll(async () => {
    program = spawnProgram()
    browser = await launchChromium()
    webChat = await program.address('Web chat')
  })
  afterAll(async () => {
    await browser.close()
    await program.stop()
  })

  return {
    /** Where the web chat is. */
    root: (): string => webChat,
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
