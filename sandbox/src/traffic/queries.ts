import { setTimeout as sleep } from 'node:timers/promises'

interface QueriesOptions {
  readonly nextId: () => number
  readonly answerableMs: number
  readonly stopping: AbortSignal
}

/** Questions of people to the bot (a pressed button, an inline query) that can be answered for a limited time. */
export function createQueries<Answer>({ nextId, answerableMs, stopping }: QueriesOptions) {
  const open = new Map<string, (answer: Answer) => void>()

  /** A question with the first answer of the bot; undefined when none came in time, or the sandbox stops. */
  function ask(): { readonly id: string; readonly answer: Promise<Answer | undefined> } {
    const id = String(nextId())
    const answered = new Promise<Answer>((resolve) => open.set(id, resolve))
    const closed = sleep(answerableMs, undefined, { signal: stopping, ref: false })
      .catch(() => undefined)
      .finally(() => open.delete(id))
    return { id, answer: Promise.race([answered, closed]) }
  }

  /** False when the question is unknown or too old. */
  function answer(id: string, value: Answer): boolean {
    open.get(id)?.(value)
    return open.has(id)
  }

  return { ask, answer }
}
