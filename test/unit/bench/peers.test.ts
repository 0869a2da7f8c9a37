import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Locked {
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../bench/peers', name), 'utf8')
const packages: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages

it('the lock file of the peers names no place to download from', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|\.tgz"/)
})

it('the lock file of the peers locks what they need', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  expect(packages['']?.dependencies).toEqual(dependencies)
  for (const name of Object.keys(dependencies))
    expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/)
})

it('the lock file of the peers names the packages of every platform, without which npm ci refuses it', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(wanted.filter((name) => !packages[`node_modules/${name}`])).toEqual([])
})
