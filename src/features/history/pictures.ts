import { createHash } from 'node:crypto'
import {
  type Api,
  type Context,
  GrammyError,
  type InlineKeyboard,
  InputFile,
  InputMediaBuilder,
} from 'grammy'
import type { Message } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import { isBadRequest, replyToAsker, withHeader } from '../../bot/context.ts'
import type { CardView } from '../../charts/card.ts'
import type { ChartView } from '../../charts/chart.ts'

/** Pictures that Telegram has, of which a newer one replaces the oldest. */
const KEPT_MAX = 4_096

/** What can be drawn: a chart, or today's card. */
type View = ChartView | CardView

/** Raise this whenever the same view is drawn differently, so that no older picture is sent again. */
const DRAWING_VERSION = 6

/** Hash of everything that a picture shows: equal views have equal keys. */
export const keyOf = (view: View): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, view]))
    .digest('hex')
    .slice(0, 32)

/** A chart with the text and buttons of its message. */
export interface Picture {
  readonly view: View
  /** HTML of at most 1,024 characters. */
  readonly caption: string
  readonly keyboard: InlineKeyboard
}

export type Sent = 'sent' | 'unchanged' | 'busy'

/** Sends charts or replaces earlier ones; a chart that Telegram already has is not drawn again. */
export function createPictures(
  renderQueue: RenderQueue,
  /** The `file_id` of sent pictures by their key. */
  fileIds: Map<string, string> | LRUCache<string, string> = new LRUCache<string, string>({ max: KEPT_MAX }),
) {
  /** Posts a picture by its `file_id`, or drawn anew; 'busy' while too many pictures wait to be drawn. */
  async function post(
    view: View,
    send: (photo: string | InputFile) => Promise<PhotoMessage | 'unchanged'>,
  ): Promise<Sent> {
    const key = keyOf(view)
    const known = fileIds.get(key)
    const resent = known === undefined ? undefined : await unlessFileIsGone(send(known))
    if (resent) return resent === 'unchanged' ? resent : 'sent'
    const png = await renderQueue.draw(view)
    if (!png) return 'busy'
    const message = await send(new InputFile(png, 'tasa.png'))
    if (message === 'unchanged') return message
    const fileId = message.photo?.at(-1)?.file_id
    if (fileId !== undefined) fileIds.set(key, fileId)
    return 'sent'
  }

  return {
    show: (ctx: Context, picture: Picture): Promise<Sent> =>
      post(picture.view, (photo) => sendPicture(ctx, picture, photo)),
    /** Sends a picture without text and buttons; false while too many pictures wait to be drawn. */
    async sendAlone(
      api: Api,
      { chat, thread, view }: { chat: string; thread: number | undefined; view: View },
    ): Promise<boolean> {
      const topic = thread === undefined ? {} : { message_thread_id: thread }
      return (await post(view, (photo) => api.sendPhoto(chat, photo, topic))) !== 'busy'
    },
  }
}

export type Pictures = ReturnType<typeof createPictures>

/** Whether the pressed button is under a picture. */
export const isUnderPicture = (ctx: Context): boolean =>
  (ctx.callbackQuery?.message as Partial<Message.PhotoMessage> | undefined)?.photo !== undefined

/** Undefined where Telegram has no such file: it belongs to another bot, or to a sandbox that was restarted. */
async function unlessFileIsGone<T>(sending: Promise<T>): Promise<T | undefined> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof GrammyError && /file/i.test(error.description)) return undefined
    throw error
  }
}

type PhotoMessage = Partial<Message.PhotoMessage>

async function sendPicture(
  ctx: Context,
  { caption, keyboard }: Picture,
  photo: string | InputFile,
): Promise<PhotoMessage | 'unchanged'> {
  const text = { caption: withHeader(ctx, caption), parse_mode: 'HTML' } as const
  if (isUnderPicture(ctx)) {
    const edited = await editPicture(ctx, InputMediaBuilder.photo(photo, text), keyboard)
    if (edited) return edited
  }
  return ctx.replyWithPhoto(photo, {
    ...text,
    reply_markup: keyboard,
    ...replyToAsker(ctx),
  })
}

/** Replaces the picture of a message; undefined if the message is too old or was deleted. */
async function editPicture(
  ctx: Context,
  media: ReturnType<typeof InputMediaBuilder.photo>,
  reply_markup: InlineKeyboard,
): Promise<PhotoMessage | 'unchanged' | undefined> {
  try {
    const edited = await ctx.editMessageMedia(media, { reply_markup })
    return edited === true ? {} : edited
  } catch (error) {
    // Telegram answers 400 for a picture that is unchanged, and for a message that cannot be edited.
    if (!isBadRequest(error)) throw error
    if (/message is not modified/i.test(error.description)) return 'unchanged'
    if (/message (?:to edit not found|can't be edited)/i.test(error.description)) return undefined
    throw error
  }
}

const WAITING_MAX = 200

/** Loads the renderer with the first picture, as loading takes a tenth of a second. */
const drawLoaded = async (view: View): Promise<Buffer> =>
  view.kind === 'card'
    ? (await import('../../charts/draw-card.ts')).drawCard(view)
    : (await import('../../charts/draw.ts')).drawChart(view)

/** Draws one picture after the other; one that is already queued is not drawn twice. */
export function createRenderQueue(draw: (view: View) => Promise<Buffer> = drawLoaded) {
  const queued = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** Draws a picture as PNG; returns undefined while 200 wait. */
    async draw(view: View): Promise<Buffer | undefined> {
      const key = keyOf(view)
      const known = queued.get(key)
      if (known) return known
      if (queued.size > WAITING_MAX) return undefined
      const drawn = last.then(() => draw(view)).finally(() => queued.delete(key))
      last = drawn.catch(() => undefined)
      queued.set(key, drawn)
      return drawn
    },
  }
}

type RenderQueue = ReturnType<typeof createRenderQueue>
