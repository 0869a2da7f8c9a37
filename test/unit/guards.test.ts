import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GUARDS } from '../guards/list.ts'

const ROOT = join(import.meta.dirname, '../..')

it('each guard names a text that stands once in its file, and tests that exist', () => {
  for (const { name, file, text, without = '', tests } of GUARDS) {
    const count = readFileSync(join(ROOT, file), 'utf8').split(text).length - 1
    expect([count, text !== without, tests.length > 0], name).toEqual([1, true, true])
    expect(
      tests.filter((test) => !existsSync(join(ROOT, test))),
      name,
    ).toEqual([])
  }
  expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length)
})
