import { en } from '../../../src/words/en.ts'
import type { Phrases } from '../../../src/words/es.ts'

/** Some of what the chat is told in Esperanto; the rest is in English. */
export const eo: Phrases = {
  ...en,
  usualNumbers: 'es-VE',
  commands: { ...en.commands, rate: 'kurzo', convert: 'konverti', history: 'grafikajo', alerts: 'avertoj' },
  alerts: {
    ...en.alerts,
    willTell: (condition) => `🔔 Mi avertos vin, se ${condition}.`,
    condition: { ...en.alerts.condition, above: (subject, value) => `${subject} superas ${value}` },
  },
}
