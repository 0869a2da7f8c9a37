import { expect, test } from 'vitest'
import { help } from '../../../../src/features/start/text.ts'
import { unknownMonitor } from '../../../../src/words/price.ts'
import { languageOf, menuOf, wordsIn } from '../../../../src/words/words.ts'
import { official } from '../samples.ts'

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
