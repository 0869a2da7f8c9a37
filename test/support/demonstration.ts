import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type Program, spawnProgram } from './program.ts'
import { openWebChat } from './web-chat.ts'

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
    /** A page of the web chat. */
    open: (options: BrowserContextOptions, query = ''): Promise<Page> =>
      openWebChat(browser, `${webChat}/${query}`, options),
  }
}
