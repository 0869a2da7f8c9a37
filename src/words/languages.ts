import { en } from './en.ts'
import { es, type Phrases } from './es.ts'

/** The languages that the chat is told in: a new one is a file of texts like `es.ts` and its place here. */
export const PHRASES = { es, en } as const satisfies Readonly<Record<string, Phrases>>
