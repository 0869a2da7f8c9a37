import { afterAll, expect, it, vi } from 'vitest'
import { spawnProgram } from '../support/program.ts'
import { RECORDER_TOKEN, startRecorder } from '../support/recorder.ts'

const telegram = await startRecorder()
const program = spawnProgram({
  env: { BOT_TOKEN: RECORDER_TOKEN, TELEGRAM_API_ROOT: telegram.url, SOURCES_FILE: 'simulated' },
})
afterAll(async () => {
  await program.stop()
  await telegram.stop()
})

it('a start with a token prints the name and link of the bot once, and what to set in @BotFather', async () => {
  await vi.waitUntil(() => program.out().includes('Channels: '), { timeout: 30_000, interval: 20 })
  const starts = program
    .out()
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(/\s{2,}/, 2)
        .join(' '),
    )
  expect(starts.slice(0, 3).map((line) => line.split(/ http|:/)[0])).toEqual([
    'Rate service',
    'Prices from simulated',
    'Bot',
  ])
  expect(starts.filter((line) => line.includes('t.me'))).toEqual([
    'Telegram https://t.me/tasa_test_bot (Tasa)',
  ])
  expect(program.out()).toContain('/setinline')
  expect(program.out() + program.err()).not.toContain(RECORDER_TOKEN)
})
