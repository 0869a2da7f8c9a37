import { expect, test } from 'vitest'
import { healthMessage } from '../../../../src/features/operator/text.ts'
import { wordsIn } from '../../../../src/words/words.ts'

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
