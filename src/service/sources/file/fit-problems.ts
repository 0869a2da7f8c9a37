import { z } from 'zod'
import { NAME_PATTERN } from '../../../domain/monitor.ts'
import { parseStandsStillAfter } from './schema.ts'

/** A problem in the file: where, and what is expected. */
export interface FileProblem {
  readonly at: readonly PropertyKey[]
  readonly message: string
}

const object = z.looseObject({}).catch({})
const objects = <Shape extends z.ZodRawShape>(shape: Shape) =>
  object.pipe(z.record(z.string(), object.pipe(z.object(shape))))
const any = z.unknown().optional()
const count = z.number().optional().catch(undefined)
const name = z.string().optional().catch(undefined)

/** What can be read of a page, whatever is wrong with it. */
const OUTLINE = object.pipe(
  z.object({
    quorum: count,
    every: any,
    source: any,
    sources: z
      .array(object.pipe(z.object({ name, echo_of: name, kind: name, monitors: objects({}) })))
      .optional()
      .catch([]),
    monitors: objects({
      quorum: count,
      aliases: z.array(name).catch([]),
      price: any,
      last_update: any,
      mean_of: z.array(name).optional().catch(undefined),
      currency: name,
      effective_day: any,
      stands_still_after: name,
    }),
  }),
)
type Outline = z.output<typeof OUTLINE>
type Demand = (holds: boolean, at: readonly PropertyKey[], message: string) => void

/**
 * What does not fit together in pages: their names, their monitors and their sources. Read from the pages as they are in the
 * file, so that it is told in one message with what the schemas say of it.
 */
export function fitProblems(raw: Readonly<Record<string, unknown>>): FileProblem[] {
  const problems: FileProblem[] = []
  const demand: Demand = (holds, at, message) => {
    if (!holds) problems.push({ at, message })
  }
  const pages = Object.entries(raw).map(([page, one]) => [page, OUTLINE.parse(one)] as const)
  for (const [page, outline] of pages)
    checkPage(page, outline, (holds, at, message) => demand(holds, [page, ...at], message))
  const all = pages.flatMap(([page, { monitors }]) =>
    Object.entries(monitors).map(([key, one]) => ({ page, key, beside: monitors, ...one })),
  )
  checkAliases(all, demand)
  checkParts(all, demand)
  return problems
}

function checkPage(page: string, outline: Outline, demand: Demand): void {
  const { source, sources, monitors, quorum = 0 } = outline
  const keys = Object.keys(monitors)
  const nameExpected = `a name must match ${NAME_PATTERN.source}`
  const checkQuorum = (quorum: number, most: number, at: readonly string[]): void =>
    demand(quorum <= most || most === 0, [...at, 'quorum'], `must be at most ${most}, the number of sources`)
  const sourcesOf = (key: string): number =>
    sources?.filter((one) => Object.hasOwn(one.monitors, key)).length ?? 1

  demand(NAME_PATTERN.test(page), [], nameExpected)
  checkQuorum(quorum, sources?.length ?? 1, [])
  for (const [
    key,
    { quorum = 0, price, last_update, effective_day, stands_still_after = '' },
  ] of Object.entries(monitors)) {
    const at = ['monitors', key]
    demand(NAME_PATTERN.test(key), at, nameExpected)
    checkQuorum(quorum, sourcesOf(key), at)
    // A price of effective days changes once a day, and not on holidays: a period says nothing about it.
    const after = parseStandsStillAfter(stands_still_after)
    const hasDay = effective_day === true
    demand(
      after === undefined || hasDay === 'timeOfDayMs' in after,
      [...at, 'stands_still_after'],
      hasDay
        ? 'must be a time of day such as 22:00, as the monitor has effective_day'
        : 'must be a period such as 24h, as the monitor has no effective_day',
    )
    if (!sources) continue
    for (const [field, place] of Object.entries({ price, last_update }))
      demand(place === undefined, [...at, field], 'must stand in the monitors of each source')
    demand(sourcesOf(key) > 0 || sources.length === 0, at, 'must have a price in one of the sources')
  }
  checkMeans(outline, demand)
  if (!sources) return
  demand(source === undefined, ['source'], 'must not stand beside sources')
  for (const i of sources.keys()) checkSource(sources, i, keys, demand)
}

/** Means have a page of their own, which is read when its parts move. */
function checkMeans({ source, sources, every, monitors }: Outline, demand: Demand): void {
  const all = Object.entries(monitors)
  const means = all.filter(([, one]) => one.mean_of)
  const hasSource = source !== undefined || sources !== undefined
  demand(hasSource || means.length > 0, ['source'], 'must be an object with a kind')
  demand(means.length === 0 || every === undefined, ['every'], 'must not stand on a page of means')
  for (const [key, { price }] of means)
    demand(
      !hasSource && means.length === all.length && price === undefined,
      ['monitors', key, 'mean_of'],
      'must stand alone: on a page of means, without a price or sources',
    )
}

type SourceOutline = NonNullable<Outline['sources']>[number]

function checkSource(
  sources: readonly SourceOutline[],
  i: number,
  keys: readonly string[],
  demand: Demand,
): void {
  const { name, echo_of: echoed, kind, monitors } = sources[i] ?? { monitors: {} }
  const at = ['sources', i]
  const isFirst = sources.findIndex((other) => other.name === name) === i
  const isEcho = echoed !== name && sources.some((other) => other.name === echoed)
  demand(name !== undefined, [...at, 'name'], 'must be a text')
  for (const key of Object.keys(monitors))
    demand(keys.includes(key), [...at, 'monitors', key], `must be one of ${keys.join(', ')}`)
  demand(name === undefined || isFirst, [...at, 'name'], `must be another name: ${name} stands twice`)
  demand(echoed === undefined || isEcho, [...at, 'echo_of'], 'must be the name of another source of the page')
  demand(!isEcho || !isCircle(sources, name), [...at, 'echo_of'], 'must not lead back to the source itself')
  demand(
    kind !== 'simulated' || sources.length === 1,
    [...at, 'kind'],
    'must not be simulated beside other sources',
  )
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

/** A monitor of the file, with the monitors of its page. */
type NamedMonitor = Outline['monitors'][string] & {
  readonly page: string
  readonly key: string
  readonly beside: Outline['monitors']
}

/** A mean is made of monitors of the file that are none themselves, in its own currency. */
function checkParts(all: readonly NamedMonitor[], demand: Demand): void {
  const isPart = (name: string | undefined, currency: string | undefined): boolean =>
    all.some((one) => `${one.page}.${one.key}` === name && one.currency === currency && !one.mean_of)
  for (const { page, key, currency, mean_of = [] } of all)
    for (const [i, name] of mean_of.entries())
      demand(
        isPart(name, currency) && mean_of.indexOf(name) === i,
        [page, 'monitors', key, 'mean_of', i],
        `must be another monitor of the file in ${currency}, which is no mean itself`,
      )
}

/** An alias names one monitor of the whole file, and is no key of another one on its page. */
function checkAliases(all: readonly NamedMonitor[], demand: Demand): void {
  const owners = new Map<string, string>()
  for (const { page, key, aliases, beside } of all)
    for (const [i, alias] of aliases.entries()) {
      if (alias === undefined) continue
      const owner = owners.get(alias)
      const isKey = alias !== key && Object.hasOwn(beside, alias)
      const why = owner === undefined ? 'is another monitor of the page' : `names ${owner}`
      const message = `must be another word: ${alias} ${why}`
      demand(owner === undefined && !isKey, [page, 'monitors', key, 'aliases', i], message)
      owners.set(alias, `${page}.${key}`)
    }
}
