import { isCancelling } from '../../language/talk.ts'

/** What becomes of an open question when a request of another feature is typed: it stays open behind a look-up. */
export type Elsewhere = 'stays' | 'leaves'

/** Undefined for a text that is no request by itself. */
export type ReadElsewhere = (text: string) => Elsewhere | undefined

export interface TypedAnswer<T> {
  /** Undefined where the text is no answer. */
  readonly read: (text: string) => T | undefined
  /** What is asked then. */
  readonly again: (text: string) => string
  /** Whether a text that can be read may be a request as well, and is one if another feature understands it. */
  readonly isAmbiguous?: (text: string) => boolean
  /** Whether every text that cannot be read is for another feature, which answers it while the question stays open. */
  readonly isOptional?: boolean
}

export interface Judged {
  readonly isAnswer: boolean
  readonly elsewhere?: Elsewhere | undefined
}

/** Whether a text is taken as the answer, good or bad, or is a request of another feature. */
export function judgeTyped<T>(typed: TypedAnswer<T>, text: string, readElsewhere: ReadElsewhere): Judged {
  if (isCancelling(text)) return { isAnswer: true }
  const isRead = typed.read(text) !== undefined
  const elsewhere = isRead && !typed.isAmbiguous?.(text) ? undefined : readElsewhere(text)
  return { isAnswer: !elsewhere && (isRead || !typed.isOptional), elsewhere }
}
