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
  { name: 'domain', mutate: ['src/domain/**/*.ts'], tests: ['test/unit/domain/**/*.test.ts'] },
  { name: 'push', mutate: ['src/push/**/*.ts'], tests: ['test/unit/push/**/*.test.ts'] },
  {
    name: 'language amounts',
    mutate: ['src/language/{amounts,conversion,line,names,tokens}.ts'],
    tests: ['test/unit/language/{amounts,commands,conversion,names}.test.ts'],
    isPure: true,
  },
  {
    name: 'language alerts',
    mutate: ['src/language/alert.ts', 'src/language/times.ts', 'src/language/days.ts'],
    tests: ['test/unit/language/{alert-line,commands,names,times,days}.test.ts'],
    isPure: true,
  },
  {
    name: 'language histories',
    mutate: ['src/language/changes.ts', 'src/language/history.ts'],
    tests: ['test/unit/language/{commands,history-ranges,days}.test.ts'],
    isPure: true,
  },
  {
    name: 'language bills',
    mutate: ['src/language/{charge-line,payments,products,shop-line}.ts', 'src/language/sum.ts'],
    tests: [
      'test/unit/language/commands.test.ts',
      'test/unit/language/{charge-line,follow-ups,products}.test.ts',
    ],
    isPure: true,
  },
  {
    name: 'language sums',
    mutate: ['src/language/sums.ts'],
    tests: ['test/unit/language/{money,read,sentences}.test.ts'],
    isPure: true,
  },
  {
    name: 'language money',
    mutate: ['src/language/{bills,money}.ts'],
    tests: ['test/unit/language/{money,read,sentences}.test.ts'],
    isPure: true,
  },
  {
    name: 'language catalogue',
    mutate: ['src/language/catalogue/*.ts'],
    tests: ['test/unit/language/catalogue/*.test.ts', 'test/unit/language/{money,read,sentences}.test.ts'],
    isPure: true,
  },
  {
    name: 'language sentences',
    mutate: ['src/language/{spelling,read,request,speech,talk}.ts'],
    tests: ['test/unit/language/{money,read,sentences}.test.ts'],
    isPure: true,
  },
  {
    name: 'language look-ups',
    mutate: ['src/language/{follow-up,look-ups}.ts'],
    tests: ['test/unit/language/{money,read,sentences}.test.ts'],
    isPure: true,
  },
  {
    name: 'language notices',
    mutate: ['src/language/{notices,reminders}.ts'],
    tests: ['test/unit/language/{money,read,sentences}.test.ts'],
    isPure: true,
  },
]
