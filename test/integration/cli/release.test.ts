import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { versionText } from '../../../src/runtime/version.ts'
import { useFolder } from '../../support/folder.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const FILES = ['package.json', 'package-lock.json', 'sandbox/package.json', 'CHANGELOG.md', 'ops/release.sh']
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const folder = useFolder()
const tree = join(folder, 'tree')
const made = join(folder, 'made')
const git = (...args: string[]) =>
  run('git', ['-C', tree, '-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args])
const release = (...args: string[]) =>
  run(join(tree, 'ops/release.sh'), [...args, '--skip-tests', '--without-images'])
const refuses = (args: readonly string[], reason: RegExp) =>
  expect(release(...args)).rejects.toMatchObject({ stderr: expect.stringMatching(reason) })

test('a release has a tag, the sources, the packages and checksums; what is unfit is refused before anything is made', async () => {
  await run('mkdir', ['-p', tree])
  await run('cp', ['--parents', ...FILES, tree], { cwd: ROOT })
  await git('init', '-q')
  await git('add', '.')
  await git('commit', '-qm', 'all')
  await git('config', 'user.name', 'test')
  await git('config', 'user.email', 'test@example.com')

  await refuses(['9.9.9', made], /another version/)
  await refuses([version, '--fast', made], /no option --fast/)
  writeFileSync(join(tree, 'new'), '')
  await refuses([version, made], /not committed/)
  await run('rm', [join(tree, 'new')])
  await git('mv', 'CHANGELOG.md', 'OLD.md')
  writeFileSync(join(tree, 'CHANGELOG.md'), `## [Unreleased]\n\n## [${version}0] - 2026-11-27\n`)
  await git('add', '.')
  await git('commit', '-qm', 'another changelog')
  await refuses([version, made], /CHANGELOG\.md has no section/)
  await git('reset', '-q', '--hard', 'HEAD~1')
  await run('mkdir', [made])
  writeFileSync(join(made, `tasa-${version}.oci.tar`), 'of an attempt that failed')
  await refuses([version, made], /made is not empty/)
  await run('rm', ['-r', made])
  expect((await git('tag')).stdout).toBe('')

  await release(version, made)
  const names = [`tasa-${version}.sbom.json`, `tasa-${version}.tar.gz`]
  expect(readdirSync(made).toSorted()).toEqual(['SHA256SUMS', ...names])
  await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: made })
  const sbom = JSON.parse(readFileSync(join(made, `tasa-${version}.sbom.json`), 'utf8'))
  expect(sbom.components.map(({ name }: { name: string }) => name)).toContain('grammy')
  expect((await git('tag')).stdout.trim()).toBe(`v${version}`)
  await refuses([version, made], /tag v.* already/)
})

test('--version prints the version, the commit and Node on one line, and starts nothing', async () => {
  const cache = join(ROOT, 'node_modules/.cache/node')
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache, TASA_COMMIT: '1a2b3c4d5e6f' }
  for (const args of [['--version'], ['start', '--version']]) {
    const { stdout, stderr } = await run('node', ['src/main.ts', ...args], { cwd: ROOT, env })
    expect([stdout, stderr]).toEqual([`${versionText('1a2b3c4d')}\n`, ''])
  }
})
