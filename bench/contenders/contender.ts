import { answerParent } from '../child.ts'

export const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

/** What a contender is told before it runs; each reads what it needs. */
export interface Setting {
  readonly telegramUrl: string
  /** A durable Redis of its own. */
  readonly redisUrl: string
  /** Messages a second that it may send; unlimited if not given. */
  readonly ratePerSecond?: number
  /** Chats that follow, evenly over the monitors. */
  readonly followers?: number
  readonly monitors?: number
}

/** Messages to send to as many chats, over as many connections, with the fields of a body but for its chat. */
export interface Order {
  readonly messages: number
  readonly connections: number
  readonly body: Readonly<Record<string, unknown>>
  /** Which monitor has a new price, for ours; the first if not given. */
  readonly monitor?: number
}

export interface Cost {
  readonly cpuSeconds: number
  /** The most memory that the process ever had, in MB. */
  readonly rssMb: number
}

interface Contender {
  /** Gets ready to run; answers what the bench must know. */
  prepare(setting: Setting): Promise<unknown>
  /** Sends all, or sets that going. */
  run(order: Order): Promise<unknown>
  /** Called when all was accepted: ends when nothing is left to do. */
  rest?(): Promise<void>
}

/** Serves a way of sending in a process of its own, so that its CPU and memory are its own. */
export function serveContender({ prepare, run, rest }: Contender): void {
  let running: Promise<unknown> = Promise.resolve()
  let cpu = process.cpuUsage()
  answerParent({
    prepare,
    run(order: Order) {
      cpu = process.cpuUsage()
      running = run(order)
      running.catch(() => {}) // the bench hears of it when it asks for the rest
    },
    async rest(): Promise<Cost> {
      await running
      await rest?.()
      const { user, system } = process.cpuUsage(cpu)
      return { cpuSeconds: (user + system) / 1e6, rssMb: process.resourceUsage().maxRSS / 1024 }
    },
  })
}
