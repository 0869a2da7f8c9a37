import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findRedisProgram } from '../../../src/redis/find-program.ts'
import { createLog, type LogLevel } from '../../../src/runtime/log.ts'

const FORBIDS = 'INSTALL_REDIS=false'
let directory = ''
/** Folders in front of PATH. */
let before: string[] = []

function write(file: string, lines: readonly string[]): void {
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(file, 0o755)
}

/** A PATH without Redis, whose apt-get writes down what it was asked and makes the program appear where `works`. */
function pretendPath({ works }: { works: boolean }): void {
  write(join(directory, 'installed'), ['exit 0'])
  write(join(directory, 'apt-get'), [
    `echo "$(wc -l < ${directory}/log) $DEBIAN_FRONTEND $*" >> ${directory}/asked`,
    ...(works ? [`[ "$1" = install ] && ln -s ${directory}/installed ${directory}/redis-server`] : []),
    'exit 0',
  ])
  for (const program of ['ln', 'wc']) symlinkSync(`/usr/bin/${program}`, join(directory, program))
  writeFileSync(join(directory, 'log'), '')
}

const asked = (): string[] =>
  existsSync(join(directory, 'asked'))
    ? readFileSync(join(directory, 'asked'), 'utf8').trim().split('\n')
    : []

/** The log, which apt-get can see too, so that it is known what was said before it was called. */
function logTo(level: LogLevel) {
  const file = join(directory, 'log')
  return createLog(level, (line) => writeFileSync(file, line, { flag: 'a' })).log
}
const logged = (): string => readFileSync(join(directory, 'log'), 'utf8')
const find = (level: LogLevel = 'info', mayInstall = true): Promise<string> =>
  findRedisProgram({
    env: { PATH: [...before, directory].join(delimiter) },
    log: logTo(level),
    mayInstall,
  })

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tasa-path-'))
  before = []
  vi.spyOn(process, 'getuid').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(directory, { recursive: true, force: true })
})

describe('the search for a Redis program', () => {
  it.each(['info', 'silent'] as const)(
    'says in one line what it installs and what forbids it before it does so, at log level %s',
    async (level) => {
      pretendPath({ works: true })
      expect(await find(level)).toBe(join(directory, 'redis-server'))
      expect(asked()).toEqual([
        '0  --version',
        '1 noninteractive update -qq',
        '1 noninteractive install -y -qq -o DPkg::Lock::Timeout=60 redis-server',
      ])
      const lines = logged().trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        `no Redis is on PATH: installing the package redis-server with apt-get (${FORBIDS} forbids it)`,
      ])
    },
  )

  it('installs nothing where that is forbidden, and says what to type', async () => {
    pretendPath({ works: true })
    await expect(find('info', false)).rejects.toThrow(
      /^Redis is needed and not installed: type "sudo apt-get install redis-server" .* or set REDIS_URL$/,
    )
    expect({ asked: asked(), logged: logged() }).toEqual({ asked: [], logged: '' })
  })

  it('says what to type where apt-get installs nothing', async () => {
    pretendPath({ works: false })
    await expect(find()).rejects.toThrow(/^Redis is needed and not installed/)
  })

  it('installs nothing where a program is on PATH, or for users other than root', async () => {
    pretendPath({ works: true })
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    await expect(find()).rejects.toThrow(/^Redis is needed/)
    symlinkSync(join(directory, 'installed'), join(directory, 'valkey-server'))
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    expect(await find()).toBe(join(directory, 'valkey-server'))
    expect({ asked: asked(), logged: logged() }).toEqual({ asked: [], logged: '' })
  })

  const NPM = 'lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin'

  it.each([
    ['the programs of packages', 'node_modules/.bin', ''],
    ['them, with a slash at the end', 'node_modules/.bin', '/'],
    ['them, spelled in another way', 'node_modules/.bin', '/../.bin/.'],
    ["npm's own programs", NPM, ''],
  ])('never runs what lies in a folder of %s', async (_folder, name, ending) => {
    plant(join(directory, name))
    before = [join(directory, name) + ending]
    await expectNothingPlantedRan()
  })

  it('never runs what lies in a folder that is such a one by another name, or that depends on where it is called', async () => {
    const folder = plant(join(directory, 'node_modules/.bin'))
    symlinkSync(folder, join(directory, 'link'))
    mkdirSync(join(directory, 'other/node_modules'), { recursive: true })
    symlinkSync(plant(join(directory, 'relative')), join(directory, 'other/node_modules/.bin'))
    const here = process.cwd()
    process.chdir(plant(join(directory, 'here')))
    try {
      const byOtherNames = [join(directory, 'link'), join(directory, 'other/node_modules/.bin')]
      before = ['', '.', relative(process.cwd(), join(directory, 'relative')), ...byOtherNames]
      await expectNothingPlantedRan()
    } finally {
      process.chdir(here)
    }
  })

  /** Puts programs into a folder that write down that they ran; `wc` and `ln` are called by a program of the other folder. */
  function plant(folder: string): string {
    mkdirSync(folder, { recursive: true })
    for (const name of ['redis-server', 'valkey-server', 'apt-get', 'env', 'wc', 'ln'])
      write(join(folder, name), [`echo ${name} >> ${directory}/planted`])
    return folder
  }

  async function expectNothingPlantedRan(): Promise<void> {
    pretendPath({ works: true })
    expect(await find()).toBe(join(directory, 'redis-server'))
    expect(existsSync(join(directory, 'planted'))).toBe(false)
    expect(asked().length).toBe(3)
  }
})
