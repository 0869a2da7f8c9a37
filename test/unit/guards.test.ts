import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countIn, GUARDS } from '../guards/guards.ts'

const ROOT = join(import.meta.dirname, '../..')
const all = [...GUARDS.values()].flat()
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

describe('the list of guards', () => {
  it('names texts that stand once in their files', () => {
    const lost = all.map((guard) => [countIn(read(guard.file), guard), guard.name])
    expect(lost.filter(([count]) => count !== 1)).toEqual([])
  })

  it('names tests that exist', () => {
    const tests = all.flatMap(({ tests }) => tests)
    expect(tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(all.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('names each guard once, and changes something', () => {
    const names = all.map(({ name }) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(all.filter(({ text, without = '' }) => text === without)).toEqual([])
    expect(all.length).toBeGreaterThanOrEqual(60)
  })
})
