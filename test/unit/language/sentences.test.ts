import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { createCatalogue } from '../../../src/language/catalogue.ts'
import { type ReadText, readAfter } from '../../../src/language/read.ts'
import { isQuestion, type Request } from '../../../src/language/request.ts'
import type { MarkNames } from '../../../src/language/speech.ts'
import type { Token } from '../../../src/language/tokens.ts'
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

const [ALIASED, UNALIASED] = [createCatalogue(MONITORS), createCatalogue(WITHOUT_ALIASES)]

/**
 * A line as its text is read with aliases, and without them. A reading asks the catalogue for nothing but its marks, so that one
 * reading is both where both catalogues mark the same names.
 */
function readLine(line: string): { readonly aliased: string; readonly unaliased: string } {
  if (line === '' || line.startsWith('#')) return { aliased: line, unaliased: line }
  const text = line.slice(0, line.indexOf(' = '))
  let isSame = true
  const aliased = readLast(text, (tokens) => {
    const marked = ALIASED.markNames(tokens)
    isSame &&= areSame(marked, UNALIASED.markNames(tokens))
    return marked
  })
  const unaliased = isSame ? aliased : readLast(text, UNALIASED.markNames)
  return {
    aliased: `${text} = ${lineOf(aliased, ALIASED)}`,
    unaliased: `${text} = ${lineOf(unaliased, UNALIASED)}`,
  }
}

/** Tokens that no catalogue marks are the same objects, so that only names are compared by what they say. */
const areSame = (some: readonly Token[], others: readonly Token[]): boolean =>
  some.length === others.length &&
  some.every((token, at) => token === others[at] || isDeepStrictEqual(token, others[at]))

/** For a machine that is busy: it takes 3 s alone. */
const BUSY_MS = 120_000

test(
  'each sentence of the table is read as it says, with aliases and without',
  async () => {
    const lines = LINES.map(readLine)
    await expect(lines.map(({ aliased }) => aliased).join('\n')).toMatchFileSnapshot(TABLE)
    await expect(lines.map(({ unaliased }) => unaliased).join('\n')).toMatchFileSnapshot(TABLE)
  },
  BUSY_MS,
)
