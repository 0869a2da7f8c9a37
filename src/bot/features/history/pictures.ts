import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, GrammyError, type InlineKeyboard, InputFile, InputMediaBuilder } from 'grammy'
import type { Message } from 'grammy/types'
import { type ChartView, chartKey } from '../../../charts/chart.ts'
import { DAY_SECONDS } from '../../../rates/durations.ts'
import { messageOf } from '../../../runtime/failure.ts'
import type { Log } from '../../../runtime/log.ts'

/** Where Telegram's names of pictures are kept, in text that is gone after its seconds. */
export interface TextStore {
  get(key: string): Promise<string | null>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

const KEPT_SECONDS = DAY_SECONDS
const ANSWER_MS_MAX = 200
/** Three hexadecimal digits: at most 4,096 pictures a bot, a newer one takes the place of an older. */
const PLACE_LENGTH = 3

/** Pictures that Telegram has already, by bot and chart key. A Redis that is silent knows none, after 200 ms. */
export function createPictureStore(store: TextStore, log: Log) {
  const placeOf = (bot: number, key: string): string => `chart:${bot}:${key.slice(0, PLACE_LENGTH)}`
  const warn = (error: unknown): null => {
    log.warn({ err: messageOf(error) }, 'pictures cannot be remembered')
    return null
  }

  return {
    /** The `file_id` of a chart; undefined where it was not sent of late. */
    async find(bot: number, key: string): Promise<string | undefined> {
      const late = sleep(ANSWER_MS_MAX, null, { ref: false })
      const text = await Promise.race([store.get(placeOf(bot, key)).catch(warn), late])
      const [known, fileId] = text?.split(' ') ?? []
      return known === key ? fileId : undefined
    },
    keep(bot: number, key: string, fileId: string): void {
      void store.set(placeOf(bot, key), `${key} ${fileId}`, 'EX', KEPT_SECONDS).catch(warn)
    },
  }
}

export type PictureStore = ReturnType<typeof createPictureStore>

export interface Picture {
  readonly view: ChartView
  /** HTML of at most 1,024 characters. */
  readonly caption: string
  readonly keyboard: InlineKeyboard
}

export interface RenderQueue {
  /** Undefined when too many wait. */
  draw(view: ChartView): Promise<Buffer | undefined>
}

export type Sent = 'sent' | 'unchanged' | 'busy'

/** Sends charts, and puts them in the place of earlier ones; what Telegram has already is not drawn again. */
export function createPictures(renderQueue: RenderQueue, store: PictureStore) {
  async function show(ctx: Context, picture: Picture): Promise<Sent> {
    const key = chartKey(picture.view)
    const known = await store.find(ctx.me.id, key)
    const sent = known === undefined ? undefined : await sendKnown(ctx, picture, known)
    return sent ?? drawAndSend(ctx, picture, key)
  }

  async function drawAndSend(ctx: Context, picture: Picture, key: string): Promise<Sent> {
    // An edit would leave the word standing in the chat: only a message ends it.
    if (!isUnderPicture(ctx)) sayUploading(ctx)
    const png = await renderQueue.draw(picture.view)
    if (!png) return 'busy'
    const message = await send(ctx, picture, new InputFile(png, 'tasa.png'))
    if (message === 'unchanged') return message
    const fileId = message.photo?.at(-1)?.file_id
    if (fileId !== undefined) store.keep(ctx.me.id, key, fileId)
    return 'sent'
  }

  return { show }
}

export type Pictures = ReturnType<typeof createPictures>

/** Whether a pressed button stands under a picture. */
export const isUnderPicture = (ctx: Context): boolean =>
  (ctx.callbackQuery?.message as Partial<Message.PhotoMessage> | undefined)?.photo !== undefined

/** Only a word to the person who waits: nothing hangs on it. */
const sayUploading = (ctx: Context): void =>
  void ctx.replyWithChatAction('upload_photo').catch(() => undefined)

/** Undefined where Telegram no longer knows the picture. */
async function sendKnown(ctx: Context, picture: Picture, fileId: string): Promise<Sent | undefined> {
  try {
    return (await send(ctx, picture, fileId)) === 'unchanged' ? 'unchanged' : 'sent'
  } catch (error) {
    // Another bot, or a Telegram that begins anew (the sandbox): it is drawn again.
    if (error instanceof GrammyError && /file/i.test(error.description)) return undefined
    throw error
  }
}

type PhotoMessage = Partial<Message.PhotoMessage>

async function send(
  ctx: Context,
  { caption, keyboard }: Picture,
  photo: string | InputFile,
): Promise<PhotoMessage | 'unchanged'> {
  const text = { caption, parse_mode: 'HTML' } as const
  if (isUnderPicture(ctx)) {
    const edited = await edit(ctx, InputMediaBuilder.photo(photo, text), keyboard)
    if (edited) return edited
  }
  return ctx.replyWithPhoto(photo, {
    ...text,
    reply_markup: keyboard,
    ...(ctx.chat?.type !== 'private' && ctx.message && replyTo(ctx.message.message_id)),
  })
}

/** In a group it shows whom the answer is for. */
const replyTo = (message_id: number) => ({
  reply_parameters: { message_id, allow_sending_without_reply: true },
})

type Photo = ReturnType<typeof InputMediaBuilder.photo>

/** Undefined where the message can no longer be changed: it is too old, or was deleted. */
async function edit(
  ctx: Context,
  media: Photo,
  reply_markup: InlineKeyboard,
): Promise<PhotoMessage | 'unchanged' | undefined> {
  try {
    const edited = await ctx.editMessageMedia(media, { reply_markup })
    return edited === true ? {} : edited
  } catch (error) {
    // What Telegram says of the message is an answer, not a failure of the call.
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    if (/message is not modified/i.test(error.description)) return 'unchanged'
    if (/message (?:to edit not found|can't be edited)/i.test(error.description)) return undefined
    throw error
  }
}
