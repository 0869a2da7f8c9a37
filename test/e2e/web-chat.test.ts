import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { openWebChat, write } from '../support/web-chat.ts'

describe('a newcomer in the web chat', () => {
  let program: Program
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    program = spawnProgram()
    browser = await launchChromium()
    const viewport = { width: 1280, height: 800 }
    page = await openWebChat(browser, await program.address('Web chat'), { viewport })
  })
  afterAll(async () => {
    await browser.close()
    await program.stop()
  })

  const log = () => page.getByRole('log')

  it('is told that this is not Telegram and its prices are simulated, and what it is in three lines', async () => {
    expect(await page.getByText('no es Telegram').isVisible()).toBe(true)
    await page.getByText('Los precios son simulados').waitFor()
    const lines = async () => (await page.locator('.welcome .about').innerText()).split('\n')
    await expect
      .poll(async () => (await lines()).map(({ length }) => length > 10))
      .toEqual([true, true, true])
    expect(await page.locator('.welcome .try').count()).toBe(3)
  })

  it('begins with one button', async () => {
    await page.getByRole('button', { name: 'Iniciar' }).click()
    await log().getByText('Hola').waitFor()
  })

  it('asks for a rate and reads it in Venezuelan figures', async () => {
    await write(page, '/rate usd')
    await log()
      .getByText(/\$1 = Bs\.\s\d{3},\d\d/)
      .waitFor()
    expect(await log().textContent()).toMatch(/simulad/i)
  })

  it('follows by a button, and sees pushes arrive while it watches', async () => {
    await write(page, '/follow')
    await log().getByText('¿Cuál quieres seguir?').waitFor() // earlier messages have such buttons too
    await page
      .getByRole('button', { name: /Dólar paralelo/ })
      .last()
      .click()
    await log()
      .getByText(/avisaré aquí cuando cambie/)
      .waitFor()
    await log().getByText(/[▲▼]/).first().waitFor({ timeout: 20_000 })
  })

  it('follows no more', async () => {
    await write(page, '/unfollow page_beta.usd')
    await log()
      .getByText(/no avisaré más de/)
      .waitFor()
  })
})
