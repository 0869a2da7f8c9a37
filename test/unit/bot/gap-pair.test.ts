import { expect, test } from 'vitest'
import { usualGap } from '../../../src/bot/gap-pair.ts'
import { monitorName } from '../../../src/rates/monitor.ts'
import { createMemoryBoard, monitor, QUOTES, quote } from '../../integration/bot/memory.ts'

const all = createMemoryBoard().all()
const namesOf = (pair: ReturnType<typeof usualGap>): string[] | undefined =>
  pair?.map((sighting) => monitorName(sighting.quote.monitor))

test('the usual gap is that of the first dollar monitors of the first two pages that have one', () => {
  expect(namesOf(usualGap(all))).toEqual(['page_alpha.usd', 'page_beta.usd'])
  const euro = quote(monitor('page_first.eur', 'euro'), 'Euro', '900')
  expect(namesOf(usualGap(createMemoryBoard([euro, ...QUOTES]).all()))).toEqual([
    'page_alpha.usd',
    'page_beta.usd',
  ])
})

test('configured monitors come first, and one that is missing leaves no gap', () => {
  expect(namesOf(usualGap(all, ['page_beta.promedio', 'page_beta.usd']))).toEqual([
    'page_beta.promedio',
    'page_beta.usd',
  ])
  expect(usualGap(all, ['page_beta.usd', 'page_gone.usd'])).toBeUndefined()
})

test('one page alone has no gap', () => {
  expect(usualGap(all.slice(0, 2))).toBeUndefined()
  expect(usualGap([])).toBeUndefined()
})
