import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'

describe('a newcomer in the web chat', () => {
  const { open } = useDemonstration()
  let page: Page
  beforeAll(async () => {
    page = await open({ viewport: { width: 1280, height: 800 } })
  })

  const log = () => page.getByRole('log')

  it('reads in three lines what it is, that it is not Telegram, and that prices are simulated', async () => {
    expect(await page.getByText('no es Telegram').isVisible()).toBe(true)
    await page.getByText('Los precios son simulados').waitFor()
    const lines = async () => (await page.locator('.welcome .about').innerText()).split('\n')
    await expect
      .poll(async () => (await lines()).map(({ length }) => length > 10))
      .toEqual([true, true, true])
    expect(await page.locator('.welcome .try').count()).toBe(3)
  })

  it('starts with one button', async () => {
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
      .getByRole('button', { name: /Paralelo/ })
      .last()
      .click()
    await log()
      .getByText(/te aviso cuando cambie/)
      .waitFor()
    await log().getByText(/[▲▼]/).first().waitFor({ timeout: 30_000 })
  })

  it('unfollows', async () => {
    await write(page, '/unfollow page_beta.usd')
    await log()
      .getByText(/ya no te aviso de/)
      .waitFor()
  })
})
