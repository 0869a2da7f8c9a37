import { expect, test } from 'vitest'
import { createBroadcastDriver, type DriveOptions } from '../../../../src/features/operator/broadcast.ts'
import { broadcastQuestion, healthMessage } from '../../../../src/features/operator/text.ts'
import { wordsIn } from '../../../../src/words/words.ts'

const FOUND = 100

/** A broadcast from a chat that is told one more each round, at a time (ms); answers what its message became. */
function arrange(chat: string) {
  const state = { now: 1_000_000, sent: 0, edits: [] as string[] }
  const drive = createBroadcastDriver({
    api: { editMessageText: async (_chat: string, _message: number, html: string) => state.edits.push(html) },
    broadcasts: {
      current: async () => ({ id: (1_000_000).toString(36), chat, message: 7, html: 'news' }),
      progress: async () => ({ isWhole: true, found: FOUND, sent: state.sent, failed: 0 }),
      end: async () => true,
    },
    ratePerSecond: 28,
    clock: () => state.now,
    wordsFor: async () => wordsIn('en', 'es-VE'),
    isLeader: async () => true,
  } as unknown as DriveOptions)
  async function round(sent: number, laterMs: number): Promise<number> {
    state.now += laterMs
    state.sent = sent
    await drive()
    return state.edits.length
  }
  return round
}

test('the progress of a broadcast is shown to a person at every round, and in a group every 6 s', async () => {
  const [person, group] = [arrange('5'), arrange('-5')]
  expect([await person(1, 0), await person(2, 1_000), await person(3, 1_000)]).toEqual([1, 2, 3])
  expect([await group(1, 0), await group(2, 1_000), await group(3, 5_000)]).toEqual([1, 1, 2])
})

test('the end of a broadcast is shown at once', async () => {
  const group = arrange('-5')
  await group(1, 0)
  expect(await group(FOUND, 1_000)).toBe(2)
})

test.each([
  ['es', { people: 2, groups: 1, channels: 1 }, '2 personas, 1 grupo, 1 canal, como el canal'],
  ['en', { people: 1_200, groups: 0, channels: 3 }, '1,200 people, 3 channels, as each channel'],
  ['es', { people: 1, groups: 2, channels: 0 }, '1 persona, 2 grupos'],
  ['es', { people: 0, groups: 0, channels: 0 }, '0 personas'],
] as const)('a broadcast says (%s) before it is confirmed that it reaches %o', (language, reach, who) => {
  const ask =
    language === 'es' ? `Así lo verán. ¿Enviarlo a ${who}?` : `This is what they will see. Send it to ${who}?`
  expect(broadcastQuestion(wordsIn(language), 'Hola', reach)).toBe(`Hola\n\n<b>${ask}</b>`)
})

const NOW = Date.UTC(2026, 10, 27, 12)
const VIEW = { checks: [], troubles: [], isPriced: true, roles: [], now: NOW, version: 'tasa', uptimeMs: 0 }
const say = (view: Partial<Parameters<typeof healthMessage>[1]>): string =>
  healthMessage(wordsIn('es'), { ...VIEW, ...view })

test('health names every role with the age of its last sign of life, and marks those that are silent', () => {
  const text = say({
    roles: [
      { role: 'service', at: NOW - 1_000, isSilent: false },
      { role: 'bot', at: NOW - 60_000, isSilent: false },
      { role: 'push', at: NOW - 180_000, isSilent: true },
    ],
  })
  expect(text).toContain('✓ Recolección: hace un momento')
  expect(text).toContain('✓ Respuestas: hace 1 min')
  expect(text).toContain('⚠ Avisos: sin señal desde hace 3 min')
  expect(say({ roles: [{ role: 'push', at: undefined, isSilent: true }] })).toContain(
    '⚠ Avisos: no está en marcha',
  )
})

test('health says since when there has been no price at all', () => {
  expect(say({})).toContain('Todas las tasas están al día.')
  expect(say({ isPriced: false })).toContain('⚠ No hay ni una tasa todavía.')
  const text = say({ isPriced: false, unpricedSince: NOW - 24 * 60_000 })
  expect(text).toContain('⚠ No hay ni una tasa desde hace 24 min.')
  expect(text).not.toContain('al día')
})
