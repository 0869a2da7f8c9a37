import type { Guard } from '../guard.ts'

const WORKER = ['test/integration/telegram/update-worker.test.ts']
const SEQUENCER = ['test/unit/telegram/sequencer.test.ts']
const REFUSALS = ['test/unit/telegram/send-result.test.ts']
const SOFT = ['test/unit/push/deliver/refusal.test.ts']
const OUTAGE = ['test/unit/push/deliver/outage.test.ts']

/** Updates once and in order, and what Telegram's refusals mean. */
export const TELEGRAM_GUARDS: readonly Guard[] = [
  {
    name: 'an update that Telegram repeats is answered once',
    file: 'src/telegram/lua/keep-updates.lua',
    text: "  if redis.call('GETBIT', page, bit) == 1 then return end\n",
    tests: WORKER,
  },
  {
    name: 'updates that wait are limited',
    file: 'src/telegram/lua/keep-updates.lua',
    text: "    if redis.call('XLEN', stream) >= waiting_max then reply = 'full' return end",
    tests: WORKER,
  },
  {
    name: 'updates of one chat that wait are limited',
    file: 'src/telegram/sequencer.ts',
    text: "    if (waiting >= UPDATES_PER_CHAT_MAX) return 'dropped'\n",
    tests: WORKER,
  },
  {
    name: 'updates of one chat are handled one after another',
    file: 'src/telegram/sequencer.ts',
    text: 'last.then(() => handleNow(update, handleIt))',
    without: 'handleNow(update, handleIt)',
    tests: SEQUENCER,
  },
  {
    name: 'an update that was handled is not handled again',
    file: 'src/telegram/sequencer.ts',
    text: 'outcomes.get(update.update_id) ?? handleInOrder(update, handleIt)',
    without: 'handleInOrder(update, handleIt)',
    tests: SEQUENCER,
  },
  {
    name: 'no more than 128 chats are in hand',
    file: 'src/telegram/sequencer.ts',
    text: '      while (!hasRoom(update) && !stopping.aborted) await chatEnded.promise\n',
    tests: SEQUENCER,
  },
  {
    name: 'a process that does not lead begins no update',
    file: 'src/telegram/sequencer.ts',
    text: "    if (!(await mayBegin())) return 'left'\n",
    tests: SEQUENCER,
  },
  {
    name: 'an update that killed two processes is removed before its last try',
    file: 'src/telegram/update-worker.ts',
    text: '      await untilAnswered(() => stream.remove(suspect.id))\n',
    tests: WORKER,
  },
  {
    name: 'a stop counts no death',
    file: 'src/telegram/update-worker.ts',
    text: "      await stream.giveBack([...inHand.keys()]).catch(warn('updates not given back'))\n",
    tests: WORKER,
  },
  {
    name: 'an update that another process may have had in hand is stored before it is handled',
    file: 'src/telegram/update-worker.ts',
    text: '      if (isFirst && (await store(updates))) return updates.length\n',
    tests: WORKER,
  },
  {
    name: 'a polled update that is done is noted',
    file: 'src/telegram/update-worker.ts',
    text: '      stream.note(update)',
    without: '      Promise.resolve()',
    tests: WORKER,
  },
  {
    name: 'Telegram may forget only what is stored or done',
    file: 'src/telegram/update-worker.ts',
    text: 'first < 0 ? updates.length : first',
    without: 'updates.length',
    tests: WORKER,
  },
  {
    name: 'a Redis that hangs does not hold up updates',
    file: 'src/telegram/update-stream.ts',
    text: 'breaker(() => keep(updates.map(entryOf))),',
    without: 'keep(updates.map(entryOf)),',
    tests: ['test/unit/telegram/update-worker.test.ts'],
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
    name: 'a refusal whose end is lost stands',
    file: 'src/telegram/http/post.ts',
    text: 'this.#isAccepted() || isRefused ? this.#answer() : undefined',
    without: 'this.#isAccepted() ? this.#answer() : undefined',
    tests: ['test/integration/telegram/send.test.ts'],
  },
  {
    name: 'an endless refusal is cut off',
    file: 'src/telegram/http/post.ts',
    text: "    if (this.#bytes > BYTES_MAX[this.#reading]) controller.abort(new Error('the answer is too long'))\n",
    tests: ['test/integration/telegram/send.test.ts'],
  },
]
