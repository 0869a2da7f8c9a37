import { beforeEach, expect, test } from 'vitest'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import { ana, CHAT, captions, owner, useBot } from './harness.ts'
import { monitor } from './memory.ts'

const AVERAGE = monitor('page_beta.promedio')
const PARALLEL = monitor('page_beta.usd')

const { ask, buttonData, chats, inline, talk } = await useBot()

async function prefer(preferred: readonly MonitorId[]): Promise<void> {
  await chats.settings.setLanguage(CHAT, 'es')
  await chats.settings.setDefaults(CHAT, preferred)
}
beforeEach(() => prefer([AVERAGE]))

test('a bare dollar is the one that the chat prefers: shown, converted and watched', async () => {
  for (const text of ['/tasa dólar', '/tasa $', 'dólar', '¿a cómo está el dólar?']) {
    const card = await ask(ana, text)
    expect(card.text).toMatch(/^Promedio\n\$1 = Bs\.\s581,16/)
    expect(captions(card)).toContain('Compartir')
  }
  for (const text of ['100 dólares', '/convertir 100 usd', '100$ a bs'])
    await talk([text, /^\$100 = Bs\.\s58\.116,00\nPromedio/])
  for (const text of ['/alertas dólar > 5000', 'avísame si el dólar pasa de 5001', '/alertas > 5002'])
    await talk([text, 'si el promedio supera los Bs.'])
})

test('an alert on a bare dollar without a direction takes it from the price, and offers the next dollar its own way', async () => {
  const made = await ask(ana, 'avísame cuando el dólar llegue a 500')
  expect(made.text).toContain('Te aviso si el promedio baja de los Bs.\u00a0500,00')
  expect(made.text).toContain('¿Buscabas otra?')
  expect(captions(made)[0]).toBe('$ Dólar oficial')
  await buttonData(ana, made, '$ Dólar oficial')
  expect(await chats.alerts.list(CHAT)).toMatchObject([
    { signal: 'dollar:page_beta.promedio', kind: 'below', value: '500' },
    { signal: 'dollar:page_alpha.usd', kind: 'above', value: '500' },
  ])
  expect(captions(await ask(ana, 'avísame si el dólar pasa de 5000'))).not.toContain('$ Dólar oficial')
})

test('the key usd means the first monitor of that key in page order, whatever the chat prefers', async () => {
  for (const preferred of [[AVERAGE], []]) {
    await prefer(preferred)
    const official = /^(?!.*promedio).*dólar oficial/is
    for (const text of ['/tasa usd', '/tasa USD', '/seguir usd', '/cambios usd', '/alertas usd > 900'])
      await talk([text, official])
  }
})

test('a follow and its end, a chart and changes of a bare dollar are of it, and a name still means what it names', async () => {
  const follows = async () => (await chats.read(CHAT)).follows
  await talk(['/seguir dólar', 'el promedio'])
  expect(await follows()).toEqual([AVERAGE])
  await talk(
    ['/cambios dólar', 'Promedio'],
    ['/historial dólar', 'Promedio'],
    ['/dejar dólar', 'el promedio'],
    ['/seguir oficial', 'oficial'],
    ['/dejar dólar', 'oficial'],
    ['/tasa paralelo', 'Dólar paralelo'],
    ['/tasa euro', 'Euro oficial'],
  )
  expect(await follows()).toEqual([])
})

test('no rate is listed twice', async () => {
  await prefer([PARALLEL, AVERAGE])
  const all = (await ask(ana, '/tasa')).text.split('\n').filter((line) => /^[$€] /.test(line))
  expect(all.map((line) => line.replace(/ {2,}.*/, ''))).toEqual([
    '$ Dólar paralelo',
    '$ Promedio',
    '$ Dólar oficial',
    '€ Euro oficial',
  ])
  expect((await ask(ana, 'dólar y paralelo')).text).toMatch(/^Dólar paralelo\n/)
  const converted = (await ask(ana, '100 usd')).text
  expect(converted.match(/paralelo/gi)).toHaveLength(1)
  expect((await ask(ana, '100 usd a paralelo y dólar paralelo')).text.match(/paralelo/gi)).toHaveLength(1)
})

test('inline results begin with what the person prefers, each rate once', async () => {
  await prefer([AVERAGE, PARALLEL])
  await ask(ana, '/start')
  const titles = async (query: string): Promise<string[]> =>
    (await inline(owner, query)).results.map(
      ({ title, description }) => `${title.split(':')[0]} ${description}`,
    )
  const names = (lines: readonly string[]): (string | undefined)[] =>
    lines.map((line) => /Todas|Promedio|paralelo|Dólar oficial|Euro oficial/.exec(line)?.[0])
  expect(names(await titles(''))).toEqual(['Todas', 'Promedio', 'paralelo', 'Dólar oficial', 'Euro oficial'])
  expect(names(await titles('dólar'))).toEqual(['Promedio', 'Dólar oficial', 'paralelo'])
  expect(names(await titles('¿a cómo está el dólar?'))).toEqual(['Promedio'])
  expect(names(await titles('100 usd'))).toEqual(['Promedio', 'paralelo', 'Dólar oficial'])
  expect(names(await titles('paralelo'))).toEqual(['paralelo'])
})
