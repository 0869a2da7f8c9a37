import { type Conversation, createConversation, type Maybe } from '@grammyjs/conversations'
import type { Context, InlineKeyboard, Middleware } from 'grammy'
import { isCancelling } from '../../language/talk.ts'
import { messageOf } from '../../runtime/log.ts'
import { type ButtonData, parseButtonData } from '../../telegram/button-data.ts'
import { wordsIn } from '../../words/words.ts'
import { leaveButtons } from '../buttons.ts'
import type { BotContext } from '../context.ts'
import { type Access, type Audience, Feature } from '../feature.ts'

/** What our dialogs add to grammY's context. */
interface DialogFlavor extends Pick<BotContext, 'words' | 'isPrivate' | 'replyOrEdit' | 'askForText'> {
  /** Runs a task once, and not again when the dialog is replayed. Its result is stored as JSON. */
  once<T>(task: Task<T>): Promise<T>
  /** False where the sender may not answer; they were told, if there is anything to tell. */
  mayAnswer(): Promise<boolean>
  readonly readElsewhere: ReadElsewhere
}

/** The context inside a dialog. */
export type DialogContext = Context & DialogFlavor

export type DialogConversation = Conversation<BotContext, DialogContext>

/** Middleware for every context inside a dialog. */
type DialogPlugins = (conversation: DialogConversation) => Middleware<DialogContext>[]

/** A dialog as the bot mounts it. */
type MountableDialog = Pick<ReturnType<typeof defineDialog>, 'mount'>

/**
 * A dialog is one function that asks and waits. The plugin replays it from its start at every answer, so what it reads,
 * changes or sends goes through the methods of its context; all else must come out the same again.
 */
export function defineDialog<Start>(
  id: string,
  run: (conversation: DialogConversation, ctx: DialogContext, start: Start) => Promise<void>,
) {
  return {
    mount: (plugins: DialogPlugins) => createConversation<BotContext, DialogContext>(run, { id, plugins }),
    /** Begins it in place of any other. `start` is what is known already; it is stored as JSON. */
    async enter(ctx: BotContext, start: Start): Promise<void> {
      await ctx.conversation.exitAll()
      await ctx.conversation.enter(id, start)
    },
  }
}

/** A feature whose commands leave the dialog that is open, and whose dialogs are for those who may use it. */
export class DialogFeature extends Feature {
  readonly dialogs: readonly MountableDialog[]

  constructor(access: Access, audience: Audience, dialogs: readonly MountableDialog[]) {
    super(access, audience)
    this.dialogs = dialogs
  }
}

/** Unreadable answers to one question, after which the dialog ends, as each is stored. */
const TRIES_MAX = 10

/** A question with buttons, or for a text, or both. */
export interface Question<T> {
  readonly html: string
  readonly keyboard?: InlineKeyboard
  /** What a button of the keyboard answers; undefined for one that leads elsewhere. */
  readonly pressed?: (buttonData: ButtonData) => T | undefined
  readonly typed?: TypedAnswer<T>
  /** The data of a button that asks the question before this one. */
  readonly back?: string
}

interface SentQuestion<T> extends Question<T> {
  /** The message to reply to, where one must be. */
  readonly replyTo: number | undefined
}

/**
 * Asks, waits, judges, and asks again until there is an answer. Beside buttons a text is taken in private chats only: in
 * a group we see no messages but replies to us. A button that is no answer ends the presser's own dialog, and does what it says.
 */
export async function ask<T>(
  conversation: DialogConversation,
  ctx: DialogContext,
  question: Question<T>,
): Promise<T> {
  let next = question
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const sent = await sendQuestion(ctx, next)
    const { message, callbackQuery } = await waitForAnswer(conversation, sent)
    if (isCancelling(message?.text ?? '')) break
    const answer = callbackQuery
      ? pressedAnswer(sent, callbackQuery.data)
      : sent.typed?.read(message?.text ?? '')
    if (answer !== undefined) return answer
    const { keyboard, pressed, ...typed } = question
    next = { ...typed, html: question.typed?.again(message?.text ?? '') ?? question.html }
  }
  await ctx.replyOrEdit(ctx.words.settings.cancelled)
  return conversation.halt()
}

async function sendQuestion<T>(ctx: DialogContext, question: Question<T>): Promise<SentQuestion<T>> {
  if (!question.keyboard) {
    const message = await ctx.askForText(question.html, leaveButtons(ctx.words, question.back))
    return { ...question, replyTo: ctx.isPrivate ? undefined : message }
  }
  await ctx.replyOrEdit(question.html, question.keyboard)
  const { typed, ...pressedOnly } = question
  return { ...(ctx.isPrivate ? question : pressedOnly), replyTo: undefined }
}

