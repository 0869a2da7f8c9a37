import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

interface Locked {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
const packages: Readonly<Record<string, Locked>> = JSON.parse(text).packages

it('names the packages of every platform, without which npm ci refuses it', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  const isLocked = (name: string): boolean =>
    Object.keys(packages).some(
      (path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
    )
  expect(wanted.filter((name) => !isLocked(name))).toEqual([])
})

it('has the version of package.json', () => {
  expect([JSON.parse(text).version, packages['']?.version]).toEqual([manifest.version, manifest.version])
})

it('names no place to download from', () => {
  expect(text).not.toMatch(/"resolved": "(?!sandbox")|\.tgz"/)
})
