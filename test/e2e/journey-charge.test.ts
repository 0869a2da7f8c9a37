import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, createPeople, LUIS } from '../support/people.ts'

const GROUP = -1_001_000_000_001

/** `16.007,20` as a number. */
const numberOf = (text: string): number => Number(text.replaceAll('.', '').replace(',', '.'))

describe('who charges a bill', () => {
  const { openOnPhone, root } = useDemonstration()
  let page: Page
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    people = createPeople(root())
    page = await openOnPhone(ANA)
  })

  const last = () => page.locator('.message').last()
  const lastText = async (): Promise<string> => (await last().textContent()) ?? ''

  it('types a sum, reads what it comes to at which rate of which day, and copies the bare amount', async () => {
    await write(page, '/cobrar 12x25+8')
    await last()
      .getByText(/\$308,00 = Bs\.\s[\d.]+,\d\d/)
      .waitFor()
    const text = await lastText()
    expect(text).toContain('12 × 25 + 8')
    expect(text).toMatch(/\$1 = Bs\.\s[\d.]+,\d{2,4}[\s\S]*Tasa del \p{L}+ \d+ de \p{L}+/u)
    expect(text).toContain('Fuente: ')
    expect(text).toMatch(/Precio simulado/)
    const [, due = ''] = /= Bs\.\s([\d.]+,\d\d)/.exec(text) ?? []
    await page.getByRole('button', { name: /^Copiar/ }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(due.replaceAll('.', ''))
  })

  it('counts the notes of a customer by taps, with the tax, and nothing is wider than the phone', async () => {
    await page.getByRole('button', { name: 'Pagó una parte' }).click()
    await page.getByRole('button', { name: '+ $50' }).click()
    await last().getByText('−50,00').waitFor()
    await page.getByRole('button', { name: '+ $50' }).click()
    await last().getByText('−100,00').waitFor()
    await page.getByRole('button', { name: '✓ Listo' }).click()
    await page.getByRole('button', { name: 'Con IGTF' }).click()
    await last().getByText('IGTF 3 %').waitFor()
    expect(await lastText()).toMatch(/o \$217,24 con IGTF/)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  it('is paid in both moneys, and the columns of the receipt add up', async () => {
    const receipt = await people.ask(LUIS, '/cobrar 20 paga 15 usd y 1.000 bs')
    const column = (label: string): [number, number] => {
      const [, sign = '', foreign = '', bolivares = ''] =
        new RegExp(`^${label} +([−+]?)([\\d.]+,\\d\\d) +[−+]?([\\d.]+,\\d\\d)$`, 'm').exec(receipt) ?? []
      const factor = sign === '−' ? -1 : 1
      return [factor * numberOf(foreign), factor * numberOf(bolivares)]
    }
    const rows = ['Total', 'Pagó \\$', 'Pagó Bs\\.'].map(column)
    const left = column('Falta')
    for (const at of [0, 1] as const)
      expect(rows.reduce((sum, row) => sum + row[at], 0)).toBeCloseTo(left[at], 2)
  })

  it('asks for the amount, and charges the next message, in euros too', async () => {
    expect(await people.ask(LUIS, '/cobrar')).toContain('¿Cuánto cobras?')
    expect(await people.ask(LUIS, '20€')).toMatch(/^€20,00 = Bs\.\s[\d.]+,\d\d/)
    expect(await people.ask(LUIS, '50')).toBe('¿50 de qué?')
  })

  it('says what was paid in a message of its own, in the other foreign money too', async () => {
    await people.ask(LUIS, '/cobrar 20 euros')
    expect(await people.ask(LUIS, 'paga 15 usd')).toMatch(
      /^€20,00 = [\s\S]*Falta: Bs\.\s[\d.]+,\d\d o \$\d+,\d\d\n.*€1 = .*\n.*\$1 = /,
    )
    expect(await people.ask(LUIS, 'y paga 90.000 bs')).toContain('Vuelto: Bs.')
  })

  it('charges in a group, where only administrators decide how', async () => {
    const member = { user: LUIS.user, chat: GROUP }
    expect(await people.ask(member, '/cobrar 20 paga 50 usd')).toMatch(/Vuelto: Bs\.\s[\d.]+,\d\d o \$30,00/)
    expect(await people.ask(member, '/ajustes')).toContain('Aquí solo los administradores')
  })

  it('sets how bills are rounded and taxed, once and for all bills', async () => {
    await write(page, '/ajustes')
    await page.getByRole('button', { name: 'Cobros' }).click()
    await page.getByRole('button', { name: 'Al bolívar' }).click()
    await page.getByRole('button', { name: '✓ Al bolívar' }).waitFor()
    await page.getByRole('button', { name: 'Con IGTF' }).last().click()
    await page.getByRole('button', { name: '✓ Con IGTF' }).waitFor()
    expect(await people.ask(ANA, 'cóbrame 20')).toMatch(
      /= Bs\.\s[\d.]+,00\nSi paga en divisas: \$20,60 con IGTF\n.*\nRedondeado al bolívar\./,
    )
  })

  it('asks whether an offer is good, in plain words, and turns it round', async () => {
    await write(page, 'me venden 100$ en 1500')
    await last().getByText('✗ No te conviene').waitFor()
    expect(await lastText()).toMatch(/BCV.*Paralelo.*USDT/s)
    await page.getByRole('button', { name: 'Me compran a 1.500,00' }).click()
    await last().getByText('✓ Te conviene: te pagan').waitFor()
  })
})
