import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { goTo, write } from '../../sandbox/test/support/web-chat.ts'
import { addDays, type Day, dayOf } from '../../src/domain/caracas.ts'
import { useDemonstration } from '../support/demonstration.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'

const GROUP = -1_001_000_000_001
/** `14 de junio de 2026` */
const written = (day: Day): string =>
  new Date(day).toLocaleDateString('es', { dateStyle: 'long', timeZone: 'UTC' })

/** A Sunday of the year before today, which the simulated history has. */
function pastSunday(): Day {
  const day = addDays(dayOf(Date.now()), -150)
  return addDays(day, -new Date(day).getUTCDay())
}

const SHOWN = /\$100 = Bs\.\s([\d.]+,\d\d)/

describe('who wants to know what an amount comes to', () => {
  const { openOnPhone, root } = useDemonstration()
  let page: Page
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    people = createPeople(root())
    page = await openOnPhone(ANA)
  })

  const last = () => page.locator('.message').last()

  it('asks, taps an amount, picks a rate, turns it round, and copies the number', async () => {
    await write(page, '/convertir')
    await page.getByRole('button', { name: '$100', exact: true }).click()
    await last().getByText('$100 en bolívares').waitFor()
    await page.getByRole('button', { name: '$ Paralelo' }).click()
    const converted = last().getByText(SHOWN)
    await converted.waitFor()
    const [, result = ''] = SHOWN.exec((await converted.textContent()) ?? '') ?? []
    await last()
      .getByText(/simulado/)
      .waitFor()
    await page.getByRole('button', { name: /^Copiar/ }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(result.replaceAll('.', ''))
    await page.getByRole('button', { name: '⇄ Bs.\u00a0100 → $' }).click()
    await last()
      .getByText(/Si eran Bs\.\s100: \$0,\d\d/)
      .waitFor()
  })

  it('types an amount as people do, in private only', async () => {
    expect(await people.ask(LUIS, '5.000 bs')).toMatch(/^Bs\.\s5\.000 en dólares\n.*\$\d,\d\d/s)
    expect(await people.ask(EMMA, 'how much is 20€?')).toMatch(/^€20 in bolivars\n/)
    expect(await people.ask(LUIS, '20$ y 5€')).toMatch(/^\$20 \+ €5 en bolívares\n.*\nTotal +[\d.]+,\d\d\n/s)
    const group = { user: LUIS.user, chat: GROUP }
    const talk = await people.say(group, '100 usd')
    const [answer] = await people.heard(group, await people.say(group, '/convertir 100 usd'))
    expect(answer).toContain('$100 en bolívares')
    expect(await people.heard(group, talk)).toHaveLength(1)
  })

  it('asks for a day of the past, and reads which day’s price it was', async () => {
    const [friday, sunday, monday] = [-2, 0, 1].map((days) => addDays(pastSunday(), days)) as [Day, Day, Day]
    const typed = sunday.split('-').reverse().join('-')
    const answer = await people.ask(LUIS, `/convertir 100 usd page_alpha.usd ${typed}`)
    expect(answer).toContain(`El domingo ${written(sunday)} regía el precio del lunes ${written(monday)}`)
    expect(answer).toContain(`El viernes ${written(friday)} fue Bs.`)
  })

  it('sees the gap with its range of 30 days', async () => {
    expect(await people.ask(LUIS, '/brecha')).toMatch(
      /^Brecha: \d+,\d\d\s%\n.*\nÚltimos 30 días\nMínima el \d\d\/\d\d +\d+,\d\d\s%\nMáxima el \d\d\/\d\d +\d+,\d\d\s%\n/s,
    )
  })

  it('posts a conversion from inline mode into a group', async () => {
    await goTo(page, `${root()}/?user=${LUIS.user}&chat=${GROUP}`)
    await page.getByRole('textbox').last().pressSequentially('@tasa_sandbox_bot 100 usd')
    await page
      .getByText(/^\$100 = Bs\.\s/)
      .first()
      .click()
    await last()
      .getByText(/^\$100 = Bs\.\s[\d.]+,\d\d$/)
      .waitFor()
    await last()
      .getByText(/simulado/)
      .waitFor()
    await last()
      .getByRole('button', { name: /^Copiar/ })
      .waitFor()
  })
})
