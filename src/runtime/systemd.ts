import { execFile } from 'node:child_process'
import { type Log, messageOf } from './log.ts'

const PROGRAM = 'systemd-notify'
const ANSWER_MS_MAX = 5_000
const MICROS_PER_MS = 1_000

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Tells systemd when the program is ready, that it is alive, and when it stops; does nothing where systemd did not start it.
 * Node has no datagram sockets of Unix, so the messages are sent by the program `systemd-notify`.
 */
export function createSystemd(env: Variables, log: Pick<Log, 'warn'>) {
  const { NOTIFY_SOCKET: socket, PATH } = env
  const aliveEveryMs = Number(env.WATCHDOG_USEC ?? 0) / MICROS_PER_MS / 2
  let alive: NodeJS.Timeout | undefined
  let isStopping = false
  let isFailing = false

  function tell(state: string): void {
    if (!socket) return
    const options = { env: { NOTIFY_SOCKET: socket, PATH }, timeout: ANSWER_MS_MAX }
    execFile(PROGRAM, [state], options, (error) => {
      if (error && !isFailing) log.warn({ err: messageOf(error) }, 'systemd cannot be told of the state')
      isFailing = error !== null
    })
  }

  return {
    /** Call it once everything runs. From then on a timer shows that the event loop turns. */
    ready(): void {
      if (isStopping) return
      tell('READY=1')
      if (socket && aliveEveryMs > 0) alive = setInterval(tell, aliveEveryMs, 'WATCHDOG=1').unref()
    },
    stopping(): void {
      if (isStopping) return
      isStopping = true
      clearInterval(alive)
      tell('STOPPING=1')
    },
  }
}
