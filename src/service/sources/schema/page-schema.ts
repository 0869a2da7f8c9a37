import { z } from 'zod'
import { CURRENCIES } from '../../../domain/monitor.ts'
import { PAST_NAMES } from '../shipped/past.ts'
import { headers, intermediates, orElse, pointer, text, webAddress } from './source-schema.ts'
import { period, standsStillAfter, timing } from './timing.ts'

const IMAGE_LENGTH_MAX = 2_048
const MONITORS_MAX = 200
const ALIASES_MAX = 20
const ALIAS_LENGTH_MAX = 40
const HISTORIES_MAX = 5
const PARTS_MAX = 10
/** ×3; a price that jumps further is held back in any case. */
const STEP_PERCENT_MAX = 200
const EVERY_DEFAULT = '15m'
const STALE_AFTER_DEFAULT = '36h'
/** Sources of one page. */
export const SOURCES_MAX = 20
const QUORUM_DEFAULT = 2

const combine = z.enum(['first', 'median'], 'must be first or median')
/** How the sources of a monitor are made one: the first good one in their order, or the median of all good ones. */
export type Combine = z.output<typeof combine>
const quorum = z.int().min(1, 'must be 1 or more').max(SOURCES_MAX)

const alias = z
  .string()
  .max(ALIAS_LENGTH_MAX)
  .regex(/^[a-z0-9]+(?:[ _-][a-z0-9]+)*$/, 'must be in lower case and without accents')
  .regex(/[a-z]/, 'must have a letter: people type amounts')

/** Monitors whose mean a price is, as `PAGE.KEY`. */
const meanOf = z
  .array(z.string('must be the name of a monitor, such as bcv.usd'), 'must be a list of monitors')
  .min(2, 'must be two monitors or more')
  .max(PARTS_MAX)

const history = z
  .object({
    kind: z.literal('json', 'must be json'),
    url: webAddress,
    headers,
    intermediates,
    rows: pointer,
    date: pointer,
    price: pointer,
  })
  .readonly()
/** Where a monitor's past is read: `rows` points at a list, `date` and `price` into each row of it. */
export type HistoryConfig = z.output<typeof history>

const histories = z.array(history).min(1, 'must not be empty').max(HISTORIES_MAX)
/** One place, or several that stand in for each other. A union would only say that neither fits. */
const historyOrList = z.unknown().transform((value, context): readonly HistoryConfig[] => {
  const read = Array.isArray(value) ? histories.safeParse(value) : history.safeParse(value)
  if (read.success) return [read.data].flat()
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const monitor = z.object({
  currency: z.enum(CURRENCIES, `must be ${CURRENCIES.join(' or ')}`),
  title: text.optional(),
  image: orElse(z.string().max(IMAGE_LENGTH_MAX), null),
  aliases: z.array(alias).max(ALIASES_MAX).optional(),
  least_change: z
    .number('must be a number of percent')
    .min(0, 'must be 0 or more')
    .max(100, 'must be at most 100')
    .optional(),
  step: z
    .number('must be a number of percent')
    .positive('must be above 0')
    .max(STEP_PERCENT_MAX, `must be at most ${STEP_PERCENT_MAX}`)
    .optional(),
  effective_day: z.boolean('must be true or false').optional(),
  stands_still_after: standsStillAfter.optional(),
  combine: combine.optional(),
  quorum: quorum.optional(),
  history: historyOrList.optional(),
  past: z.enum(PAST_NAMES, `must be ${PAST_NAMES.join(', ')}`).optional(),
  mean_of: meanOf.optional(),
})

/** The schema of a page without its sources. */
export const PAGE = z.object({
  title: text.optional(),
  every: timing.prefault(EVERY_DEFAULT),
  stale_after: period.prefault(STALE_AFTER_DEFAULT),
  combine: combine.default('first'),
  quorum: quorum.default(QUORUM_DEFAULT),
  monitors: z
    .record(z.string(), monitor, 'must be an object of monitors')
    .refine((monitors) => Object.keys(monitors).length > 0, 'must not be empty')
    .refine((monitors) => Object.keys(monitors).length <= MONITORS_MAX, `must be at most ${MONITORS_MAX}`),
})

export type PageInFile = z.output<typeof PAGE>