/** Waits for an answer from one who may give it; other updates go on to the features. */
function waitForAnswer<T>(conversation: DialogConversation, sent: SentQuestion<T>): Promise<DialogContext> {
  return conversation.form.build({
    collationKey: 'answer',
    next: true,
    async validate(ctx): Promise<Maybe<DialogContext>> {
      const { callbackQuery } = ctx
      if (callbackQuery && pressedAnswer(sent, callbackQuery.data) === undefined) {
        if (await ctx.once(({ dialog }) => dialog?.isOfChat === true)) return { ok: false }
        await conversation.halt({ next: true })
      }
      const { isAnswer, elsewhere } = judge(sent, ctx)
      if (elsewhere === 'leaves') await conversation.halt({ next: true })
      if (!isAnswer) return { ok: false }
      if (!(await ctx.mayAnswer())) await conversation.skip({ next: false })
      return { ok: true, value: ctx }
    },
  })
}

/** The answer of a pressed button; undefined where it is not a button of the question. */
function pressedAnswer<T>({ keyboard, pressed }: SentQuestion<T>, data: string | undefined): T | undefined {
  const buttons = keyboard?.inline_keyboard.flat() ?? []
  const isOffered = buttons.some((button) => 'callback_data' in button && button.callback_data === data)
  const buttonData = data === undefined || !isOffered ? undefined : parseButtonData(data)
  return buttonData?.action === 'cancel' ? undefined : buttonData && pressed?.(buttonData)
}

/**
 * Judges whether a text is taken as the answer, good or bad, or is a request of another feature. Beside buttons in a group no
 * text is an answer, and to a question for a text only a reply is; a press that comes here is one.
 */
function judge<T>({ typed, replyTo }: SentQuestion<T>, ctx: DialogContext) {
  const { callbackQuery, message, readElsewhere } = ctx
  if (callbackQuery) return { isAnswer: true }
  const isReply = replyTo === undefined || message?.reply_to_message?.message_id === replyTo
  const text = message?.text
  if (!typed || text === undefined || !isReply) return { isAnswer: false }
  if (isCancelling(text)) return { isAnswer: true }
  const isRead = typed.read(text) !== undefined
  const elsewhere = isRead && !typed.isAmbiguous?.(text) ? undefined : readElsewhere(text)
  return { isAnswer: !elsewhere && (isRead || !typed.isOptional), elsewhere }
}

export interface FlavorOptions {
  /** To which the dialog belongs. */
  readonly audience: Audience
  readonly access: Access
  readonly readElsewhere: ReadElsewhere
  /** Links a question in a group to its dialog. */
  readonly linkQuestion: (ctx: BotContext, message: number) => Promise<void>
}

/**
 * Gives every context inside a dialog its flavor. Its methods call the bot's API, whose transformers count what is sent, once and
 * not again when the dialog is replayed.
 */
export function createDialogPlugins(options: FlavorOptions): DialogPlugins {
  const { audience, access, readElsewhere, linkQuestion } = options

  async function mayAnswer(outside: BotContext): Promise<boolean> {
    if (!(await access.mayUse(outside, audience))) return false
    if (outside.dialog) outside.dialog.isTaken = true
    return true
  }

  async function askForText(outside: BotContext, html: string, keyboard: InlineKeyboard): Promise<number> {
    const message_id = await outside.askForText(html, keyboard)
    await linkQuestion(outside, message_id)
    return message_id
  }

  return (conversation) => [
    async (ctx, next) => {
      const once = <T>(task: Task<T>): Promise<T> => runOnce(conversation, task)
      const chat = await once(({ language, words, isPrivate }) => ({
        language,
        numbers: words.numbers.style,
        isPrivate,
      }))
      const flavor: DialogFlavor = {
        words: wordsIn(chat.language, chat.numbers),
        isPrivate: chat.isPrivate,
        once,
        replyOrEdit: (html, keyboard) => once((outside) => outside.replyOrEdit(html, keyboard)),
        askForText: (html, keyboard) => once((outside) => askForText(outside, html, keyboard)),
        mayAnswer: () => once(mayAnswer),
        readElsewhere,
      }
      Object.assign(ctx, flavor)
      await next()
    },
  ]
}

type Task<T> = (outside: BotContext) => T | Promise<T>

/** Runs a task once, on the context of the update. An error keeps its class, by which failures are told apart. */
function runOnce<T>(conversation: DialogConversation, task: Task<T>): Promise<T> {
  let thrown: unknown
  return conversation.external<T, T>({
    async task(outside) {
      try {
        return await task(outside)
      } catch (error) {
        thrown = error
        throw error
      }
    },
    beforeStoreError: messageOf,
    afterLoadError: (stored) => thrown ?? new Error(String(stored)),
  })
}

/** What becomes of an open question when a request of another feature is typed: it stays open behind a look-up. */
export type Elsewhere = 'stays' | 'leaves'

/** Undefined for a text that is no request by itself. */
export type ReadElsewhere = (text: string) => Elsewhere | undefined

interface TypedAnswer<T> {
  /** Undefined where the text is no answer. */
  readonly read: (text: string) => T | undefined
  /** What is asked then. */
  readonly again: (text: string) => string
  /** Whether a text that can be read may be a request as well, and is one if another feature understands it. */
  readonly isAmbiguous?: (text: string) => boolean
  /** Whether every text that cannot be read is for another feature, which answers it while the question stays open. */
  readonly isOptional?: boolean
}
