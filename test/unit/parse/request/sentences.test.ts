import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCatalogue } from '../../../../src/parse/catalogue/catalogue.ts'
import { readRequest } from '../../../../src/parse/request/read.ts'
import { lineOf, MONITORS, TODAY, WITHOUT_ALIASES } from './monitors.ts'

/** `what somebody writes = how it is read`; the reading may have signs of its own. */
const SENTENCES = readFileSync(new URL('../../../fixtures/sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const at = line.indexOf(' = ')
    return [line.slice(0, at), line.slice(at + 3)] as const
  })

const { markNames } = createCatalogue(MONITORS)

test.each(SENTENCES)('«%s» is read as %s', (text, reading) => {
  expect(lineOf(readRequest(text, { today: TODAY, markNames }))).toBe(reading)
})

test.each(SENTENCES)('«%s» is read as %s without aliases too', (text, reading) => {
  const read = readRequest(text, { today: TODAY, markNames: createCatalogue(WITHOUT_ALIASES).markNames })
  expect(lineOf(read, WITHOUT_ALIASES)).toBe(reading)
})
