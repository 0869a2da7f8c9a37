import type { Day, QuietHours } from '../domain/caracas.ts'
import type { Charge, Product } from '../domain/deal/charge.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Currency } from '../domain/monitor.ts'
import type { Schedule, ScheduleChange } from '../domain/schedule.ts'
import { PHRASES, type Unit } from './tokens.ts'

/** Names the official rate of the dollar, whatever its server calls it. */
export const OFFICIAL = 'oficial'

/** What a rate is compared with: the official one with the parallel one, those of the market with the official one. */
export const rateBeside = (rate: string): string =>
  [...PHRASES.parallel, ...PHRASES.exchange].includes(rate) ? OFFICIAL : (PHRASES.parallel[0] ?? '')

/** What is done with an alert that exists, by its number or the name of its monitor, or with all. */
export interface AlertChange {
  readonly act: 'remove' | 'pause' | 'resume' | 'edit'
  readonly isAll: boolean
  /** Of all, the one that is named stays: `bórralas todas menos la de 900`. */
  readonly isExcept?: true
  readonly id?: number
  /** Its place in the list, from 1; −1 is the last one. */
  readonly place?: number
  readonly name?: string
  /** Its price or percentage: `quita la de 900`. */
  readonly at?: Decimal
  readonly value?: Decimal
}

/** Why an amount or a day cannot be used. */
export type Refusal = Extract<ConversionFault, 'not_positive' | 'too_much' | 'bad_date' | 'bad_number'>

/** What a text without a command asks for: a command with its arguments. Names are those that a catalogue finds. */
export type Request =
  /** All rates, if no name is given. */
  | {
      readonly kind: 'rate'
      readonly names: readonly string[]
      readonly day?: Day
      /** More days, of which one at least is to come. */
      readonly otherDays?: readonly Day[]
      /** With which price the day began. */
      readonly isOpening?: true
    }
  /** What a conversion needs is asked for, if there is none; `missing` is the money that was wanted and has no price. */
  | { readonly kind: 'convert'; readonly conversion?: Conversion; readonly missing?: string }
  /** Foreign money at a price in bolivares that the writer says, or at that of the euro, or of the chat; bolivares at such a price of the dollar. */
  | {
      readonly kind: 'own_rate'
      readonly amount: AmountOfUnit
      readonly price: Decimal | 'euro' | 'mine' | { readonly name: string }
      /** The money that those bolivares are to come from: `¿cuántos usdt vendo?` */
      readonly out?: string
    }
  /** Several amounts of one money, each by itself. */
  | {
      readonly kind: 'each'
      readonly amounts: readonly Decimal[]
      readonly unit: Unit
      readonly rate?: string
      /** What each is the price of. */
      readonly names?: readonly string[]
    }
  /** An amount without its unit. */
  | { readonly kind: 'amount'; readonly amount: Decimal }
  | { readonly kind: 'history'; readonly history: HistoryRequest }
  | { readonly kind: 'gap'; readonly names: readonly string[] }
  /** Whether the price of the next business day is out. */
  | { readonly kind: 'published'; readonly name?: string }
  /** Whether prices rise or fall. */
  | { readonly kind: 'trend'; readonly names: readonly string[] }
  | { readonly kind: 'changes'; readonly changes: ChangesRequest }
  | { readonly kind: 'alert'; readonly alert: AlertRequest }
  | { readonly kind: 'follow'; readonly name?: string }
  | { readonly kind: 'unfollow'; readonly name?: string }
  /** An alert whose value is not said: `si el dólar sube`. */
  | { readonly kind: 'alert_on'; readonly name: string }
  | {
      readonly kind: 'alerts' | 'followed' | 'help' | 'thanks' | 'small_talk' | 'stop' | 'zelle'
    }
  /** A question about the bot. */
  | { readonly kind: 'about'; readonly topic: AboutTopic }
  /** The settings, or a page of them. */
  | { readonly kind: 'settings'; readonly page?: SettingsPage }
  /** A message at these times, of what the chat follows, to which a name is added. */
  | { readonly kind: 'digest'; readonly schedule: Schedule; readonly name?: string }
  /** Of the digest there is: `y también a las 5`, `no me mandes nada los domingos`. */
  | { readonly kind: 'digest_change'; readonly change: ScheduleChange }
  | { readonly kind: 'no_digest' }
  /** Hours in which nothing is sent; undefined where they are asked for. */
  | { readonly kind: 'quiet'; readonly hours: QuietHours | 'none' | undefined }
  /** Nothing is sent before a day. */
  | { readonly kind: 'mute'; readonly until: Day }
  /** The chat counts with so many bolivares for a dollar from now on. */
  | { readonly kind: 'my_rate'; readonly price: Decimal }
  /** What stopped is sent again. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'alert_change'; readonly change: AlertChange }
  /** Dollars that somebody sells to the writer, or buys, at a price in bolivares; or such a price that was only said. */
  | {
      readonly kind: 'worth'
      readonly side: 'sold' | 'bought' | 'said'
      readonly price: Decimal
      readonly quantity?: AmountOfUnit
    }
  /** A deal that is to be judged, and is asked for. */
  | { readonly kind: 'deal' }
  /** The name or the products of a shop, which today's card is to show. */
  | { readonly kind: 'shop'; readonly line: ShopLine }
  /** Today's card; the text says how it is to look. */
  | { readonly kind: 'image'; readonly text: string }
  /** The bill is asked for, if there is none. */
  | {
      readonly kind: 'charge'
      readonly charge?: ChargeRequest
      /** More was paid than before. */
      readonly isAdded?: true
      /** All of it was paid: what is paid next is for the same bill once more. */
      readonly isSettled?: true
    }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly word?: string }
  | { readonly kind: 'bad_alert'; readonly reason: AlertFault; readonly word?: string }
  | { readonly kind: 'bad_charge'; readonly reason: Exclude<ChargeFault, 'no_amount'> }

