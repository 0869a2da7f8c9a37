import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../sandbox/test/support/web-chat.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, EMMA } from '../support/people.ts'

const BUTTONS_MAX = 6

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

describe.each([
  [
    'es',
    ANA,
    [
      '/tasa',
      '/historial bcv',
      '/historial bcv 1d',
      '/historial bcv 365d',
      '100 usd',
      '/ajustes',
      '/alertas bcv 900',
      '/cobrar 20',
      '/cambios bcv',
    ],
  ],
  [
    'en',
    EMMA,
    [
      '/rate',
      '/history bcv',
      '/history bcv 1d',
      '/history bcv 365d',
      '100 usd',
      '/settings',
      '/alerts bcv 900',
      '/charge 20',
      '/changes bcv',
    ],
  ],
] as const)('on a phone of 390 points, in %s,', (_language, person, texts) => {
  const { openOnPhone } = useDemonstration()
  let page: Page
  beforeAll(async () => {
    page = await openOnPhone(person)
  })

  it.each(texts)('the buttons under the answer to %s are six at most, each on one line', async (text) => {
    const before = await page.locator('.message .buttons').count()
    await write(page, text)
    await page.locator('.message .buttons').nth(before).waitFor({ timeout: 30_000 })
    const { all, broken } = (await page.evaluate(LAST_KEYBOARD)) as Record<'all' | 'broken', string[]>
    expect(all.length).toBeGreaterThan(0)
    expect(all.length).toBeLessThanOrEqual(BUTTONS_MAX)
    expect(broken).toEqual([])
  })
})
