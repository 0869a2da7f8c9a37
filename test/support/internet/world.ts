import { addDays, DAY_MS, type Day, dayOf } from '../../../src/domain/caracas.ts'
import { PLACES, type PlaceName, type PriceName, type Told } from './answers.ts'
import { type Recorded, recordedYear } from './year.ts'

/** How a source behaves: a number is the status that it answers. `bait` is for the P2P list. */
export type Behaviour =
  | 'ok'
  | 'hang'
  | 403
  | 404
  | 500
  | 'garbage'
  | 'html'
  | 'lying'
  | 'frozen'
  | 'empty'
  | 'bait'

const LIE = 1.3
const PRICE_DIGITS = 4
const FROZEN_DAYS = 30
const GARBAGE = '\u0000{"promedio": <<<<'

export type Asked = Pick<Request, 'name' | 'userAgent'>

type Prices = Partial<Record<PriceName, number>>

const lastOf = (of: Recorded): number => recordedYear(of).at(-1)?.price ?? 0

/** The last recorded prices, with USDT near the parallel one. */
function recordedPrices(): Required<Prices> {
  const [usd, eur, paralelo] = [lastOf('usd'), lastOf('eur'), lastOf('paralelo')]
  const [buy, sell, euroParalelo] = [paralelo * 1.004, paralelo * 0.998, (paralelo * eur) / usd]
  return { usd, eur, paralelo, buy, sell, euroParalelo, cny: usd / 7.1, try: usd / 43, rub: usd / 79 }
}

/** The last day on which banks were open. */
function lastBusinessDay(now: number): Day {
  let day = dayOf(now)
  while ([0, 6].includes(new Date(day).getUTCDay())) day = addDays(day, -1)
  return day
}

export interface Request extends Pick<Told, 'url' | 'body' | 'userAgent'> {
  readonly name: PlaceName
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly content: string
}

const toAnswer = (content: object | string, status = 200): Answer =>
  typeof content === 'string'
    ? { status, type: 'text/html; charset=utf-8', content }
    : { status, type: 'application/json', content: JSON.stringify(content) }

/** What the sources have to say, and how they behave: a test changes both while the program runs. */
export function createWorld() {
  const behaviours = new Map<PlaceName, Behaviour>()
  const everywhere: Required<Prices> = recordedPrices()
  const own = new Map<PlaceName, Prices>()
  const asked: Asked[] = []

  function priceOf(name: PlaceName, of: PriceName): number {
    const price = own.get(name)?.[of] ?? everywhere[of]
    const told = behaviours.get(name) === 'lying' ? price * LIE : price
    return Number(told.toFixed(PRICE_DIGITS))
  }

  function tell({ name, ...request }: Request, behaviour: Behaviour): Answer {
    const isFrozen = behaviour === 'frozen'
    const at = isFrozen ? Date.now() - FROZEN_DAYS * DAY_MS : Date.now()
    return toAnswer(
      PLACES[name].answer({
        price: (of) => priceOf(name, of),
        day: isFrozen ? dayOf(at) : lastBusinessDay(at),
        at,
        ...request,
        hasBait: behaviour === 'bait',
        isEmpty: behaviour === 'empty',
      }),
    )
  }

  /** The answer to a request; undefined where there never is one. */
  async function answer(request: Request): Promise<Answer | undefined> {
    asked.push({ name: request.name, userAgent: request.userAgent })
    const behaviour = behaviours.get(request.name) ?? 'ok'
    if (typeof behaviour === 'number') return toAnswer('refused', behaviour)
    switch (behaviour) {
      case 'hang':
        return undefined
      case 'garbage':
        return { ...toAnswer({}), content: GARBAGE }
      case 'html':
        return toAnswer('<html><body>Just a moment...</body></html>')
    }
    return tell(request, behaviour)
  }

  return {
    answer,
    /** How a source behaves from now on. */
    behave: (name: PlaceName, behaviour: Behaviour): void => void behaviours.set(name, behaviour),
    /** Every source behaves again, with no price of its own. */
    mend(): void {
      behaviours.clear()
      own.clear()
    },
    /** New prices, in all sources or in one. */
    set(prices: Prices, name?: PlaceName): void {
      if (name) own.set(name, { ...own.get(name), ...prices })
      else Object.assign(everywhere, prices)
    },
    price: (of: PriceName): number => everywhere[of],
    recordedYear,
    /** Every request that a source got, oldest first. */
    asked: (name?: PlaceName): Asked[] => asked.filter((one) => name === undefined || one.name === name),
  }
}
