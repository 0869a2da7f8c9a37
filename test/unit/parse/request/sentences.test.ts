import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCatalogue } from '../../../../src/parse/catalogue/catalogue.ts'
import type { MarkNames } from '../../../../src/parse/names.ts'
import { readRequest } from '../../../../src/parse/request/read.ts'
import { lineOf, MONITORS, TODAY, WITHOUT_ALIASES } from './monitors.ts'

/** `what somebody writes = how it is read`; the reading may have signs of its own. A text may follow others: `bcv | y ayer?`. */
const SENTENCES = readFileSync(new URL('../../../fixtures/sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const at = line.indexOf(' = ')
    return [line.slice(0, at), line.slice(at + 3)] as const
  })

const { markNames } = createCatalogue(MONITORS)

/** Reads the last of some texts as one that may go on from those before it. */
function readLast(texts: string, marking: MarkNames) {
  const earlier = texts.split(' | ')
  return readRequest(earlier.pop() ?? '', { today: TODAY, markNames: marking, earlier })
}

test.each(SENTENCES)('«%s» is read as %s', (text, reading) => {
  expect(lineOf(readLast(text, markNames))).toBe(reading)
})

test.each(SENTENCES)('«%s» is read as %s without aliases too', (text, reading) => {
  const read = readLast(text, createCatalogue(WITHOUT_ALIASES).markNames)
  expect(lineOf(read, WITHOUT_ALIASES)).toBe(reading)
})
