import { addDays, type Day, isWeekend } from '../../domain/caracas.ts'

const GAPS_NAMED_MAX = 30

/** Names the business days between the first and the last of `days`, which are in order, that have no price: bank holidays, or missing sheets. */
export function nameGaps(days: readonly Day[]): string[] {
  const known = new Set(days)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const runs: Day[][] = []
  let isOpen = false
  for (let day = first; day < last; day = addDays(day, 1)) {
    if (isWeekend(day)) continue
    if (known.has(day)) isOpen = false
    else if (isOpen) runs.at(-1)?.push(day)
    else {
      runs.push([day])
      isOpen = true
    }
  }
  if (runs.length === 0) return []
  const named = runs
    .slice(0, GAPS_NAMED_MAX)
    .map((run) => (run.length === 1 ? run[0] : `${run[0]} to ${run.at(-1)}`))
  const more = runs.length > GAPS_NAMED_MAX ? `, and ${runs.length - GAPS_NAMED_MAX} more` : ''
  return [
    `business days without a price, ${runs.flat().length} in all (bank holidays, or sheets that are missing): ${named.join(', ')}${more}`,
  ]
}