/** What is asked about the bot. */
export type AboutTopic = (typeof ABOUT_TOPICS)[number] | 'products' | 'tax'

export const ABOUT_TOPICS = [
  'sources',
  'fresh',
  'trade',
  'free',
  'stopping',
  'groups',
  'weekends',
  'legal',
  'figures',
  'kinds',
  'identity',
  'ability',
] as const

/** A page of the settings that is asked for by name. */
export type SettingsPage = 'language' | 'data' | 'notices' | 'payTo'

/** What the same person may go on from: `¿y en euros?`, `paga 15 usd`. */
export type Question = Extract<Request, { kind: (typeof QUESTIONS)[number] }>

const QUESTIONS = [
  ...(['rate', 'convert', 'charge', 'amount', 'history', 'gap', 'alert', 'alert_change'] as const),
  ...(['alert_on', 'digest', 'follow', 'each', 'own_rate', 'worth'] as const),
] as const

export const isQuestion = (request: { readonly kind: string }): request is Question =>
  (QUESTIONS as readonly string[]).includes(request.kind)

/** Answers that count. */
export const OF_SUMS: ReadonlySet<Request['kind']> = new Set([
  'convert',
  'own_rate',
  'each',
  'amount',
  'charge',
  'worth',
])

/** The day whose price is asked for. */
export const dayOfRequest = (request: Request): Day | undefined =>
  request.kind === 'rate' ? request.day : request.kind === 'convert' ? request.conversion?.date : undefined

/** The monitor and day whose changes are requested; by default what the chat follows, and today. */
export interface ChangesRequest {
  readonly name?: string
  readonly day?: Day
}

export type Range =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'between'; readonly from: Day; readonly to: Day }

/** A requested chart: up to 4 monitors compared, or the gap between two; the default two if none is named. */
export interface HistoryRequest {
  readonly names: readonly string[]
  readonly isGap: boolean
  /** The default range if absent. */
  readonly range?: Range
  /** A price that was crossed on a day that is asked for: `¿cuándo pasó de 500?` */
  readonly crossed?: Crossed
}

export interface Crossed {
  readonly price: Decimal
  /** It fell below the price; else it rose to it. */
  readonly isBelow: boolean
}

/** An amount with its money. */
export interface AmountOfUnit {
  readonly amount: Decimal
  readonly unit: Unit
}

