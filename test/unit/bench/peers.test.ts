import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../bench/peers', name), 'utf8')

it('the lock file of the peers names no place to download from', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|\.tgz"/)
})

it('the lock file of the peers locks what they need', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const { packages } = JSON.parse(read('package-lock.json'))
  expect(packages[''].dependencies).toEqual(dependencies)
  for (const name of Object.keys(dependencies))
    expect(packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/)
})
