import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Catalogue, createCatalogue } from '../../../src/language/catalogue.ts'
import { type ReadText, readAfter } from '../../../src/language/read.ts'
import { isQuestion, type Request } from '../../../src/language/request.ts'
import type { MarkNames } from '../../../src/language/speech.ts'
import { lineOf, MONITORS, TODAY, WITHOUT_ALIASES } from './monitors.ts'

/** A line each: `what somebody writes = how it is read`; the reading may have signs of its own. A text may follow others: `bcv | y ayer?`. */
const TABLE = fileURLToPath(new URL('../../fixtures/sentences.txt', import.meta.url))

const LINES = readFileSync(TABLE, 'utf8').split('\n')

/** Reads the last of some texts, each as one that may go on from the one before it. */
const readLast = (texts: string, markNames: MarkNames): Request | undefined =>
  texts.split(' | ').reduce<Partial<ReadText>>(({ request: before, text: said }, text) => {
    const options = { today: TODAY, markNames, ...(before && isQuestion(before) && { before }) }
    return readAfter(text, said, options)
  }, {}).request

/** The table as it is read now; its comments stay. */
const readTable = (catalogue: Catalogue): string =>
  LINES.map((line) => {
    const text = line.slice(0, line.indexOf(' = '))
    const isSentence = line !== '' && !line.startsWith('#')
    return isSentence ? `${text} = ${lineOf(readLast(text, catalogue.markNames), catalogue)}` : line
  }).join('\n')

test.each([
  ['with aliases', MONITORS],
  ['without aliases', WITHOUT_ALIASES],
])('each sentence of the table is read as it says, %s', async (_, monitors) => {
  await expect(readTable(createCatalogue(monitors))).toMatchFileSnapshot(TABLE)
})
