import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environmentAt } from '../../any-day/moments.ts'

const SAYS =
  'process.stdout.write(String(new Date(Math.abs(new Date() - Date.now()) < 60000 ? Date.now() : 0)) + "|")'
const PROGRAM = `
  ${SAYS}
  const thread = new (require('worker_threads').Worker)(new URL(${JSON.stringify(`data:text/javascript,${SAYS}`)}))
  thread.on('exit', () => {
    process.stdout.write(require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(SAYS)}]))
    const before = Date.now()
    setTimeout(() => process.stdout.write(String(Date.now() - before >= 9)), 10)
  })`

test('a process, its threads and its programs have the clock and the zone of a moment, and it goes on', async () => {
  const moment = { name: 'leap day in Tokyo', at: '2028-02-29T17:00', zone: 'Asia/Tokyo' }
  const env = { ...process.env, ...environmentAt(moment) }
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM], { env })
  const said = expect.stringMatching(/^Wed Mar 01 2028 06:\d\d:\d\d GMT\+0900/)
  expect(stdout.split('|')).toEqual([said, said, said, 'true'])
})
