import { expect, test } from 'vitest'
import { help, welcome } from '../../../../src/features/start/text.ts'
import { unknownMonitor } from '../../../../src/words/price.ts'
import { languageOf, menuOf, wordsIn } from '../../../../src/words/words.ts'
import { NOW, official, quoteOf } from '../samples.ts'

const es = wordsIn('es')
const en = wordsIn('en', 'es-VE')

test('an unknown name is repeated harmlessly, and shortened', () => {
  expect(unknownMonitor(es, '<a href="x">', true)).toBe(
    'No conozco «&lt;a href=&quot;x&quot;&gt;». ¿Quisiste decir una de estas?',
  )
  expect(unknownMonitor(en, 'x'.repeat(70), false)).toBe(
    `I don’t know “${'x'.repeat(39)}…”. Send /rate to see them all.`,
  )
})

test('help lists the menu, what else can be written, and an example that works', () => {
  expect(help(es, official)).toBe(
    [
      'Esto es lo que sé hacer:',
      ...menuOf(es).map(({ command, description }) => `/${command} · ${description}`),
      '',
      'Escribe un monto y lo convierto: <code>100 usd</code> o <code>5000 bs</code>.',
      'Para una sola tasa, agrega su nombre: <code>/tasa usd</code> o <code>/tasa Dólar oficial</code>.',
      'En un grupo todos pueden consultar; los cambios los hacen los administradores.',
    ].join('\n'),
  )
  expect(help(en, undefined)).toBe(
    [
      'Here’s what I can do:',
      ...menuOf(en).map(({ command, description }) => `/${command} · ${description}`),
      '',
      'Write an amount and I’ll convert it: <code>100 usd</code> or <code>5000 bs</code>.',
      'In a group, everyone can look up rates; its administrators make the changes.',
    ].join('\n'),
  )
})

test('the welcome shows the prices between a greeting and what to try', () => {
  const view = { observedQuotes: [{ quote: quoteOf(), asOf: NOW }], now: NOW }
  expect(welcome(es, view)).toBe(
    [
      'Hola. Te digo a cuánto están el dólar y el euro en Venezuela.',
      '<pre>$ Dólar paralelo      812,40 ▲0,40</pre>',
      '▲▼ % desde ayer',
      'Escribe un monto, como <code>100 usd</code>, y lo convierto.',
    ].join('\n'),
  )
  expect(welcome(en, { observedQuotes: [], now: NOW })).toBe(
    'Hello. I can tell you what the dollar and the euro cost in Venezuela.\nI have no prices yet. Try again in a moment.',
  )
})

test('every menu is one that Telegram takes', () => {
  for (const { command, description } of [es, en].flatMap(menuOf)) {
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
