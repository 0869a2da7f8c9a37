import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { write } from '../../sandbox/test/support/web-chat.ts'
import { findViolations } from '../support/axe.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { createPeople, EMMA, LUIS } from '../support/people.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
/** More than the stops of the Tab key on the page. */
const STOPS_MAX = 60
/** The name of what has the focus; nothing where the focus is lost. */
const ACTIVE = `(({ activeElement: at, body }) =>
  at === body ? '' : (at.getAttribute('aria-label') ?? at.textContent))(document)`

const { open, openDocs, root } = await useDemonstration()

it.each([
  ['on a desktop in the light', DESKTOP, ''],
  ['on a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' as const }, '?user=10000002'],
  ['on a phone', PHONE, `?user=${EMMA.user}`],
])('axe-core finds nothing wrong %s', async (_where, options, query) => {
  const page = await open(options, query)
  const answers = page.locator('.message.other')
  await page.locator('.welcome').waitFor()
  expect(await findViolations(page), 'the first screen').toEqual([])
  await write(page, '/rate')
  await page.locator('.message.other .buttons').waitFor()
  await write(page, '/history usd 30d')
  await page.locator('img.picture').waitFor()
  const before = await answers.count()
  await write(page, '@tasa_sandbox_bot 100 usd')
  await page.locator('.own .mention').waitFor()
  await answers.nth(before).waitFor() // it fades in too
  expect(await findViolations(page), 'a card, a chart and a mention of the bot').toEqual([])
  await page.getByRole('button', { name: 'Herramientas', exact: true }).click()
  await page.locator('.call summary').first().click()
  expect(await findViolations(page), 'the tools, with a raw call open').toEqual([])
  await page.close()
})

it('axe-core finds nothing wrong in a group in the dark, with names and what was posted through the bot', async () => {
  const page = await open({ ...DESKTOP, colorScheme: 'dark' }, '?user=10000002&chat=-1001000000001')
  await write(page, '/seguir usd')
  await page.locator('.message.other').waitFor()
  await page.getByRole('textbox').last().fill('@tasa_sandbox_bot 100 usd')
  await page.locator('.offer.result').first().click()
  await page.locator('.message.own strong').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.close()
})

it('axe-core finds nothing wrong in the list of chats on a phone', async () => {
  const page = await open(PHONE)
  await page.getByLabel('Ver chats').tap()
  await page.locator('.chat-link').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.close()
})

it('a person without a mouse asks, presses a button and goes to another chat', async () => {
  const page = await open(DESKTOP)
  const before = await page.locator('.message.other').count()
  await page.keyboard.type('/rate')
  await page.keyboard.press('Enter')
  await page.locator('.message.other').nth(before).locator('.buttons').waitFor()

  await walkTo(page, 'Shift+Tab', 'Actualizar')
  const edited = page.locator('.message.other .foot[data-preview^="editado"]')
  await expect.poll(() => pressUntilSeen(page, edited), { timeout: 30_000 }).toBe(true)
  expect(await page.evaluate(ACTIVE)).toMatch(/Actualizar/)

  const other = page.locator('.chat-link[aria-current="false"]').first()
  const name = (await other.getAttribute('aria-label')) ?? ''
  await walkTo(page, 'Shift+Tab', name)
  const chat = Number(await other.getAttribute('data-chat'))
  await createPeople(root).say({ ...LUIS, chat }, '¿A cómo está?')
  await page.getByRole('link', { name: `${name} 1 sin leer` }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.close()
})

/** Where no price has moved the bot says so and edits nothing; a moment later one has. */
async function pressUntilSeen(page: Page, sign: Locator): Promise<boolean> {
  if ((await sign.count()) > 0) return true
  const pressed = page.waitForResponse('**/chat/press')
  await page.keyboard.press('Enter')
  await pressed
  return (await sign.count()) > 0
}

/** Presses a key until the focus stands on what is named so. */
async function walkTo(page: Page, key: string, name: string): Promise<void> {
  const passed: unknown[] = []
  while (passed.length < STOPS_MAX) {
    await page.keyboard.press(key)
    const at = await page.evaluate<string>(ACTIVE)
    if (at.includes(name)) return
    passed.push(at.slice(0, 40))
  }
  throw new Error(`the focus never came to ${name}: ${passed.join(' · ')}`)
}

it('the documentation shows all endpoints, and breaks none of its own policy', async () => {
  const violated: string[] = []
  const page = await openDocs(violated)
  await page.locator('summary', { hasText: '/conversion' }).waitFor()
  await page.locator('summary', { hasText: 'set-webhook' }).click()
  await page.locator('details[open] pre', { hasText: 'certificate_ssl' }).waitFor()
  expect(violated).toEqual([])
  await page.close()
})
