import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useFolder } from '../../support/installation.ts'

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

test('a release has a tag, the sources, the packages and checksums; what is unfit is refused before anything is made', async () => {
  await run('mkdir', ['-p', tree])
  await run('cp', ['--parents', ...FILES, tree], { cwd: ROOT })
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'all'],
  ])
    await git(...args)
  await git('config', 'user.name', 'test')
  await git('config', 'user.email', 'test@example.com')

  const refusals: [string, RegExp][] = [
    ['9.9.9', /another version/],
    [`${version} --fast`, /no option --fast/],
  ]
  for (const [line, reason] of refusals)
    await expect(release(...line.split(' '), made)).rejects.toMatchObject({
      stderr: expect.stringMatching(reason),
    })
  writeFileSync(join(tree, 'new'), '')
  await expect(release(version, made)).rejects.toMatchObject({
    stderr: expect.stringMatching(/not committed/),
  })
  await run('rm', [join(tree, 'new')])

  await release(version, made)
  const names = [`tasa-${version}.sbom.json`, `tasa-${version}.tar.gz`]
  expect(readdirSync(made).toSorted()).toEqual(['SHA256SUMS', ...names])
  await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: made })
  const sbom = JSON.parse(readFileSync(join(made, `tasa-${version}.sbom.json`), 'utf8'))
  expect(sbom.components.map(({ name }: { name: string }) => name)).toContain('grammy')
  expect((await git('tag')).stdout.trim()).toBe(`v${version}`)
  await expect(release(version, made)).rejects.toMatchObject({
    stderr: expect.stringMatching(/tag v.* already/),
  })
})
