import { expect, test } from 'vitest'
import { commandList, help } from '../../../../src/features/start/text.ts'
import { createCatalogue } from '../../../../src/language/catalogue.ts'
import { readRequest } from '../../../../src/language/read.ts'
import { unknownMonitor } from '../../../../src/words/price.ts'
import { languageOf, mainMenuOf, menuOf } from '../../../../src/words/words.ts'
import { MONITORS } from '../../language/monitors.ts'
import { en, es, official, quoteOf } from '../samples.ts'

test('an unknown name is repeated harmlessly, and shortened', () => {
  expect(unknownMonitor(es, '<a href="x">', { isNear: true, known: [] })).toBe(
    'No conozco «&lt;a href=&quot;x&quot;&gt;». ¿Quisiste decir una de estas?',
  )
  expect(unknownMonitor(en, 'x'.repeat(70), { isNear: false, known: [quoteOf(), official] })).toBe(
    `I don’t know “${'x'.repeat(39)}…”. I have Dólar paralelo and Dólar oficial. /rate shows them all.`,
  )
})

test('help is five examples, each of which the bot reads, in the language of the chat', () => {
  for (const words of [es, en]) {
    expect(help(words).split('\n')).toHaveLength(7)
    for (const [text] of words.help.examples)
      expect(
        readRequest(text, { today: '2026-11-22', markNames: createCatalogue(MONITORS).markNames }),
      ).toBeDefined()
  }
  expect(commandList(es).split('\n')).toHaveLength(1 + menuOf(es).length)
})

test('the menu of Telegram has six commands, and in groups the live message', () => {
  const names = (isGroup: boolean) => mainMenuOf(es, isGroup).map(({ command }) => command)
  expect(names(false)).toEqual(['tasa', 'cobrar', 'imagen', 'historial', 'alertas', 'ajustes'])
  expect(names(true).at(-1)).toBe('fijar')
})

test('every menu is one that Telegram takes', () => {
  for (const { command, description } of [es, en].flatMap((words) => menuOf(words))) {
    expect(command).toMatch(/^[a-z0-9_]{1,32}$/)
    expect(description.length).toBeLessThanOrEqual(256)
  }
})

test.each([
  ['es', 'es'],
  ['es-VE', 'es'],
  ['en_US', 'en'],
  ['EN', 'en'],
  ['pt-br', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is read as %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})
