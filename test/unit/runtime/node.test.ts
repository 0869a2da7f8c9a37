import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const PINNED: readonly string[] = Object.keys(packages[''].optionalDependencies).filter((name) =>
  name.startsWith('node-'),
)

it('runs on Node 24, wherever npm runs', () => {
  expect(process.versions.node).toMatch(/^24\./)
})

it('runs on the very bytes that the lock file pins', () => {
  const own = `node-${process.platform}-${process.arch}`
  const pinned = join(ROOT, 'node_modules', own, 'bin/node')
  expect([PINNED.includes(own), existsSync(pinned)]).toEqual([true, true])
  expect(statSync(process.execPath).ino).toBe(statSync(pinned).ino)
})

it('is pinned for each platform in the version that is used', () => {
  const { version } = packages['node_modules/node']
  for (const name of PINNED)
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    })
})
