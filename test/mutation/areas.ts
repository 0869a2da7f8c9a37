/** What is mutated together, and the unit tests that must notice it. */
export interface Area {
  readonly name: string
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Its functions keep nothing, so that all changes are tried in one process. */
  readonly isPure?: boolean
}

export const AREAS: readonly Area[] = [
  {
    name: 'address guard',
    mutate: ['src/service/address-guard.ts'],
    tests: ['test/unit/service/address-guard.test.ts'],
  },
  {
    name: 'refusals',
    mutate: ['src/telegram/send-result.ts', 'src/push/deliver/refusal.ts'],
    tests: ['test/unit/telegram/send-result.test.ts', 'test/unit/push/deliver/refusal.test.ts'],
  },
  { name: 'queue', mutate: ['src/queue/**/*.ts'], tests: ['test/unit/queue/**/*.test.ts'] },
  { name: 'rates', mutate: ['src/rates/**/*.ts'], tests: ['test/unit/rates/**/*.test.ts'] },
  { name: 'push', mutate: ['src/push/**/*.ts'], tests: ['test/unit/push/**/*.test.ts'] },
  {
    name: 'parse amounts',
    mutate: ['src/parse/{amounts,conversion,line,names,tokens}.ts'],
    tests: ['test/unit/parse/{amounts,commands,conversion,names}.test.ts'],
    isPure: true,
  },
  {
    name: 'parse alerts',
    mutate: ['src/parse/alert.ts', 'src/parse/times.ts', 'src/parse/days.ts'],
    tests: ['test/unit/parse/{alert-line,commands,names,times,days}.test.ts'],
    isPure: true,
  },
  {
    name: 'parse histories',
    mutate: ['src/parse/changes.ts', 'src/parse/history.ts'],
    tests: ['test/unit/parse/{commands,history-ranges,days}.test.ts'],
    isPure: true,
  },
  {
    name: 'parse bills',
    mutate: ['src/parse/charge/*.ts', 'src/parse/sum.ts'],
    tests: ['test/unit/parse/commands.test.ts', 'test/unit/parse/charge/*.test.ts'],
    isPure: true,
  },
  {
    name: 'parse sums',
    mutate: ['src/parse/request/sums.ts'],
    tests: ['test/unit/parse/request/*.test.ts'],
    isPure: true,
  },
  {
    name: 'parse money',
    mutate: ['src/parse/request/{bills,money}.ts'],
    tests: ['test/unit/parse/request/*.test.ts'],
    isPure: true,
  },
  {
    name: 'parse catalogue',
    mutate: ['src/parse/catalogue/*.ts'],
    tests: ['test/unit/parse/catalogue/*.test.ts', 'test/unit/parse/request/*.test.ts'],
    isPure: true,
  },
  {
    name: 'parse sentences',
    mutate: ['src/parse/{spelling,request/{read,request,speech,talk}}.ts'],
    tests: ['test/unit/parse/request/*.test.ts'],
    isPure: true,
  },
  {
    name: 'parse look-ups',
    mutate: ['src/parse/request/{follow-up,look-ups}.ts'],
    tests: ['test/unit/parse/request/*.test.ts'],
    isPure: true,
  },
  {
    name: 'parse notices',
    mutate: ['src/parse/request/notices/*.ts'],
    tests: ['test/unit/parse/request/*.test.ts'],
    isPure: true,
  },
]
