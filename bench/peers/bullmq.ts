import { type ConnectionOptions, type Job, Queue, Worker } from 'bullmq'
import { Api, GrammyError } from 'grammy'
import { type Order, type Setting, serveContender, TOKEN } from '../contenders/contender.ts'

const NAME = 'messages'
const JOBS_A_CALL = 1_000

let setting: Setting | undefined
let queue: Queue | undefined
let api = new Api(TOKEN)
let left = 0
let finish = (): void => {}

/** A job for each message, its text in it, as BullMQ's guide says; a 429 is waited out by all of its workers. */
async function send({ data: { chat, body } }: Job): Promise<void> {
  const { text, ...other } = body
  try {
    await api.sendMessage(chat, text, other)
  } catch (error) {
    const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined
    if (seconds === undefined) throw error
    await queue?.rateLimit(seconds * 1_000)
    throw Worker.RateLimitError()
  }
}

function start({ connections }: Order): Queue {
  const connection: ConnectionOptions = { url: setting?.redisUrl ?? '', maxRetriesPerRequest: null }
  const rate = setting?.ratePerSecond
  const limiter = rate === undefined ? {} : { limiter: { max: rate, duration: 1_000 } }
  const worker = new Worker(NAME, send, { connection, concurrency: connections, ...limiter })
  worker.on('completed', () => {
    if (--left === 0) finish()
  })
  return new Queue(NAME, { connection, defaultJobOptions: { removeOnComplete: true } })
}

async function run(order: Order): Promise<void> {
  const { messages, body } = order
  queue ??= start(order)
  const finished = new Promise<void>((done) => {
    finish = done
  })
  left = messages
  for (let first = 1; first <= messages; first += JOBS_A_CALL) {
    const count = Math.min(JOBS_A_CALL, messages - first + 1)
    const jobs = Array.from({ length: count }, (_, i) => ({
      name: 'message',
      data: { chat: first + i, body },
    }))
    await queue.addBulk(jobs)
  }
  await finished
}

serveContender({
  prepare: async (given) => {
    setting = given
    api = new Api(TOKEN, { apiRoot: given.telegramUrl })
  },
  run,
})
