import { z } from 'zod'
import { NAME_PATTERN } from '../../../domain/monitor.ts'
import { parseStandsStillAfter } from './schema.ts'

/** A problem in the file: where, and what is expected. */
export interface FileProblem {
  readonly at: readonly PropertyKey[]
  readonly message: string
}

const count = z.number().optional().catch(undefined)
const name = z.string().optional().catch(undefined)
const OUTLINE = z.object({
  quorum: count,
  every: z.unknown().optional(),
  source: z.unknown().optional(),
  sources: z
    .array(
      z
        .object({
          name,
          echo_of: name,
          kind: name,
          monitors: z.record(z.string(), z.unknown()).catch({}),
        })
        .catch({ monitors: {} }),
    )
    .optional()
    .catch([]),
  monitors: z
    .record(
      z.string(),
      z
        .object({
          quorum: count,
          aliases: z.array(z.unknown()).catch([]),
          price: z.unknown().optional(),
          last_update: z.unknown().optional(),
          mean_of: z.array(name).optional().catch(undefined),
          currency: name,
          effective_day: z.unknown().optional(),
          stands_still_after: name,
        })
        .catch({ aliases: [], price: undefined, last_update: undefined }),
    )
    .catch({}),
})
type Outline = z.output<typeof OUTLINE>

/**
 * What does not fit together in one page: its names, its monitors and its sources. Read from the page as it is, so that it is
 * told in one message with what the schemas say of it.
 */
export function fitProblems(page: string, raw: unknown): FileProblem[] {
  const outline = OUTLINE.safeParse(raw).data
  if (!outline) return nameProblems(page, [])
  const keys = Object.keys(outline.monitors)
  return [
    ...nameProblems(page, keys),
    ...meanPageProblems(outline),
    ...standsStillProblems(outline),
    ...(outline.sources ? listProblems(outline, outline.sources, keys) : oneSourceProblems(outline)),
  ]
}

/** A price of effective days changes once a day, and not on holidays: a period says nothing about it. */
function standsStillProblems({ monitors }: Outline): FileProblem[] {
  return Object.entries(monitors).flatMap(([key, { effective_day, stands_still_after = '' }]) => {
    const after = parseStandsStillAfter(stands_still_after)
    const hasDay = effective_day === true
    if (after === undefined || hasDay === 'timeOfDayMs' in after) return []
    const message = hasDay
      ? 'must be a time of day such as 22:00, as the monitor has effective_day'
      : 'must be a period such as 24h, as the monitor has no effective_day'
    return [{ at: ['monitors', key, 'stands_still_after'], message }]
  })
}

/** Means have a page of their own, which is read when its parts move. */
function meanPageProblems({ source, sources, every, monitors }: Outline): FileProblem[] {
  const all = Object.entries(monitors)
  const means = all.filter(([, one]) => one.mean_of)
  if (means.length === 0) return []
  const isAlone = source === undefined && sources === undefined && means.length === all.length
  return [
    ...(every === undefined ? [] : [{ at: ['every'], message: 'must not stand on a page of means' }]),
    ...means.flatMap(([key, { price }]) =>
      isAlone && price === undefined
        ? []
        : [
            {
              at: ['monitors', key, 'mean_of'],
              message: 'must stand alone: on a page of means, without a price or sources',
            },
          ],
    ),
  ]
}

/** A mean is made of monitors of the file that are none themselves, in its own currency. `pages` as they are in the file. */
export function meanProblems(pages: Readonly<Record<string, unknown>>): FileProblem[] {
  const all = Object.entries(pages).flatMap(([page, raw]) =>
    Object.entries(OUTLINE.safeParse(raw).data?.monitors ?? {}).map(([key, one]) => ({ page, key, ...one })),
  )
  const isPart = (name: string | undefined, currency: string | undefined): boolean =>
    all.some((one) => `${one.page}.${one.key}` === name && one.currency === currency && !one.mean_of)
  return all.flatMap(({ page, key, currency, mean_of = [] }) =>
    mean_of.flatMap((name, i) =>
      isPart(name, currency) && mean_of.indexOf(name) === i
        ? []
        : [
            {
              at: [page, 'monitors', key, 'mean_of', i],
              message: `must be another monitor of the file in ${currency}, which is no mean itself`,
            },
          ],
    ),
  )
}

const nameProblems = (page: string, keys: readonly string[]): FileProblem[] =>
  [{ name: page, at: [] }, ...keys.map((key) => ({ name: key, at: ['monitors', key] }))]
    .filter(({ name }) => !NAME_PATTERN.test(name))
    .map(({ at }) => ({ at, message: `a name must match ${NAME_PATTERN.source}` }))

