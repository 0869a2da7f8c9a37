import { type LinkedTown, wait } from '../faults/worlds.ts'
import type { Program } from '../support/program.ts'
import type { Sampled } from './sampler.ts'

const PLACES = ['service', 'bot 1', 'bot 2', 'push 1', 'push 2'] as const
export type Place = (typeof PLACES)[number]

const STARTED_MS_MAX = 120_000

/** A crash says so; Node says the others itself. */
const SURPRISE = /"msg":"unexpected error"|UnhandledPromiseRejection|MaxListenersExceededWarning/

/** The processes as `npm start` runs them: a service, two bots of which one polls and the other stands by, and two push. */
export async function startProcesses({ town }: LinkedTown, telegramUrl: string) {
  const running = new Map<Place, Sampled>()
  const ended: Program[] = []
  /** Those that ended though nobody killed them. */
  const fallen: Place[] = []

  async function spawn(place: Place): Promise<Program> {
    const env = { TELEGRAM_API_ROOT: telegramUrl }
    if (place === 'service') return town.startService()
    if (place.startsWith('push')) return town.startPush(env)
    return town.startBot({ ...env, TELEGRAM_UPDATES: 'polling', PUBLIC_URL: '' })
  }
  async function keep(place: Place, program: Program): Promise<void> {
    const address = await program.address(place === 'service' ? 'Rate service' : 'Bot')
    // A process ends if it loses Redis before all of it is started.
    await wait(`${place} is started`, () => program.err().includes('"msg":"started"'), STARTED_MS_MAX)
    running.set(place, { name: place, program, address })
    void program.exited.then(() => running.get(place)?.program === program && fallen.push(place))
  }

  await keep('service', town.service)
  for (const place of PLACES) if (place !== 'service') await keep(place, await spawn(place))

  return {
    /** Those that are not killed while they are measured. */
    lasting: (): Sampled[] => [...running.values()].filter(({ name }) => !name.endsWith('2')),
    fallen,
    /** Ends one by SIGKILL, and starts another in its place. */
    async kill(place: Place): Promise<void> {
      const killed = running.get(place)?.program
      running.delete(place)
      if (killed) ended.push(killed)
      killed?.child.kill('SIGKILL')
      await killed?.exited
      await keep(place, await spawn(place))
    },
    /** The lines of unhandled rejections, uncaught errors and leaks of listeners in what all of them wrote. */
    surprises: (): string[] =>
      [...ended, ...[...running.values()].map(({ program }) => program)].flatMap((program) =>
        program
          .err()
          .split('\n')
          .filter((line) => SURPRISE.test(line)),
      ),
  }
}

export type Processes = Awaited<ReturnType<typeof startProcesses>>
