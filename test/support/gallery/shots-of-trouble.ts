import { hear, type Shot, say } from './shot.ts'

/** What is said where one source stands still: its page is served with a price of long ago. */
export const STALE_SHOTS: readonly Shot[] = [
  { name: 'stale', title: 'A source that stands still', steps: [say('/start'), say('/tasa', '/rate')] },
  { name: 'stale-rate', title: 'One rate that stands still', steps: [say('/tasa eur', '/rate eur')] },
  {
    name: 'stale-conversion',
    title: 'A conversion by a rate that stands still',
    steps: [say('100 eur')],
  },
  {
    name: 'operator-stale',
    title: 'For the operator: a source stands still',
    steps: [hear(/Sin actualizar:|Not updated:/)],
  },
]

/** What is said once the rate service has been silent for minutes. */
export const SILENT_SHOTS: readonly Shot[] = [
  { name: 'silent', title: 'A rate service that does not answer', steps: [say('/tasa', '/rate')] },
  { name: 'silent-rate', title: 'One rate meanwhile', steps: [say('/tasa usd', '/rate usd')] },
  {
    name: 'silent-history',
    title: 'A chart meanwhile',
    steps: [say('/historial usd 30d', '/history usd 30d')],
  },
  { name: 'operator-silent', title: 'For the operator: health meanwhile', steps: [say('/health')] },
]
