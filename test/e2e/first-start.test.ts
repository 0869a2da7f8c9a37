import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../src/redis/process-lock.ts'
import { useFolder } from '../support/folder.ts'
import { onThisMachine } from '../support/machine.ts'
import { ANA, createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'

describe('a first start, with nothing set', () => {
  const dataDirectory = useFolder()
  const [planted, tools] = [join(dataDirectory, 'node_modules/.bin'), join(dataDirectory, 'tools')]
  for (const folder of [planted, tools]) mkdirSync(folder, { recursive: true })
  for (const name of ['redis-server', 'apt-get', 'env', 'sh'])
    writeFileSync(join(planted, name), `#!/bin/sh\necho ${name} >> ${planted}/ran\n`, { mode: 0o755 })
  const told = join(dataDirectory, 'told')
  writeFileSync(join(tools, 'systemd-notify'), `#!/bin/sh\necho "$*" >> ${told}\n`, { mode: 0o755 })
  let program: Program = spawnProgram({
    dataDirectory,
    env: {
      PATH: [planted, tools, process.env.PATH].join(delimiter),
      NOTIFY_SOCKET: '/run/not-used',
      WATCHDOG_USEC: '400000',
    },
    command: ['npm', 'start'],
  })
  afterAll(async () => void (await program.stop()))

  it('prints a line for each thing that listens, and the web chat last', async () => {
    await program.address('Web chat')
    const lines = program
      .out()
      .split('\n')
      .filter((line) => line.includes('http://'))
    expect(lines.map((line) => line.split(/\s{2,}/)[0])).toEqual(['Rate service', 'Bot', 'Web chat'])
    expect((await fetch(`${await program.address('Bot')}/readyz`)).status).toBe(200)
    expect((await fetch(`${await program.address('Rate service')}/docs`)).status).toBe(200)
  })

  it('runs no program that lies in a node_modules/.bin of PATH, where npm puts those of every parent folder', () => {
    expect(existsSync(join(planted, 'ran'))).toBe(false)
  })

  it('answers /rate in Venezuelan figures, and says that the prices are simulated', async () => {
    const people = createPeople(await program.address('Web chat'))
    await people.ask(ANA, '/start')
    const reply = await people.ask(ANA, '/rate usd')
    expect(reply).toMatch(/Bs\.\s\d{1,3}(\.\d{3})*,\d{2}/)
    expect(reply).toMatch(/simulad/i)
  })

  it('pushes to the chat when a followed monitor moves', async () => {
    const people = createPeople(await program.address('Web chat'))
    const asked = await people.say(ANA, '/follow page_gamma.usd')
    const [answer, push] = await people.heard(ANA, asked, 2, 20_000)
    expect(answer).toContain('te aviso cuando')
    expect(push).toMatch(/[▲▼].*Bs\.\s\d/)
  })

  it('ends on SIGTERM in under 10 s with exit code 0, and leaves no Redis behind', async () => {
    const redisPid = program.redisPid()
    const { code, ms } = await program.stop()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(await onThisMachine(10_000))
    expect(isAlive(redisPid)).toBe(false)
  })

  it('tells systemd that it is ready, that it lives, and that it stops', () => {
    const states = readFileSync(told, 'utf8').split('\n')
    expect(states).toEqual(expect.arrayContaining(['READY=1', 'WATCHDOG=1', 'STOPPING=1']))
  })

  it('started again, still follows and pushes', async () => {
    program = spawnProgram({ dataDirectory })
    const people = createPeople(await program.address('Web chat'))
    const [push] = await people.heard(ANA, (await people.last(ANA)).message_id, 1, 20_000)
    expect(push).toMatch(/[▲▼].*Bs\.\s\d/)
  })

  it('adopts the Redis that a killed program left behind, with its data', async () => {
    const redisPid = program.redisPid()
    program.child.kill('SIGKILL')
    await program.exited
    expect(isAlive(redisPid)).toBe(true)
    program = spawnProgram({ dataDirectory })
    const people = createPeople(await program.address('Web chat'))
    expect(program.redisPid()).toBe(redisPid)
    const [push] = await people.heard(ANA, (await people.last(ANA)).message_id, 1, 20_000)
    expect(push).toMatch(/[▲▼].*Bs\.\s\d/)
    await program.stop()
    expect(isAlive(redisPid)).toBe(false)
  })
})
