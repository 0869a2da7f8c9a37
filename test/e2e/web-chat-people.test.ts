import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { shows, write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, LUIS } from '../support/people.ts'

const GROUP = -1_001_000_000_001

describe('in the web chat of the demonstration', () => {
  const demonstration = useDemonstration()
  const open = (user: number, chat: number): Promise<Page> =>
    demonstration.open({ viewport: { width: 1280, height: 800 } }, `?user=${user}&chat=${chat}`)
  /** Presses a button under the newest message once it is there. */
  const press = (page: Page, name: RegExp): Promise<void> =>
    page.locator('.message').last().getByRole('button', { name }).first().click()

  it('an alert is added by buttons and a typed value, and triggers when the dollar passes it', async () => {
    const page = await open(ANA.user, ANA.chat)
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
