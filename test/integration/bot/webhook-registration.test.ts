import { expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox } from '../../../sandbox/test/support/harness.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { registerWebhook } from '../../../src/telegram/webhook.ts'

const OURS = 'https://bot.example/webhooks/telegram'

/** A registration that looks every 20 ms; `lines` is its log. */
async function arrange() {
  const { api } = await startSandbox()
  const stopping = new AbortController()
  const lines: string[] = []
  const registered = registerWebhook({
    api,
    webhook: { url: OURS, secrets: ['a-secret', 'the-one-before'], checkEveryMs: 20 },
    kinds: ['message'],
    prepare: async () => {},
    stopping: stopping.signal,
    log: createLog('info', (line) => lines.push(line)).log,
  })
  onTestFinished(async () => {
    stopping.abort()
    await registered
  })
  const known = async (): Promise<string | undefined> => (await api.getWebhookInfo()).url
  await expect.poll(known).toBe(OURS)
  return { api, known, lines }
}

test.each([
  ['somebody polled with our token', ''],
  ['another address took our place', 'https://other.example/'],
])('a webhook that Telegram lost since %s is set again', async (_, url) => {
  const { api, known, lines } = await arrange()
  await (url ? api.setWebhook(url) : api.deleteWebhook())
  await expect.poll(known).toBe(OURS)
  expect(lines.join('')).toContain('the webhook at telegram was changed, and is set again')
})

test('a webhook that is already set is not set again', async () => {
  const { api, lines } = await arrange()
  const calls = vi.spyOn(api, 'getWebhookInfo')
  await expect.poll(() => calls.mock.calls.length).toBeGreaterThan(2)
  expect(lines.join('')).not.toContain('is set again')
})
