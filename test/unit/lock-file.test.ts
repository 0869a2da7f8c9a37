import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { ROOT, read } from './project.ts'

interface Locked {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const text = read('package-lock.json')
const packages: Readonly<Record<string, Locked>> = JSON.parse(text).packages

it('the lock file names the packages of every platform, without which npm ci refuses it', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  const isLocked = (name: string): boolean =>
    Object.keys(packages).some(
      (path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
    )
  expect(wanted.filter((name) => !isLocked(name))).toEqual([])
})

it('the lock file has the version of package.json', () => {
  expect([JSON.parse(text).version, packages['']?.version]).toEqual([manifest.version, manifest.version])
})

it('the lock file names no place to download from', () => {
  expect(text).not.toMatch(/"resolved": "(?!sandbox")|\.tgz"/)
})

const PINNED = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'))

it('the suite runs on Node 24, wherever npm runs', () => {
  expect(process.versions.node).toMatch(/^24\./)
})

it('the suite runs on the very bytes that the lock file pins', () => {
  const own = `node-${process.platform}-${process.arch}`
  const pinned = join(ROOT, 'node_modules', own, 'bin/node')
  expect([PINNED.includes(own), existsSync(pinned)]).toEqual([true, true])
  expect(statSync(process.execPath).ino).toBe(statSync(pinned).ino)
})

it('Node is pinned for each platform in the version that is used', () => {
  const version = packages['node_modules/node']?.version
  for (const name of PINNED)
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    })
})
