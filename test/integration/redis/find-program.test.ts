import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findRedisProgram } from '../../../src/redis/find-program.ts'
import { createLog, type LogLevel } from '../../../src/runtime/log.ts'
import { makeFolder } from '../../support/folder.ts'

const FORBIDS = 'INSTALL_REDIS=false'
let directory = ''

/** A PATH without Redis, whose apt-get writes down what it was asked and makes the program appear where `works`. */
function pretendPath({ works }: { works: boolean }): void {
  const write = (name: string, lines: readonly string[]): void => {
    writeFileSync(join(directory, name), ['#!/bin/sh', ...lines, ''].join('\n'))
    chmodSync(join(directory, name), 0o755)
  }
  write('installed', ['exit 0'])
  write('apt-get', [
    `echo "$(wc -l < ${directory}/log) $DEBIAN_FRONTEND $*" >> ${directory}/asked`,
    ...(works ? [`[ "$1" = install ] && ln -s ${directory}/installed ${directory}/redis-server`] : []),
    'exit 0',
  ])
  for (const program of ['env', 'ln', 'wc']) symlinkSync(`/usr/bin/${program}`, join(directory, program))
  writeFileSync(join(directory, 'log'), '')
  vi.stubEnv('PATH', directory)
  vi.stubEnv('DEBIAN_FRONTEND', '')
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

beforeEach(() => {
  directory = makeFolder()
  vi.spyOn(process, 'getuid').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('the search for a Redis program', () => {
  it.each(['info', 'silent'] as const)(
    'says in one line what it installs and what forbids it before it does so, at log level %s',
    async (level) => {
      pretendPath({ works: true })
      expect(await findRedisProgram(logTo(level), true)).toBe('redis-server')
      expect(asked()).toEqual([
        '0  --version',
        '1  update -qq',
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
    await expect(findRedisProgram(logTo('info'), false)).rejects.toThrow(
      /^Redis is needed and not installed: type "sudo apt-get install redis-server" .* or set REDIS_URL$/,
    )
    expect({ asked: asked(), logged: logged() }).toEqual({ asked: [], logged: '' })
  })

  it('says what to type where apt-get installs nothing', async () => {
    pretendPath({ works: false })
    await expect(findRedisProgram(logTo('info'), true)).rejects.toThrow(/^Redis is needed and not installed/)
  })

  it('installs nothing where a program is on PATH, or for users other than root', async () => {
    pretendPath({ works: true })
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    await expect(findRedisProgram(logTo('info'), true)).rejects.toThrow(/^Redis is needed/)
    symlinkSync(join(directory, 'installed'), join(directory, 'valkey-server'))
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    expect(await findRedisProgram(logTo('info'), true)).toBe('valkey-server')
    expect({ asked: asked(), logged: logged() }).toEqual({ asked: [], logged: '' })
  })
})
