import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../support/cluster.ts'
import { startTown } from '../support/load-fixture.ts'
import type { Program } from '../support/program.ts'
import { repeated } from '../support/recorder.ts'

const HERE = join(import.meta.dirname, '../..')
const CHATS = 600
const RATE_PER_SECOND = 200
const SENDERS = 2
const MOVE_EVERY_MS = 1_000
const LOAD_MS = 3_000
const SETTLED_MS_MAX = 120_000
const POLL_MS = 100

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: HERE, encoding: 'utf8' }).trim()
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Checks out a commit beside this one. Packages are shared where both pin the same ones, else installed. */
function checkOut(commit: string, folder: string): void {
  git('worktree', 'add', '--detach', '--force', folder, commit)
  const lock = (root: string): string => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(HERE) && existsSync(join(HERE, 'node_modules')))
    symlinkSync(join(HERE, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
}

/** Upgrades an installation from one commit to another under load, process by process, rolls it back, and counts. */
async function tryUpgrade(before: string, after: string): Promise<boolean> {
  const redis = await startServer()
  const town = await startTown({
    redisUrl: redis.url,
    ratePerSecond: RATE_PER_SECOND,
    chats: CHATS,
    latencyMs: 20,
    root: before,
  })
  let senders: Program[] = []
  for (let sender = 0; sender < SENDERS; sender++) senders.push(await town.startPush({}, before))
  await town.registered()
  const codes: (number | null)[] = []
  let { service } = town

  async function replaceAll(root: string): Promise<void> {
    codes.push((await service.stop()).code)
    service = town.startService(root)
    await service.address('Rate service')
    for (const sender of [...senders]) {
      const next = await town.startPush({}, root)
      codes.push((await sender.stop()).code)
      senders = [...senders.filter((one) => one !== sender), next]
      await sleep(LOAD_MS)
    }
  }

  const moving = setInterval(town.move, MOVE_EVERY_MS)
  await sleep(LOAD_MS)
  await replaceAll(after)
  say(`upgraded: ${town.recorder.sent.length} messages so far`)
  await replaceAll(before)
  clearInterval(moving)
  town.move()
  const deadline = performance.now() + SETTLED_MS_MAX
  while (town.untold().length > 0 && performance.now() < deadline) await sleep(POLL_MS)

  const found = {
    messages: town.recorder.sent.length,
    chatsWithoutTheNewestPrice: town.untold().length,
    repeated: repeated(town.recorder.sent),
    parked: (await town.queue.parked()).length,
    notificationsRefused: town.front.statuses.filter((status) => status !== 200).length,
    exitCodes: codes.join(' '),
  }
  say(JSON.stringify(found, undefined, 2))
  await town.stop()
  await redis.stop()
  const { chatsWithoutTheNewestPrice, repeated: twice, parked, notificationsRefused } = found
  return (
    chatsWithoutTheNewestPrice + twice + parked + notificationsRefused === 0 &&
    codes.every((code) => code === 0)
  )
}

const [from = 'HEAD~1', to = 'HEAD'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'tasa-upgrade-'))
const [before, after] = [join(folder, 'before'), join(folder, 'after')]
try {
  checkOut(from, before)
  checkOut(to, after)
  say(`from ${git('log', '-1', '--format=%h %s', from)}\nto   ${git('log', '-1', '--format=%h %s', to)}`)
  process.exitCode = (await tryUpgrade(before, after)) ? 0 : 1
} finally {
  for (const checkout of [before, after]) git('worktree', 'remove', '--force', checkout)
  rmSync(folder, { recursive: true, force: true })
}
