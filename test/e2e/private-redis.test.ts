import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { processesIn } from '../support/processes.ts'
import { type Program, spawnProgram } from '../support/program.ts'

describe('the program, whose private Redis dies while its address cannot be written, as on a full disk', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tasa-full-'))
  const fullDisk = join(dataDirectory, 'redis.json.new')
  let program: Program = spawnProgram({ dataDirectory })
  afterAll(async () => {
    await program.stop()
    for (const pid of processesIn(dataDirectory)) process.kill(pid, 'SIGKILL')
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  async function isReady(): Promise<boolean> {
    return (await fetch(`${await program.address('Bot')}/readyz`)).ok
  }

  it('starts one server once there is room again', async () => {
    await expect.poll(program.err).toContain('"msg":"started"')
    mkdirSync(fullDisk)
    process.kill(program.redisPid(), 'SIGKILL')
    await expect.poll(program.err).toContain('private redis cannot be started again')
    rmdirSync(fullDisk)
    await expect.poll(isReady).toBe(true)
    expect(processesIn(dataDirectory)).toEqual([program.redisPid()])
  })

  it('leaves the one server to the next start when it is killed', async () => {
    const servers = processesIn(dataDirectory)
    program.child.kill('SIGKILL')
    await program.exited
    program = spawnProgram({ dataDirectory })
    await expect.poll(program.err).toContain('"msg":"started"')
    expect([program.redisPid(), processesIn(dataDirectory)]).toEqual([servers[0], servers])
    expect((await program.stop()).code).toBe(0)
    expect(processesIn(dataDirectory)).toEqual([])
  })
})
