import type { Context, NextFunction } from 'grammy'
import { type Language, languageOf } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { outcomeOf } from '../telegram/outcome.ts'
import { answerPress } from './dispatch.ts'

export interface BoundaryOptions {
  readonly defaultLanguage: Language
  readonly retire: (chat: string) => Promise<void>
  readonly onError: () => void
  /** Aborted once we stop: what fails then was not done, and is handed back to Telegram. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/** One update's errors end here: a line in the log, and a word to the chat where it can hear one. */
export function createBoundary({ defaultLanguage, retire, onError, stopping, log }: BoundaryOptions) {
  async function tell(ctx: Context, error: unknown): Promise<void> {
    const fate = outcomeOf(error)
    if (fate.kind === 'unreachable' && ctx.chatId !== undefined) return retire(String(ctx.chatId))
    if (fate.kind !== 'fail') return
    const { error: text } = messagesIn(languageOf(ctx.from?.language_code) ?? defaultLanguage)
    if (ctx.callbackQuery) return answerPress(ctx, { refusal: text })
    if (ctx.chat) await ctx.reply(text)
  }

  return async (ctx: Context, next: NextFunction): Promise<void> => {
    try {
      await next()
    } catch (error) {
      if (stopping.aborted) throw error
      onError()
      log.error({ update: ctx.update.update_id, chat: ctx.chatId, err: messageOf(error) }, 'update failed')
      await tell(ctx, error).catch((second: unknown) =>
        log.warn({ chat: ctx.chatId, err: messageOf(second) }, 'the chat cannot be told of the failure'),
      )
    }
  }
}
