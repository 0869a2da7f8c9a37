import { expect, test } from 'vitest'
import {
  LOOKS,
  nameOfLook,
  parseImage,
  parseLook,
  USUAL_LOOK,
} from '../../../../../src/bot/features/card/look.ts'
import { isNewer } from '../../../../../src/bot/features/card/post.ts'

test.each([
  ['', { kind: 'show', look: undefined }],
  ['cuadrada', { kind: 'show', look: { shape: 'square', theme: 'light' } }],
  ['Oscura', { kind: 'show', look: { shape: 'tall', theme: 'dark' } }],
  ['square dark', { kind: 'show', look: { shape: 'square', theme: 'dark' } }],
  ['auto', { kind: 'auto', isOn: true }],
  ['automática', { kind: 'auto', isOn: true }],
  ['auto no', { kind: 'auto', isOn: false }],
  ['auto off', { kind: 'auto', isOn: false }],
  ['tienda', { kind: 'shop' }],
  ['products', { kind: 'shop' }],
  ['usd', { kind: 'show', look: undefined }],
])('«/imagen %s» is read', (text, request) => {
  expect(parseImage(text, USUAL_LOOK)).toEqual(request)
})

test('the name of each look is read back, and no other', () => {
  for (const look of LOOKS) expect(parseLook(nameOfLook(look))).toEqual(look)
  expect(parseLook('round-pink')).toBeUndefined()
  expect(parseLook(undefined)).toBeUndefined()
})

test('a card is posted for a new price of a later day or a corrected one, never for an older or the same one', () => {
  const posted = { price: '100', lastUpdate: 2_000 }
  expect(isNewer({ price: '101', lastUpdate: 3_000 }, posted)).toBe(true)
  expect(isNewer({ price: '101', lastUpdate: 2_000 }, posted)).toBe(true)
  expect(isNewer({ price: '100', lastUpdate: 3_000 }, posted)).toBe(false)
  expect(isNewer({ price: '99', lastUpdate: 1_000 }, posted)).toBe(false)
})
