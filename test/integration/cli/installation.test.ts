import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../support/folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const folder = useFolder()

/** A checkout with these files of packages, in which a script of ours runs. */
function arrange(name: string, files: readonly string[]) {
  const root = join(folder, name)
  mkdirSync(join(root, 'ops'), { recursive: true })
  for (const script of ['need-node.sh', 'pin-node.mjs'])
    cpSync(join(ROOT, 'ops', script), join(root, 'ops', script))
  for (const file of files) {
    mkdirSync(join(root, 'node_modules', file, '..'), { recursive: true })
    writeFileSync(join(root, 'node_modules', file), file, { mode: 0o755 })
  }
  const run = (...command: [string, ...string[]]) => {
    const [program, ...args] = command
    const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
    return { status, stderr }
  }
  return { run, has: (path: string) => existsSync(join(root, 'node_modules', path)) }
}
const PLATFORM = `node-${process.platform}-${process.arch}`

test('a start without the Node of the package says in one line what to type', () => {
  const without = arrange('without', [])
  expect(without.run('sh', 'ops/need-node.sh')).toEqual({
    status: 1,
    stderr: 'Node 24 is missing in node_modules: run npm ci again, without --ignore-scripts\n',
  })
  expect(arrange('with', ['node/bin/node']).run('sh', 'ops/need-node.sh').status).toBe(0)
})

test('the pinned program takes the place of the fetched one, and its headers go', () => {
  const pinned = arrange('pinned', ['node/bin/node', `${PLATFORM}/bin/node`, `${PLATFORM}/include/node.h`])
  expect(pinned.run(process.execPath, 'ops/pin-node.mjs')).toEqual({ status: 0, stderr: '' })
  expect([pinned.has(`${PLATFORM}/bin/node`), pinned.has(`${PLATFORM}/include`)]).toEqual([true, false])
  // Where npm scripts find it.
  expect(pinned.has('.bin/node')).toBe(true)
})

test('a platform that is not pinned, and a Linux without glibc, are told in one line what is tested', () => {
  const other = arrange('other', ['node/bin/node'])
  const told = (line: RegExp) => ({ status: 0, stderr: expect.stringMatching(line) })
  const said = other.run(process.execPath, 'ops/pin-node.mjs')
  expect(said).toEqual(told(/^tasa may start on \w+ \w+, .*Linux x64.*\n$/))
  const musl = join(folder, 'musl.mjs')
  writeFileSync(musl, 'process.report.getReport = () => ({ header: {} })')
  const alpine = other.run(process.execPath, '--import', musl, 'ops/pin-node.mjs')
  expect(alpine).toEqual(told(/^tasa does not start here: .*Alpine.*Dockerfile.*\n$/))
})
