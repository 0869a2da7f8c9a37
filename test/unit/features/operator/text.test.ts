import { expect, test } from 'vitest'
import { broadcastQuestion } from '../../../../src/features/operator/text.ts'
import { wordsIn } from '../../../../src/words/words.ts'

const questions = (reach: { people: number; groups: number; channels: number }) =>
  (['es', 'en'] as const).map((language) => broadcastQuestion(wordsIn(language), 'Hola', reach))

test.each([
  [
    { people: 2, groups: 1, channels: 1 },
    '2 personas, 1 grupo, 1 canal, como el canal',
    '2 people, 1 group, 1 channel, as the channel',
  ],
  [
    { people: 1_200, groups: 0, channels: 3 },
    '1.200 personas, 3 canales, como cada canal',
    '1,200 people, 3 channels, as each channel',
  ],
  [{ people: 1, groups: 2, channels: 0 }, '1 persona, 2 grupos', '1 person, 2 groups'],
  [{ people: 0, groups: 1, channels: 0 }, '1 grupo', '1 group'],
  [{ people: 0, groups: 0, channels: 0 }, '0 personas', '0 people'],
])('a broadcast says before it is confirmed that it reaches %o', (reach, es, en) => {
  expect(questions(reach)).toEqual([
    `Hola\n\n<b>Así lo verán. ¿Enviarlo a ${es}?</b>`,
    `Hola\n\n<b>This is what they will see. Send it to ${en}?</b>`,
  ])
})