/** A conversion as it was typed. */
export interface Conversion {
  readonly amount: Decimal
  /** The amount in the other notation if the text is ambiguous; `amount` is in Venezuelan notation. */
  readonly otherReading?: Decimal
  readonly from: Unit
  /** The amount that it is a share of: `y entre 3`. */
  readonly whole?: Decimal | undefined
  /** Amounts of other moneys, with which it is added up: `$20 + €5`. */
  readonly plus?: readonly AmountOfUnit[]
  readonly to?: Unit
  /** The price of one thing, or of a kilo: a number after it counts them. */
  readonly priceOfOne?: Decimal
  /** Names of the monitors to convert by, at most 4; if empty, the chat's preferred ones are used. */
  readonly at: readonly string[]
  readonly date?: Day
  /** Out of a text that was not understood: what is wanted of it is not known. */
  readonly isSeen?: true
  /** Today is compared with the day to come: `¿pago hoy o el lunes?` */
  readonly isOrToday?: true
}

export type ConversionFault =
  | 'too_long'
  | 'no_amount'
  | 'bad_number'
  | 'not_positive'
  | 'too_much'
  | 'two_amounts'
  | 'no_unit'
  | 'too_many_units'
  | 'bad_date'
  | 'two_dates'
  | 'strange_sign'

/** A bill and what is paid for it. */
export interface ChargeRequest extends Pick<Charge, 'bill' | 'paid'> {
  /** The foreign money of what is paid, and of the bill too unless it is in another. */
  readonly currency: Currency
  /** The foreign money of the bill, where what is paid is in another. */
  readonly billedIn?: Currency
  /** The sum as it was typed, where the bill was calculated: `12x25+8`. */
  readonly sum?: string
  /** What the bill is a share of: `60$ entre 4`. */
  readonly whole?: Decimal | undefined
  /** What was paid without its money and read in another one than the bill's. */
  readonly guessed?: { readonly amount: Decimal; readonly in: ChargeRequest['bill']['in'] }
  /** Whether the tax on foreign money is charged; as the chat has set it, if not given. */
  readonly isTaxed?: boolean
  /** Name or ref of the rate that it is charged at; the official one, if not given. */
  readonly rate?: string
  /** Bolivares for one of its money, as the writer says; `mine` is the rate of the chat. */
  readonly ownRate?: Decimal | 'mine'
}

export type ChargeFault =
  | 'no_amount'
  | 'bad_sum'
  | 'not_positive'
  | 'too_much'
  | 'two_moneys'
  | 'not_understood'
  | 'too_long'

/** What a shop wants on its card: a name, products that replace those before, or that are added to them. */
export interface ShopLine {
  readonly shop?: string
  readonly products?: readonly Product[]
  readonly isAdded?: true
}

/** Why a typed alert cannot be read. */
export type AlertFault =
  | 'too_long'
  | 'no_signal'
  | 'too_many_names'
  | 'gap_needs_two'
  | 'no_condition'
  | 'two_conditions'
  | 'no_number'
  | 'bad_number'
  | 'bad_percent'
  | 'bad_cooldown'
  | 'bad_date'
  | 'past_date'
  | 'strange_sign'

/** What an alert watches; a gap without names is the default one. */
export type AlertSignal =
  | { readonly kind: 'monitor'; readonly name: string }
  | { readonly kind: 'gap'; readonly names: readonly string[] }

/**
 * A price in bolivares or a gap in percent to cross, or a change of some percent: in either direction, up, or down. `reaches`
 * is above or below, as the price is now.
 */
export type AlertCondition =
  | { readonly kind: 'above' | 'below' | 'reaches'; readonly threshold: Decimal }
  | { readonly kind: 'percent' | 'rise' | 'fall'; readonly percent: Decimal }

export interface AlertRequest {
  readonly signal: AlertSignal
  readonly condition: AlertCondition
  /** The value of an ambiguous number in the other notation. */
  readonly otherReading?: Decimal
  readonly isOnce: boolean
  readonly cooldownMs?: number
  /** The last day of the alert. */
  readonly until?: Day
}
