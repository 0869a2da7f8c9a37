import { createHash } from 'node:crypto'
import type { Decimal } from '../rates/decimal.ts'

const PRINT_LENGTH = 8
/** Of a message that shows no prices yet. */
export const NO_PRINT = '-'

/** A pinned message whose prices are kept up to date in place. */
export interface Live {
  /** 0: to be posted, as the chat moved and its messages did not. */
  readonly message: number
  /** The one monitor it shows; all of them, if not given. */
  readonly ref?: string
  /** What tells the prices that it shows from others. */
  readonly print: string
  /** When it changed last (ms). */
  readonly at: number
}

/** The field of a chat, as `message ref print at`. */
export const liveText = ({ message, ref, print, at }: Live): string =>
  `${message} ${ref ?? '*'} ${print} ${at}`

/** Reads what `liveText` wrote; undefined for a chat without one. */
export function parseLive(text: string | undefined): Live | undefined {
  if (!text) return undefined
  const [message = '', ref = '*', print = NO_PRINT, at = '0'] = text.split(' ')
  return { message: Number(message), ...(ref !== '*' && { ref }), print, at: Number(at) }
}

/** What is shown of one price; `silent` where the rate API was last heard of it too long ago. */
export interface LivePrice {
  readonly ref: string
  readonly price: Decimal
  readonly stale: boolean
  readonly silent: boolean
}

/** The same for the same prices. */
export const livePrint = (prices: readonly LivePrice[]): string =>
  createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, PRINT_LENGTH)
