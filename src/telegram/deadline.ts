/** Something that may last too long. */
export interface Pending {
  expire(): void
}

/**
 * One time limit (ms) for many: those that began first expire first, so that one timer is enough for all of them.
 * It keeps no process alive.
 */
export function createDeadline(timeoutMs: number) {
  const pending = new Map<Pending, number>()
  let timer: NodeJS.Timeout | undefined

  function watch(ms: number): void {
    if (timer === undefined) timer = setTimeout(expireLate, ms).unref()
  }

  function expireLate(): void {
    timer = undefined
    const now = performance.now()
    for (const [one, endsAt] of pending) {
      if (endsAt > now) {
        watch(endsAt - now)
        return
      }
      pending.delete(one)
      one.expire()
    }
  }

  return {
    begin(one: Pending): void {
      pending.set(one, performance.now() + timeoutMs)
      watch(timeoutMs)
    },
    end(one: Pending): void {
      pending.delete(one)
    },
  }
}

export type Deadline = ReturnType<typeof createDeadline>
