import type { Call } from '../call.ts'

/** One Bot API method: its result, or a BotApiError thrown. */
export type Method = (call: Call) => unknown

/** Methods by name. */
export type Methods = Readonly<Record<string, Method>>
