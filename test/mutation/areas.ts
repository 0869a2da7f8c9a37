/** What is mutated together, and the unit tests that must notice it. */
export interface Area {
  readonly name: string
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
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
    name: 'parse',
    mutate: ['src/parse/**/*.ts', '!src/parse/words/*.ts'],
    tests: ['test/unit/parse/**/*.test.ts'],
  },
]
