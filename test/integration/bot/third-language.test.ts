import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { createBot } from '../../../src/bot.ts'
import { makeFolder } from '../../support/folder.ts'
import { ana, CHAT, useBot } from './harness.ts'
import { monitor, NOON } from './memory.ts'

const { ask, chats, client, restart } = await useBot()
const ROOT = join(import.meta.dirname, '../../..')

/** A copy of the program with one more language: its two files, and their places in the two lists of languages. */
function copyWithEsperanto(): string {
  const copy = makeFolder()
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  addLanguage(join(copy, 'src/language/tokens.ts'), 'lexicon.ts', 'EO', ['[ES, EN]', '[ES, EN, EO]'])
  addLanguage(join(copy, 'src/words/words.ts'), 'words.ts', 'eo', ['= { es, en }', '= { es, en, eo }'])
  return copy
}

/** Adds a language beside the Spanish one, and its name to the list of languages. */
function addLanguage(list: string, file: string, name: string, [before, after]: [string, string]): void {
  const text = readFileSync(list, 'utf8')
  const folder = /'(\.\/(?:lexicon\/)?)es\.ts'/.exec(text)?.[1] ?? ''
  const language = readFileSync(join(ROOT, 'test/support/esperanto', file), 'utf8')
  writeFileSync(
    join(dirname(list), folder, 'eo.ts'),
    language.replace(/'[./]+\/src\/(?:language\/lexicon|words)\//g, "'./"),
  )
  writeFileSync(list, `import { ${name} } from '${folder}eo.ts'\n${text.replace(before, after)}`)
}
const OFFICIAL = monitor('page_alpha.usd')
const DAY_MS = 24 * 3_600_000

test('a language of two files, a lexicon and its words, is spoken in commands and in sentences', async () => {
  const url = pathToFileURL(join(copyWithEsperanto(), 'src/bot.ts')).href
  const { createBot: create }: { createBot: typeof createBot } = await import(url)
  await restart({ create })
  await chats.settings.setLanguage(CHAT, 'eo')
  const rates = [await ask(ana, '/kurzo usd'), await ask(ana, 'kiom kostas la dolaro')]
  for (const { text } of rates) expect(text).toContain('Bs.')

  const sums = [await ask(ana, '/konverti dudek dolaroj en bolivaroj'), await ask(ana, '5 oble 4 dolaroj')]
  for (const { text } of sums) expect(text).toMatch(/20(?:,00)? |20,00/)

  const alerts = [
    await ask(ana, '/avertoj dolaro super 900'),
    await ask(ana, 'avertu min se la dolaro superas mil'),
  ]
  for (const { text } of alerts) expect(text).toMatch(/^🔔 Mi avertos vin, se .* superas /)
  const kept = await chats.alerts.list(CHAT)
  expect(kept.map(({ kind, value }) => [kind, value])).toEqual([
    ['above', '900'],
    ['above', '1000'],
  ])

  const days = [3, 2, 1].map((ago) => new Date(NOON - ago * DAY_MS).toISOString().slice(0, 10))
  client.set(OFFICIAL, Object.fromEntries(days.map((day, at) => [day, String(300 + at)])))
  for (const text of ['/grafikajo usd 7 tagoj', 'grafikajon de la dolaro 30 tagoj'])
    expect(await ask(ana, text)).toMatchObject({ photo: expect.any(Array) })
})
