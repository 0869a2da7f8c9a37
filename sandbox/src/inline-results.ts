import { z } from 'zod'
import { textOf } from './text.ts'
import { INLINE } from './world/keyboard.ts'

const RESULTS_MAX = 50
const ID_BYTES_MAX = 64
const NO_TITLE = "can't parse inline query result: Title is empty"
const isId = (id: string): boolean => id !== '' && Buffer.byteLength(id) <= ID_BYTES_MAX

/** One result of an inline query: how it looks in the list, and what it posts. */
export const RESULT = z
  .looseObject({
    id: z.coerce.string().refine(isId, 'RESULT_ID_INVALID'),
    title: z.string().default('').refine(Boolean, NO_TITLE),
    description: z.string().optional(),
    input_message_content: z.looseObject({ message_text: z.string(), parse_mode: z.string().optional() }),
    reply_markup: INLINE.optional(),
  })
  .transform(({ id, title, description, reply_markup, input_message_content: words }) => {
    const content = textOf(words.message_text, words.parse_mode)
    return { id, title, description, content, ...(reply_markup && { reply_markup }) }
  })
/** The results of an inline query. */
export const RESULTS = z
  .array(RESULT)
  .refine(({ length }) => length <= RESULTS_MAX, 'RESULTS_TOO_MUCH')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'RESULT_ID_DUPLICATE')
/** The button above the results, which starts the bot. */
export const BUTTON = z.object({ text: z.string(), start_parameter: z.string().default('') })
