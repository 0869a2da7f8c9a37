import type { Message } from './child.ts'

type Answers = Readonly<Record<string, (value: never) => unknown>>

/** Answers the bench that started this process, and ends with it. */
export function answerParent(answers: Answers): void {
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
