import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { until } from '../support/until.ts'

describe('in the web chat on a phone in dark mode,', () => {
  const { open } = useDemonstration()
  let page: Page
  beforeAll(async () => {
    page = await open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
  })

  const log = () => page.getByRole('log')
  const tools = () => page.getByRole('button', { name: 'Herramientas', exact: true })

  it('nothing is wider than the screen, and something to try is one tap away', async () => {
    await page.getByRole('button', { name: /^\/tasa/ }).tap()
    await log()
      .getByText(/simulad/i)
      .first()
      .waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  it('the raw calls of the bot are shown as they are made', async () => {
    await tools().tap()
    await page.locator('.call', { hasText: '↓ message' }).first().waitFor()
    await page.locator('.call', { hasText: 'sendMessage' }).first().locator('summary').tap()
    await page.getByLabel('Enviado').getByText('"chat_id"').first().waitFor()
    await page.getByRole('button', { name: 'Cerrar herramientas' }).tap()
  })

  it('a bot that is answered with 429 answers once the time is over', async () => {
    await tools().tap()
    const refusing = page.getByRole('switch', { name: /429/ })
    // The page reads the state of the switch every moment, perhaps once more from before the tap.
    await until(() => refusing.check())
    await page.getByRole('button', { name: 'Cerrar herramientas' }).tap()
    await write(page, '/help')
    await tools().tap()
    await page.locator('.call.refused', { hasText: '429' }).first().waitFor()
    await until(() => refusing.uncheck())
    await page.getByRole('button', { name: 'Cerrar herramientas' }).tap()
    const before = await page.locator('.message').count()
    await write(page, '/help')
    await expect.poll(() => page.locator('.message').count(), { timeout: 30_000 }).toBeGreaterThan(before + 1)
  })

  it('a button moves the dollar by 3 %, and the bot sends it', async () => {
    // No official price: from 16:00 on the newest one of those is in force tomorrow.
    // Answers to what was asked before, while calls were refused, may still come.
    const cards = page.locator('.message.other', { hasText: /\$1 = Bs\.\s\d/ })
    const price = async (): Promise<number> => {
      const before = await cards.count()
      await write(page, '/rate page_beta.usd')
      await cards.nth(before).waitFor()
      const [, whole = '', cents = ''] =
        /\$1 = Bs\.\s(\d+),(\d\d)/.exec((await cards.last().textContent()) ?? '') ?? []
      return Number(`${whole}.${cents}`)
    }
    const before = await price()
    await tools().tap()
    await page.getByRole('button', { name: '+3 %' }).tap()
    await page.getByRole('button', { name: 'Cerrar herramientas' }).tap()
    await expect.poll(price, { timeout: 30_000, interval: 1_000 }).toBeGreaterThan(before * 1.02)
  })

  it('a blocked bot sends nothing, and is notified when it is unblocked', async () => {
    await page.getByLabel('Opciones del chat').tap()
    await page.getByRole('button', { name: 'Bloquear al bot' }).first().tap()
    await page.getByText('bloqueado', { exact: true }).waitFor()
    await page.getByLabel('Opciones del chat').tap()
    await page.getByRole('button', { name: 'Desbloquear al bot' }).first().tap()
    const before = await page.locator('.message').count()
    await write(page, '/rate usd')
    await expect.poll(() => page.locator('.message').count(), { timeout: 30_000 }).toBeGreaterThan(before + 1)
  })
})
