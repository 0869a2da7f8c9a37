import { format } from 'node:util'

/** A unit test, as it stands in its file. */
export interface Case {
  readonly name: string
  /** Path of its file. */
  readonly file: string
  readonly run: () => unknown
}

/** All tests of the files that were loaded. */
export const cases: Case[] = []
const groups: string[] = []
let loading = ''

/** Says which file the tests that follow are of. */
export function beginFile(file: string): void {
  loading = file
}

/** As in vitest. */
export function describe(name: string, body: () => void): void {
  groups.push(name)
  body()
  groups.pop()
}

const addTest = (name: string, run: () => unknown): void => {
  cases.push({ name: [...groups, name].join(' > '), file: loading, run })
}

const each =
  <Row>(rows: readonly Row[]) =>
  (name: string, run: (...cells: unknown[]) => unknown): void => {
    for (const [at, row] of rows.entries()) {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [row]
      addTest(`${at}: ${format(name, ...cells)}`, () => run(...cells))
    }
  }

/** As in vitest, with `each` as its only other form. */
export const test = Object.assign(addTest, { each })
export { expect } from 'vitest'
export { test as it }
