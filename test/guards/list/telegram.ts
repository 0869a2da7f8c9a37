import type { Guard } from '../guard.ts'

const RUNNER = ['test/integration/telegram/update-runner.test.ts']
const STORE = ['test/integration/telegram/update-store.test.ts']
const HEAD_START = ['test/unit/telegram/head-start.test.ts']
const REFUSALS = ['test/unit/telegram/send-result.test.ts']
const SOFT = ['test/unit/push/deliver/refusal.test.ts']
const OUTAGE = ['test/unit/push/deliver/outage.test.ts']

/** Updates once and in order, and what Telegram's refusals mean. */
export const TELEGRAM_GUARDS: readonly Guard[] = [
  {
    name: 'an update that Telegram repeats is answered once',
    file: 'src/telegram/lua/keep-updates.lua',
    text: "  if is_repeated(number) then return 'repeated' end\n",
    tests: RUNNER,
  },
  {
    name: 'updates of one chat that wait are limited',
    file: 'src/telegram/lua/keep-updates.lua',
    text: "  if redis.call('LLEN', list) >= WAITING_MAX then return 'full' end",
    tests: RUNNER,
  },
  {
    name: 'a chat in hand is not given to a second process',
    file: 'src/telegram/lua/keep-updates.lua',
    text: "  if redis.call('HEXISTS', due.fences, chat) == 1 then return 'waits' end",
    tests: RUNNER,
  },
  {
    name: 'a process that lost a chat gets no more of its updates',
    file: 'src/telegram/lua/next-update.lua',
    text: '  if not holds(chat, token) then return false end\n',
    tests: STORE,
  },
  {
    name: 'an end that is repeated removes no second update',
    file: 'src/telegram/lua/next-update.lua',
    text: '  if is_update(update, done) then\n',
    without: "  if done ~= '' then\n",
    tests: STORE,
  },
  {
    name: 'a lease that was lost is not renewed',
    file: 'src/telegram/lua/renew.lua',
    text: 'if holds(ARGV[i], ARGV[i + 1]) then held',
    without: 'if true then held',
    tests: STORE,
  },
  {
    name: 'an update that killed two processes is removed before its last try',
    file: 'src/telegram/update-runner.ts',
    text: '    if (isSuspect && update && !stopping.aborted) update = await tryOnceMore(reservation, update)\n',
    tests: RUNNER,
  },
  {
    name: 'a Redis that hangs does not hold up updates',
    file: 'src/telegram/update-runner.ts',
    text: 'await breaker(() => updateStore.keep(updates, CHATS_MAX - inHand.size))',
    without: 'await updateStore.keep(updates, CHATS_MAX - inHand.size)',
    tests: ['test/unit/telegram/update-runner.test.ts'],
  },
  {
    name: 'an update that Telegram may send again is stored before it is handled',
    file: 'src/telegram/head-start.ts',
    text: '!areNew(updates) || ',
    tests: HEAD_START,
  },
  {
    name: 'an update does not overtake one that waits in Redis',
    file: 'src/telegram/head-start.ts',
    text: ' || !isCaughtUp) return updates',
    without: ') return updates',
    tests: HEAD_START,
  },
  {
    name: 'an update does not overtake one in hand',
    file: 'src/telegram/head-start.ts',
    text: '.filter((update) => !inHand.has(sequenceKey(update)))',
    tests: HEAD_START,
  },
  {
    name: 'no more updates than a process can have in hand are begun before they are stored',
    file: 'src/telegram/head-start.ts',
    text: '.slice(0, room)',
    tests: HEAD_START,
  },
  {
    name: 'updates that are not done are stored',
    file: 'src/telegram/head-start.ts',
    text: 'if (isDone) undone.delete(update)',
    without: 'undone.delete(update)',
    tests: HEAD_START,
  },
  {
    name: 'updates of one chat are handled one after another',
    file: 'src/telegram/sequencer.ts',
    text: '(last.get(key) ?? Promise.resolve()).then(task)',
    without: 'task()',
    tests: ['test/unit/telegram/sequencer.test.ts'],
  },
  {
    name: 'an update that was handled is not handled again',
    file: 'src/telegram/sequencer.ts',
    text: '    if (done.has(number)) return true\n',
    tests: ['test/unit/telegram/sequencer.test.ts'],
  },
  {
    name: 'updates are taken with the secret of the webhook only',
    file: 'src/telegram/webhook.ts',
    text: "if (typeof given === 'string' && isKnown(given)) return\n",
    without: 'if (true) return\n',
    tests: ['test/unit/telegram/webhook.test.ts'],
  },
  {
    name: 'an update has a number',
    file: 'src/telegram/webhook.ts',
    text: '  Number.isSafeInteger(body.update_id) &&\n',
    tests: ['test/unit/telegram/webhook.test.ts'],
  },
  {
    name: 'Telegram may forget only what is kept or done',
    file: 'src/telegram/polling.ts',
    text: 'updates[(await take(updates)) - 1]',
    without: 'updates.at((await take(updates)) * 0 - 1)',
    tests: ['test/integration/telegram/polling.test.ts'],
  },
  {
    name: 'a chat that blocked the bot is sent nothing more',
    file: 'src/telegram/send-result.ts',
    text: "  if (UNREACHABLE.test(reason)) return { kind: 'unreachable', reason }\n",
    tests: REFUSALS,
  },
  {
    name: 'an unknown 403 is a soft refusal',
    file: 'src/telegram/send-result.ts',
    text: "  if (code === 403) return softRefusalOf('person')\n",
    tests: REFUSALS,
  },
  {
    name: 'missing rights never end a chat',
    file: 'src/telegram/send-result.ts',
    text: "  if (WITHOUT_RIGHTS.test(reason)) return softRefusalOf('rights')\n",
    tests: REFUSALS,
  },
  {
    name: 'a refused token stops all sending',
    file: 'src/telegram/send-result.ts',
    text: "  if (isTokenRefused(refusal)) return { kind: 'pause', reason: 'token_refused', afterMs: OPERATOR_PAUSE_MS }\n",
    tests: REFUSALS,
  },
  {
    name: 'an error of the server is no refusal',
    file: 'src/telegram/send-result.ts',
    text: "  if (code >= 500 || code === 409) return { kind: 'retry', afterMs: SERVER_ERROR_RETRY_MS }\n",
    tests: REFUSALS,
  },
  {
    name: 'a 429 without a time pauses all the same',
    file: 'src/telegram/send-result.ts',
    text: 'seconds > 0 ? seconds * SECOND_MS : FLOOD_PAUSE_MS',
    without: 'seconds * SECOND_MS || 0',
    tests: REFUSALS,
  },
  {
    name: 'an answer that was lost is a retry',
    file: 'src/telegram/send-result.ts',
    text: '  if (error instanceof HttpError) return NO_ANSWER\n',
    tests: REFUSALS,
  },
  {
    name: 'a chat is given up after three soft refusals only',
    file: 'src/push/deliver/refusal.ts',
    text: '  if (inARow < SOFT_REFUSALS_MAX) return { ...refusal, afterMs: SECOND_RETRY_MS }\n',
    tests: SOFT,
  },
  {
    name: 'a chat without rights is kept, however often it refuses',
    file: 'src/push/deliver/refusal.ts',
    text: "  if (refusal.softRefusal === 'rights') return { ...refusal, afterMs: RIGHTS_RETRY_MS }\n",
    tests: SOFT,
  },
  {
    name: 'a chat that could be reached meanwhile is tried at once',
    file: 'src/push/deliver/refusal.ts',
    text: '  if (inARow === 0) return { ...refusal, afterMs: 0 }\n',
    tests: SOFT,
  },
  {
    name: 'an outage of Telegram counts against no chat',
    file: 'src/push/deliver/refusal.ts',
    text: "  if (isOutage) return { kind: 'wait', ms: afterMs }\n",
    tests: SOFT,
  },
  {
    name: 'a failure right after another is not that of its chat',
    file: 'src/push/deliver/outage.ts',
    text: 'const isOfChat = answers >= ANSWERS_MIN',
    without: 'const isOfChat = true',
    tests: OUTAGE,
  },
  {
    name: 'in an outage one chat at a time is tried',
    file: 'src/push/push.ts',
    text: '    inHandMaxNow: outage.chatsMax,\n',
    tests: ['test/integration/push/push.test.ts'],
  },
  {
    name: 'a chat at which Telegram always fails is parked',
    file: 'src/push/deliver/refusal.ts',
    text: '  if (softRefusal || retries < RETRIES_MAX) return',
    without: '  if (true) return',
    tests: SOFT,
  },
  {
    name: 'retries of one chat are further and further apart',
    file: 'src/push/deliver/refusal.ts',
    text: 'Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX)',
    without: 'RETRY_MS_MIN',
    tests: SOFT,
  },
  {
    name: 'no more connections are opened than calls may be in flight',
    file: 'src/telegram/http/connections.ts',
    text: '(all.length < connectionsMax ? connect() : undefined)',
    without: 'connect()',
    tests: ['test/integration/telegram/send.test.ts'],
  },
  {
    name: 'a call that waited begins once undici has ended the one before',
    file: 'src/telegram/http/connections.ts',
    text: 'queueMicrotask(() => beginOver(connection, ...next))',
    without: 'beginOver(connection, ...next)',
    tests: ['test/unit/telegram/http/connections.test.ts'],
  },
  {
    name: 'a send without an answer ends at its time limit',
    file: 'src/telegram/http/post.ts',
    text: '    deadline.begin(this)\n',
    tests: ['test/integration/telegram/send.test.ts'],
  },
  {
    name: 'an endless refusal is cut off',
    file: 'src/telegram/http/post.ts',
    text: "    if (this.#bytes > BYTES_MAX[this.#reading]) controller.abort(new Error('the answer is too long'))\n",
    tests: ['test/integration/telegram/send.test.ts'],
  },
]