function oneSourceProblems({ quorum, monitors }: Outline): FileProblem[] {
  return [
    ...quorumProblems(quorum, 1, []),
    ...Object.entries(monitors).flatMap(([key, one]) => quorumProblems(one.quorum, 1, ['monitors', key])),
  ]
}

type SourceOutline = NonNullable<Outline['sources']>[number]

function listProblems(
  { quorum, source, monitors }: Outline,
  sources: readonly SourceOutline[],
  keys: readonly string[],
): FileProblem[] {
  const haveIt = (key: string): number => sources.filter((one) => Object.hasOwn(one.monitors, key)).length
  const monitorProblems = Object.entries(monitors).flatMap(([key, monitor]) => {
    const at = ['monitors', key]
    return [
      ...(['price', 'last_update'] as const)
        .filter((field) => monitor[field] !== undefined)
        .map((field) => ({ at: [...at, field], message: 'must stand in the monitors of each source' })),
      ...quorumProblems(monitor.quorum, haveIt(key), at),
      ...(haveIt(key) === 0 && sources.length > 0
        ? [{ at, message: 'must have a price in one of the sources' }]
        : []),
    ]
  })
  return [
    ...(source === undefined ? [] : [{ at: ['source'], message: 'must not stand beside sources' }]),
    ...quorumProblems(quorum, sources.length, []),
    ...monitorProblems,
    ...sources.flatMap((_, i) => sourceProblems(sources, i, keys)),
  ]
}

const quorumProblems = (quorum: number | undefined, most: number, at: readonly string[]): FileProblem[] =>
  quorum !== undefined && quorum > most && most > 0
    ? [{ at: [...at, 'quorum'], message: `must be at most ${most}, the number of sources` }]
    : []

function sourceProblems(
  sources: readonly SourceOutline[],
  i: number,
  keys: readonly string[],
): FileProblem[] {
  const { name, echo_of: echoed, kind, monitors } = sources[i] ?? { monitors: {} }
  const at = ['sources', i]
  const isTwice = name !== undefined && sources.findIndex((other) => other.name === name) < i
  const isNoEcho =
    echoed !== undefined && (echoed === name || !sources.some((other) => other.name === echoed))
  return [
    ...Object.keys(monitors)
      .filter((key) => !keys.includes(key))
      .map((key) => ({ at: [...at, 'monitors', key], message: `must be one of ${keys.join(', ')}` })),
    ...(isTwice ? [{ at: [...at, 'name'], message: `must be another name: ${name} stands twice` }] : []),
    ...(isNoEcho
      ? [{ at: [...at, 'echo_of'], message: 'must be the name of another source of the page' }]
      : []),
    ...(!isNoEcho && isCircle(sources, name)
      ? [{ at: [...at, 'echo_of'], message: 'must not lead back to the source itself' }]
      : []),
    ...(kind === 'simulated' && sources.length > 1
      ? [{ at: [...at, 'kind'], message: 'must not be simulated beside other sources' }]
      : []),
  ]
}

/** Whether the sources that a source repeats end at itself. */
function isCircle(sources: readonly SourceOutline[], name: string | undefined): boolean {
  let next = name
  for (let steps = 0; steps < sources.length && next !== undefined; steps++) {
    next = sources.find((other) => other.name === next)?.echo_of
    if (next === name) return next !== undefined
  }
  return false
}

interface NamedAlias {
  readonly alias: string
  readonly at: readonly PropertyKey[]
  readonly monitor: string
  /** Another monitor of the page has it as its key. */
  readonly isKey: boolean
}

/** An alias names one monitor of the whole file, and is no key of another one on its page. `pages` as they are in the file. */
export function aliasProblems(pages: Readonly<Record<string, unknown>>): FileProblem[] {
  const owners = new Map<string, string>()
  return Object.entries(pages)
    .flatMap(([page, raw]) => aliasesOf(page, OUTLINE.safeParse(raw).data?.monitors ?? {}))
    .flatMap(({ alias, at, monitor, isKey }): FileProblem[] => {
      const owner = owners.get(alias)
      owners.set(alias, monitor)
      if (owner === undefined && !isKey) return []
      const why = owner === undefined ? 'is another monitor of the page' : `names ${owner}`
      return [{ at, message: `must be another word: ${alias} ${why}` }]
    })
}

const aliasesOf = (page: string, monitors: Outline['monitors']): NamedAlias[] =>
  Object.entries(monitors).flatMap(([key, { aliases }]) =>
    aliases
      .map((alias, i) => ({ alias, at: [page, 'monitors', key, 'aliases', i] }))
      .filter((one): one is typeof one & { alias: string } => typeof one.alias === 'string')
      .map((one) => ({
        ...one,
        monitor: `${page}.${key}`,
        isKey: one.alias !== key && Object.hasOwn(monitors, one.alias),
      })),
  )
