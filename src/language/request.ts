import type { Day } from '../domain/caracas.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { QuietHours, TimeOfDay } from '../domain/time-of-day.ts'
import type { AlertFault, AlertRequest } from './alert.ts'
import type { ChangesRequest } from './changes.ts'
import type { ChargeFault, ChargeRequest } from './charge-line.ts'
import type { AmountOfUnit, Conversion, ConversionFault } from './conversion.ts'
import type { HistoryRequest } from './history.ts'
import type { ShopLine } from './shop-line.ts'

/** What is done with an alert that exists, by its number or the name of its monitor, or with all. */
export interface AlertChange {
  readonly act: 'remove' | 'pause' | 'resume' | 'edit'
  readonly isAll: boolean
  readonly id?: number
  readonly name?: string
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
      /** With which price the day began. */
      readonly isOpening?: true
    }
  /** What a conversion needs is asked for, if there is none; `missing` is the money that was wanted and has no price. */
  | { readonly kind: 'convert'; readonly conversion?: Conversion; readonly missing?: string }
  /** An amount without its unit. */
  | { readonly kind: 'amount'; readonly amount: Decimal }
  | { readonly kind: 'history'; readonly history: HistoryRequest }
  | { readonly kind: 'gap'; readonly names: readonly string[] }
  | { readonly kind: 'changes'; readonly changes: ChangesRequest }
  | { readonly kind: 'alert'; readonly alert: AlertRequest }
  | { readonly kind: 'follow' | 'unfollow'; readonly name?: string }
  /** An alert whose value is not said: `si el dólar sube`. */
  | { readonly kind: 'alert_on'; readonly name: string }
  | {
      readonly kind: 'alerts' | 'followed' | 'settings' | 'help' | 'thanks' | 'small_talk' | 'stop' | 'zelle'
    }
  /** One message a day at a time, of what the chat follows, to which a name is added. */
  | { readonly kind: 'digest'; readonly at: TimeOfDay; readonly name?: string }
  | { readonly kind: 'no_digest' }
  /** Hours in which nothing is sent; undefined where they are asked for. */
  | { readonly kind: 'quiet'; readonly hours: QuietHours | 'none' | undefined }
  /** What stopped is sent again. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'alert_change'; readonly change: AlertChange }
  /** Dollars that somebody sells to the writer, or buys, at a price in bolivares. */
  | {
      readonly kind: 'worth'
      readonly side: 'sold' | 'bought'
      readonly price: Decimal
      readonly quantity?: AmountOfUnit
    }
  /** The name or the products of a shop, which today's card is to show. */
  | { readonly kind: 'shop'; readonly line: ShopLine }
  /** Today's card; the text says how it is to look. */
  | { readonly kind: 'image'; readonly text: string }
  /** The bill is asked for, if there is none; `rate` names the one that it was asked at. */
  | {
      readonly kind: 'charge'
      readonly charge?: ChargeRequest
      readonly rate?: string
      /** More was paid than before. */
      readonly isAdded?: true
    }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly word?: string }
  | { readonly kind: 'bad_alert'; readonly reason: AlertFault; readonly word?: string }
  | { readonly kind: 'bad_charge'; readonly reason: Exclude<ChargeFault, 'no_amount'> }

/** What the same person may go on from: `¿y en euros?`, `paga 15 usd`. */
export type Question = Extract<Request, { kind: (typeof QUESTIONS)[number] }>
const QUESTIONS = ['rate', 'convert', 'charge', 'amount', 'history'] as const

export const isQuestion = (request: Request): request is Question =>
  (QUESTIONS as readonly string[]).includes(request.kind)
