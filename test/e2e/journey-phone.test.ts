import type { Locator, Page } from 'playwright-core'
import { request } from 'undici'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, LUIS } from '../support/people.ts'

const WIDTH = 390
const SCREEN = 844

/** What is asked on a phone, and seen there. */
describe('somebody with a phone', () => {
  const { openOnPhone, root } = useDemonstration()
  let page: Page

  beforeAll(async () => {
    page = await openOnPhone(ANA)
  })
  afterEach(async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(WIDTH)
  })

  const answers = () => page.locator('.message.other')

  /** Writes a text, and returns the message that answers it. */
  async function ask(text: string): Promise<Locator> {
    const before = await answers().count()
    await write(page, text)
    await answers().nth(before).waitFor()
    return answers().nth(before)
  }
  const textOf = async (message: Locator): Promise<string> =>
    (await message.innerText()).replaceAll('\u00a0', ' ')
  const say = async (text: string): Promise<string> => textOf(await ask(text))

  /** Presses a button of the last message that has it. */
  const press = (caption: string | RegExp) => page.getByRole('button', { name: caption }).last().click()
  const shows = (text: string | RegExp) => answers().getByText(text).last().waitFor()

  async function post(path: string): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await (await request(`${root()}${path}`, { method: 'POST', headers, body: '{}' })).body.dump()
  }

  it('finds rates by what people call them', async () => {
    expect(await say('paralelo')).toMatch(/^Paralelo\n\$1 = Bs\. [\d.]+,\d\d/)
    expect(await say('dolar oficial')).toMatch(/^BCV\n/)
    expect(await say('cuanto es 50 dolares a tasa bcv')).toMatch(/^\$50 = Bs\. [\d.]+,\d\d\nBCV: /)
    expect(await say('$20 a binance')).toMatch(/^\$20 = Bs\. [\d.]+,\d\d\nUSDT: /)
  })

  it('is understood in plain words, and helped where not', async () => {
    expect(await say('brecha')).toMatch(/^Brecha: \d+,\d\d %\n/)
    expect(await say('a cuanto son 15 euros')).toMatch(/^€15/)
    expect(await say('avísame si el dólar pasa de 1100')).toContain(
      'Te aviso si el BCV supera los Bs. 1.100,00',
    )
    expect(await say('avísame si el dólar pasa de 1100')).toMatch(/^Ya la tienes/)
    const lost = await ask('xyzzy plugh')
    expect(await lost.locator('.button').allInnerTexts()).toEqual([
      'Tasas',
      'Convertir',
      'Gráfico',
      'Avisarme',
    ])
  })

  it('sees the rates on one screen, since yesterday, with at most six buttons', async () => {
    const rates = await ask('/tasa')
    expect(await textOf(rates)).toMatch(/^Tasas en Bs\.[\s\S]*\$ BCV[\s\S]*\$ Paralelo[\s\S]*% desde ayer/)
    expect((await rates.boundingBox())?.height).toBeLessThan(SCREEN)
    expect(await rates.locator('.button').count()).toBeLessThanOrEqual(6)
    await press(/^Otros dólares/)
    await shows(/Promedio/)
  })

  it('sees the price in force with the other one beside it', async () => {
    const [, gap = ''] = /^Brecha: (\d+,\d\d) %/.exec(await say('/brecha')) ?? []
    expect(Number(gap.replace(',', '.'))).toBeGreaterThan(0)
    await post('/chat/publish')
    await expect
      .poll(() => say('/tasa bcv'), { timeout: 30_000, interval: 1_000 })
      .toMatch(/\n[Hh]oy .*\d+,\d\d.* · /)
  })

  it('is told what a price was before, and hears less with a tap', async () => {
    await expect
      .poll(() => say('/seguir paralelo'), { timeout: 30_000 })
      .toMatch(/^(Listo: te aviso|Ya sigues)/)
    await page
      .locator('.message.other', { hasText: /Antes: / })
      .first()
      .waitFor()
    const push = page.locator('.message.other', { hasText: /Antes: / }).last()
    expect(await push.locator('.button').allInnerTexts()).toEqual(['Menos avisos', 'Gráfico', 'Dejar'])
    await press('Dejar')
    await shows(/ya no te aviso del paralelo/)
  })

  it('sees that notices are off after /parar, and turns them on with a tap', async () => {
    expect(await say('/parar')).toMatch(/^Listo: ya no te aviso aquí/)
    expect(await say('/alertas')).toContain('los avisos están apagados')
    await press('Volver a avisar')
    await shows(/Vuelves a recibir: /)
  })

  it('is sent a picture for a status, and told whether an offer is good', async () => {
    const card = (await ask('/imagen')).locator('img')
    await card.waitFor()
    await expect
      .poll(() =>
        card.evaluate((image) => [Reflect.get(image, 'naturalWidth'), Reflect.get(image, 'naturalHeight')]),
      )
      .toEqual([1080, 1920])
    expect(await say('me venden a 1300')).toMatch(/No te conviene: es \d+,\d\d % más caro que el paralelo/)
  })

  it('is told when the bank publishes, once', async () => {
    const luis = await openOnPhone(LUIS)
    const heard = luis.locator('.message.other', { hasText: /^(?:▲ BCV[\s\S]*Antes: |BCV (?:para|desde) )/ })
    await write(luis, '/seguir bcv')
    await luis.locator('.message.other', { hasText: 'Listo: te aviso' }).waitFor()
    await post('/chat/publish')
    await heard.first().waitFor()
    expect(await heard.count()).toBe(1)
    expect(await luis.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(WIDTH)
  })
})
