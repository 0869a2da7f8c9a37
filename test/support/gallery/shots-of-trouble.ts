import { hear, type Shot, say } from './shot.ts'

/** What is said where one source stands still: its page is served with a price of long ago. */
export const STALE_SHOTS: readonly Shot[] = [
  { name: 'stale', title: 'Stale source', steps: [say('/start'), say('/tasa', '/rate')] },
  { name: 'stale-rate', title: 'Stale rate', steps: [say('/tasa eur', '/rate eur')] },
  {
    name: 'stale-conversion',
    title: 'Stale conversion',
    steps: [say('100 eur')],
  },
  {
    name: 'operator-stale',
    title: 'Operator: stale source',
    steps: [hear(/Sin actualizar:|Not updated:/)],
  },
]

/** What is said once the rate service has been silent for minutes. */
export const SILENT_SHOTS: readonly Shot[] = [
  { name: 'silent', title: 'Silent rate service', steps: [say('/tasa', '/rate')] },
  { name: 'silent-rate', title: 'Rate during the silence', steps: [say('/tasa usd', '/rate usd')] },
  {
    name: 'silent-history',
    title: 'Chart during the silence',
    steps: [say('/historial usd 30d', '/history usd 30d')],
  },
  { name: 'operator-silent', title: 'Operator: silent rate service', steps: [say('/health')] },
]
