import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shows, write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, EMMA, type Place } from '../support/people.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const WIDTH = 390
const SCREEN = 844
const PHONE = { viewport: { width: WIDTH, height: SCREEN } }
const BUTTONS_MAX = 6
const demonstration = await useDemonstration()

const open = ({ user, chat }: Place, options = DESKTOP): Promise<Page> =>
  demonstration.open(options, `?user=${user}&chat=${chat}`)
const lastOf = (page: Page) => page.locator('.message').last()
/** Presses a button under the newest message once it is there. */
const press = (page: Page, name: string | RegExp): Promise<void> =>
  lastOf(page).getByRole('button', { name }).first().click()

it('a newcomer in the web chat reads in three lines what it is, that it is not Telegram, and that prices are simulated, and starts', async () => {
  const page = await demonstration.open(DESKTOP)
  expect(await page.getByText('no es Telegram').isVisible()).toBe(true)
  await page.getByText('Los precios son simulados').waitFor()
  const lines = async () => (await page.locator('.welcome .about').innerText()).split('\n')
  await expect.poll(async () => (await lines()).map(({ length }) => length > 10)).toEqual([true, true, true])
  expect(await page.locator('.welcome .try').count()).toBe(3)
  await page.getByRole('button', { name: 'Iniciar' }).click()
  await shows(page, 'Hola')
  await page.close()
})

/** In the page: the captions of the last keyboard, and those that stand on more than one line. */
const LAST_KEYBOARD = `(() => {
  const keyboards = [...document.querySelectorAll('.message .buttons')]
  const buttons = [...(keyboards.at(-1)?.querySelectorAll('.button') ?? [])]
  const isBroken = (button) => {
    const range = document.createRange()
    range.selectNodeContents(button)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  }
  const captions = (some) => some.map(({ textContent }) => textContent)
  return { all: captions(buttons), broken: captions(buttons.filter(isBroken)) }
})()`

describe('on a phone of 390 points', () => {
  let page: Page
  beforeAll(async () => {
    page = await open(ANA, PHONE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterEach(async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(WIDTH)
  })
  afterAll(() => page.close())

  const last = () => lastOf(page)
  const copied = async (): Promise<string> => {
    await press(page, /^Copiar/)
    return page.evaluate('navigator.clipboard.readText()')
  }

  it('a person asks what an amount comes to, picks a rate, copies the number and turns it round', async () => {
    await write(page, '/convertir')
    await press(page, /^\$100$/)
    await last().getByText('$100 en bolívares').waitFor()
    await press(page, 'Más ›')
    await press(page, '$ Paralelo')
    await last()
      .getByText(/\$100 = Bs\./)
      .waitFor()
    const [, result = ''] = /\$100 = Bs\.\s([\d.]+,\d\d)/.exec((await last().textContent()) ?? '') ?? []
    expect(await copied()).toBe(result.replaceAll('.', ''))
    await press(page, 'Más ›')
    await press(page, '⇄ Bs.\u00a0100 → $')
    await last()
      .getByText(/Si eran Bs\.\s100:/)
      .waitFor()
    expect(await last().textContent()).toMatch(/Si eran Bs\.\s100:.*\D0,\d\d/s)
  })

  it('a person sees all rates on one screen, and a picture for a status', async () => {
    await write(page, '/tasa')
    await last()
      .getByText(/Cambio desde ayer/)
      .waitFor()
    expect((await last().boundingBox())?.height).toBeLessThan(SCREEN)
    await write(page, '/imagen')
    const card = last().locator('img')
    await card.waitFor()
    const size = () =>
      card.evaluate((image) => ['naturalWidth', 'naturalHeight'].map((of) => Reflect.get(image, of)))
    await expect.poll(size).toEqual([1080, 1920])
  })

  it.each([
    [
      ANA,
      '/tasa, /historial bcv, /historial bcv 1d, 100 usd, /ajustes, /alertas bcv 900, /cobrar 20, /cambios bcv',
    ],
    [
      EMMA,
      '/rate, /history bcv, /history bcv 365d, 100 usd, /settings, /alerts bcv 900, /charge 20, /changes bcv',
    ],
  ])('the buttons of an answer are six at most, each on one line (%o)', async (person, texts) => {
    const phone = await open(person, PHONE)
    for (const text of texts.split(', ')) {
      const before = await phone.locator('.message .buttons').count()
      await write(phone, text)
      await phone.locator('.message .buttons').nth(before).waitFor()
      const { all, broken } = (await phone.evaluate(LAST_KEYBOARD)) as Record<'all' | 'broken', string[]>
      expect(all.length, text).toBeGreaterThan(0)
      expect(all.length, text).toBeLessThanOrEqual(BUTTONS_MAX)
      expect(broken, text).toEqual([])
    }
    await phone.close()
  })
})
