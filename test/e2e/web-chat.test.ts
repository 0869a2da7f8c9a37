import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { shows, write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, EMMA, LUIS } from '../support/people.ts'
import { until } from '../support/until.ts'

const GROUP = -1_001_000_000_001
const demonstration = useDemonstration()

describe('a newcomer in the web chat', () => {
  let page: Page
  beforeAll(async () => {
    page = await demonstration.open({ viewport: { width: 1280, height: 800 } })
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

describe('in the web chat of the demonstration', () => {
  const open = (user: number, chat: number): Promise<Page> =>
    demonstration.open({ viewport: { width: 1280, height: 800 } }, `?user=${user}&chat=${chat}`)
  /** Presses a button under the newest message once it is there. */
  const press = (page: Page, name: RegExp): Promise<void> =>
    page.locator('.message').last().getByRole('button', { name }).first().click()

  it('an alert is added by buttons and a typed value, and triggers when the dollar passes it', async () => {
    const page = await open(LUIS.user, LUIS.chat)
    await write(page, '/tasa page_alpha.usd')
    await shows(page, /\$1 = Bs\.\s\d+,\d\d/)
    const card = (await page.locator('.message.other').last().textContent()) ?? ''
    const price = Number(/\$1 = Bs\.\s(\d+),/.exec(card)?.[1])
    await write(page, '/alertas')
    await press(page, /Nueva alerta/)
    await press(page, /^\$ BCV/)
    await press(page, /▲/)
    await press(page, /Otro/)
    await shows(page, 'Escribe solo el número.')
    await write(page, `${Math.round(price * 1.02)}`)
    await press(page, /Cada vez/)
    await shows(page, /Te aviso si el BCV supera los Bs\./)
    await page.getByRole('button', { name: 'Herramientas', exact: true }).click()
    await page.getByRole('button', { name: '+3 %' }).click()
    await shows(page, /🔔 El BCV superó los Bs\./)
    await page.close()
  })

  it('a member of a group cannot follow for it, and its administrator can', async () => {
    const [luis, ana] = [await open(LUIS.user, GROUP), await open(ANA.user, GROUP)]
    await write(luis, '/seguir usd')
    await shows(luis, 'solo los administradores pueden cambiar esto')
    await write(ana, '/seguir usd')
    await shows(luis, /te aviso cuando cambie/)
    await luis.close()
    await ana.close()
  })

  it('a member who presses below what another asked is led to the private chat, which shows it', async () => {
    const [luis, ana] = [await open(LUIS.user, GROUP), await open(ANA.user, GROUP)]
    await write(ana, '/tasa')
    await shows(luis, 'Tasas')
    await luis.getByRole('log').getByRole('button', { name: 'Actualizar' }).last().click()
    await luis.locator('.message.own', { hasText: '/start' }).waitFor()
    await shows(luis, 'Tasas')
    await luis.close()
    await ana.close()
  })

  it('a result of inline mode is chosen and posted where it was asked for', async () => {
    const page = await open(LUIS.user, GROUP)
    await page.getByRole('textbox').last().fill('@tasa_sandbox_bot 100 usd')
    await page.locator('.offer.result', { hasText: 'BCV' }).click()
    await page.locator('.message.own', { hasText: '$100 =' }).waitFor()
    await page.close()
  })
})

describe('in the web chat on a phone in dark mode,', () => {
  let page: Page
  beforeAll(async () => {
    page = await demonstration.open(
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
      `?user=${EMMA.user}&chat=${EMMA.chat}`,
    )
  })

  const log = () => page.getByRole('log')
  const tools = () => page.getByRole('button', { name: 'Herramientas', exact: true })

  it('nothing is wider than the screen, and something to try is one tap away', async () => {
    await page.getByRole('button', { name: /^\/rate/ }).tap()
    await log()
      .getByText(/simulat/i)
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
        /\$1 = Bs\.\s([\d,]+)\.(\d\d)/.exec((await cards.last().textContent()) ?? '') ?? []
      return Number(`${whole.replaceAll(',', '')}.${cents}`)
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
