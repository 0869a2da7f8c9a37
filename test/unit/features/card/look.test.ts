import { expect, test } from 'vitest'
import { LOOKS, nameOfLook, parseImage, parseLook, USUAL_LOOK } from '../../../../src/features/card/cards.ts'

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
