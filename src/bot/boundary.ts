import { type Context, GrammyError, type NextFunction } from 'grammy'
import { type Language, languageOf } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { sendResultOf } from '../telegram/send-result.ts'
import { answerPress } from './context.ts'

export interface BoundaryOptions {
  readonly defaultLanguage: Language
  readonly retire: (chat: string) => Promise<void>
  readonly onError: () => void
  /** Aborted once we stop: an update that fails then is thrown on, so that it is worked off again. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Middleware that catches the errors of an update, logs them, and tells the chat where it can be told. */
export function createBoundary({ defaultLanguage, retire, onError, stopping, log }: BoundaryOptions) {
  async function tell(ctx: Context, error: unknown): Promise<void> {
    const sendResult = sendResultOf(error)
    const words = messagesIn(languageOf(ctx.from?.language_code) ?? defaultLanguage)
    if (isFlood(error)) return ctx.callbackQuery && answerPress(ctx, { refusal: words.tooManyCommands })
    if (sendResult.kind === 'unreachable' && ctx.chatId !== undefined) return retire(String(ctx.chatId))
    if (sendResult.kind !== 'fail') return
    if (ctx.callbackQuery) return answerPress(ctx, { refusal: words.error })
    if (ctx.chat) await ctx.reply(words.error)
  }

  function note(ctx: Context, error: unknown): void {
    const facts = { update: ctx.update.update_id, chat: ctx.chatId, err: messageOf(error) }
    if (isFlood(error)) log.info(facts, 'update not answered')
    else {
      onError()
      log.error(facts, 'update failed')
    }
  }

  return async (ctx: Context, next: NextFunction): Promise<void> => {
    try {
      await next()
    } catch (error) {
      if (stopping.aborted) throw error
      note(ctx, error)
      await tell(ctx, error).catch((second: unknown) =>
        log.warn({ chat: ctx.chatId, err: messageOf(second) }, 'the chat cannot be told of the failure'),
      )
    }
  }
}

/** Telegram takes no more messages in the chat for now: that is no failure, and no word about it can be sent. */
const isFlood = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 429
