import type { Day } from '../../rates/caracas.ts'
import type { NumberStyle } from '../../rates/number-format.ts'
import { type MarkNames, markNothing } from '../names.ts'
import { tokensOf } from '../tokens.ts'
import { readChanges, readChart, readGap, readRate } from './look-ups.ts'
import { readCharge, readConvertAlone, readMoney, readUnknownUnit, readWorth } from './money.ts'
import { readNotice, readQuit } from './notices.ts'
import type { Request } from './request.ts'
import { correctSpelling, hear, type Speech } from './speech.ts'
import { readGreeting, readHelp, readSettings, readThanks } from './talk.ts'

export interface ReadingOptions {
  readonly today: Day
  /** Knows the names of monitors. */
  readonly markNames?: MarkNames
  /** Notation of the writer's numbers. */
  readonly numbers?: NumberStyle
}

/** The first that understands a text has it. */
const READERS: readonly ((speech: Speech) => Request | undefined)[] = [
  readCharge,
  readWorth,
  readQuit,
  readNotice,
  readSettings,
  readChart,
  readGap,
  readChanges,
  readThanks,
  readMoney,
  readConvertAlone,
  readHelp,
  readRate,
  readGreeting,
  readUnknownUnit,
]

/** Reads what somebody asks for in their own words; undefined if that is not understood, or over 200 characters long. */
export function readRequest(
  text: string,
  { today, markNames = markNothing, numbers }: ReadingOptions,
): Request | undefined {
  const tokens = tokensOf(text.trim(), numbers)
  if (!tokens || tokens.length === 0) return undefined
  const corrected = correctSpelling(tokens)
  const written = { text, numbers, today }
  return understand(hear(markNames(corrected), written)) ?? understand(hear(corrected, written))
}

function understand(speech: Speech): Request | undefined {
  for (const read of READERS) {
    const request = read(speech)
    if (request) return request
  }
  return undefined
}
