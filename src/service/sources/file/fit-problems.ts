import { NAME_PATTERN } from '../../../domain/monitor.ts'
import type { MonitorInFile, PageInFile, SourceInFile } from './schema.ts'

/** A problem in the file: where, and what is expected. */
export interface FileProblem {
  readonly at: readonly PropertyKey[]
  readonly message: string
}

type Demand = (holds: boolean, at: readonly PropertyKey[], message: string) => void
type Pages = Readonly<Record<string, PageInFile>>

/** What does not fit together in pages: their names, their monitors and their sources. */
export function fitProblems(pages: Pages): FileProblem[] {
  const problems: FileProblem[] = []
  const demand: Demand = (holds, at, message) => {
    if (!holds) problems.push({ at, message })
  }
  for (const [name, page] of Object.entries(pages)) {
    demand(NAME_PATTERN.test(name), [name], NAME_EXPECTED)
    checkPage(page, (holds, at, message) => demand(holds, [name, ...at], message))
  }
  checkAliases(pages, demand)
  checkParts(pages, demand)
  return problems
}

const NAME_EXPECTED = `a name must match ${NAME_PATTERN.source}`

function checkPage({ source, sources, monitors, quorum, every }: PageInFile, demand: Demand): void {
  const asked = sources ?? (source ? [source] : [])
  const checkQuorum = (quorum: number | undefined, most: number, at: readonly string[]): void =>
    demand((quorum ?? 0) <= most, [...at, 'quorum'], `must be at most ${most}, the number of sources`)
  if (asked.length > 0) checkQuorum(quorum, asked.length, [])
  for (const [key, monitor] of Object.entries(monitors)) {
    const at = ['monitors', key]
    const giving = asked.filter((one) => Object.hasOwn(one.monitors, key)).length
    demand(NAME_PATTERN.test(key), at, NAME_EXPECTED)
    demand(giving > 0 || asked.length === 0, at, 'must have a price in one of the sources')
    if (giving > 0) checkQuorum(monitor.quorum, giving, at)
    checkStandsStill(monitor, (holds, below, message) => demand(holds, [...at, ...below], message))
  }
  // Means have a page of their own, which is read when its parts move.
  const means = Object.keys(monitors).filter((key) => monitors[key]?.mean_of)
  demand(asked.length > 0 || means.length > 0, ['source'], 'must be an object with a kind')
  demand(means.length === 0 || every === undefined, ['every'], 'must not stand on a page of means')
  const areAlone = asked.length === 0 && means.length === Object.keys(monitors).length
  for (const key of means)
    demand(areAlone, ['monitors', key, 'mean_of'], 'must stand alone: on a page of means, without sources')
  if (!sources) return
  for (const [i, one] of sources.entries())
    checkSource(one, { sources, keys: Object.keys(monitors) }, (holds, at, message) =>
      demand(holds, ['sources', i, ...at], message),
    )
}

/** A price of effective days changes once a day, and not on holidays: a period says nothing about it. */
function checkStandsStill(
  { effective_day = false, stands_still_after }: MonitorInFile,
  demand: Demand,
): void {
  demand(
    stands_still_after === undefined || effective_day === 'timeOfDayMs' in stands_still_after,
    ['stands_still_after'],
    effective_day
      ? 'must be a time of day such as 22:00, as the monitor has effective_day'
      : 'must be a period such as 24h, as the monitor has no effective_day',
  )
}

function checkSource(
  source: SourceInFile,
  { sources, keys }: { readonly sources: readonly SourceInFile[]; readonly keys: readonly string[] },
  demand: Demand,
): void {
  const { name, echo_of: echoed, kind, monitors } = source
  const isFirst = sources.find((other) => other.name === name) === source
  const isEcho = echoed !== name && sources.some((other) => other.name === echoed)
  demand(name !== undefined, ['name'], 'must be a text')
  for (const key of Object.keys(monitors))
    demand(keys.includes(key), ['monitors', key], `must be one of ${keys.join(', ')}`)
  demand(name === undefined || isFirst, ['name'], `must be another name: ${name} stands twice`)
  demand(echoed === undefined || isEcho, ['echo_of'], 'must be the name of another source of the page')
  demand(!isEcho || !isCircle(sources, source), ['echo_of'], 'must not lead back to the source itself')
  demand(kind !== 'simulated' || sources.length === 1, ['kind'], 'must not be simulated beside other sources')
}

/** Whether the sources that a source repeats end at itself. */
function isCircle(sources: readonly SourceInFile[], source: SourceInFile): boolean {
  const echoedBy = (one?: SourceInFile) => sources.find(({ name }) => name === one?.echo_of)
  let next = echoedBy(source)
  for (let steps = 0; steps < sources.length && next?.echo_of !== undefined && next !== source; steps++)
    next = echoedBy(next)
  return next === source
}

/** A mean is made of monitors of the file that are none themselves, in its own currency. */
function checkParts(pages: Pages, demand: Demand): void {
  const all = Object.entries(pages).flatMap(([page, { monitors }]) =>
    Object.entries(monitors).map(([key, one]) => ({ page, key, ...one })),
  )
  const isPart = (name: string, currency: string): boolean =>
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
function checkAliases(pages: Pages, demand: Demand): void {
  const owners = new Map<string, string>()
  for (const [page, { monitors }] of Object.entries(pages))
    for (const [key, { aliases = [] }] of Object.entries(monitors))
      for (const [i, alias] of aliases.entries()) {
        const owner = owners.get(alias)
        const isKey = alias !== key && Object.hasOwn(monitors, alias)
        const why = owner === undefined ? 'is another monitor of the page' : `names ${owner}`
        const message = `must be another word: ${alias} ${why}`
        demand(owner === undefined && !isKey, [page, 'monitors', key, 'aliases', i], message)
        owners.set(alias, `${page}.${key}`)
      }
}
