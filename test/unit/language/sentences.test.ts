import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCatalogue } from '../../../src/language/catalogue.ts'
import { mayFollowUp } from '../../../src/language/follow-up.ts'
import { readRequest } from '../../../src/language/read.ts'
import { isQuestion, type Request } from '../../../src/language/request.ts'
import type { MarkNames } from '../../../src/language/speech.ts'
import { lineOf, MONITORS, TODAY, WITHOUT_ALIASES } from './monitors.ts'

/** `what somebody writes = how it is read`; the reading may have signs of its own. A text may follow others: `bcv | y ayer?`. */
const SENTENCES = readFileSync(new URL('../../fixtures/sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const at = line.indexOf(' = ')
    return [line.slice(0, at), line.slice(at + 3)] as const
  })

const { markNames } = createCatalogue(MONITORS)
const withoutAliases = createCatalogue(WITHOUT_ALIASES)

/** Reads the last of some texts, each as one that may go on from the one before it. */
const readLast = (texts: string, markNames: MarkNames): Request | undefined =>
  texts.split(' | ').reduce<Request | undefined>((before, text) => {
    const mayGoOn = before && isQuestion(before) && mayFollowUp(text)
    return readRequest(text, { today: TODAY, markNames, ...(mayGoOn && { before }) })
  }, undefined)

test.each(SENTENCES)('«%s» is read as %s, with aliases and without', (text, reading) => {
  expect(lineOf(readLast(text, markNames))).toBe(reading)
  expect(lineOf(readLast(text, withoutAliases.markNames), withoutAliases)).toBe(reading)
})
