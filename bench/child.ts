import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What passes between a bench and the processes it measures or measures with. */
interface Message {
  readonly kind: string
  readonly value?: unknown
  readonly error?: string
}

/** Starts a file in a process of its own, which connects with us by `answerParent`. */
export function startChild(file: URL, execArgv: readonly string[] = []) {
  const child = fork(fileURLToPath(file), { serialization: 'advanced', execArgv: [...execArgv] })
  /** The next message of this kind that comes unasked; rejects when the process ends. */
  const hear = <Value>(kind: string): Promise<Value> => nextOf<Value>(child, kind)
  return {
    hear,
    /** Sends a message of a kind, and hears the answer of the same kind. */
    ask<Answer>(kind: string, value?: unknown): Promise<Answer> {
      const answer = hear<Answer>(kind)
      child.send({ kind, value })
      return answer
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

export type Child = ReturnType<typeof startChild>

function nextOf<Value>(child: ChildProcess, kind: string): Promise<Value> {
  return new Promise((done, failed) => {
    const hear = (message: Message): void => {
      if (message.kind !== kind) return
      forget()
      if (message.error === undefined) done(message.value as Value)
      else failed(new Error(message.error))
    }
    const end = (): void => {
      forget()
      failed(new Error(`a process of the bench ended while it was asked to ${kind}`))
    }
    const forget = (): void => {
      child.off('message', hear)
      child.off('exit', end)
    }
    child.on('message', hear)
    child.on('exit', end)
  })
}

/** In a process of the bench: answers the bench that started it, and ends with it. */
export function answerParent(answers: Readonly<Record<string, (value: never) => unknown>>): void {
  process.on('message', async ({ kind, value }: Message) => {
    try {
      tellParent(kind, await answers[kind]?.(value as never))
    } catch (error) {
      process.send?.({ kind, error: String(error instanceof Error ? error.stack : error) })
    }
  })
  process.once('disconnect', () => process.exit())
}

/** Tells the bench something that it did not ask for. */
export function tellParent(kind: string, value?: unknown): void {
  process.send?.({ kind, value })
}

const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** ms on the clock that all processes of a machine share, from the machine's start. */
export const monotonicMs = (): number => offsetMs + performance.now()
