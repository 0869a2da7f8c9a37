import type { Context } from 'grammy'
import type { Message } from 'grammy/types'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'

/** Where questions wait for their answers, in text that is gone after its seconds. */
export interface QuestionStore {
  get(key: string): Promise<string | null>
  getdel(key: string): Promise<string | null>
  del(key: string): Promise<unknown>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

/** A question to one person: what a button would carry that answered it, without the answer. */
export interface Question {
  /** The data of that button, as `formatPress` writes it. */
  readonly press: string
  /** The message that asks. In groups only a reply to it is an answer. */
  readonly message?: number
}

/** Questions of another version are forgotten: raise it where what `press` means is changed. */
const VERSION = 1
const KEPT_SECONDS = 15 * 60

/**
 * The questions that people may answer by typing, one at a time for each person in each chat. Every other step of a
 * conversation is a button, which says all by itself; so a question that is old or broken is just no question.
 */
export function createQuestions(store: QuestionStore, log: Log) {
  const warn = (error: unknown): undefined => {
    log.warn({ err: messageOf(error) }, 'questions cannot be kept')
  }

  /** A press comes from a person, and the answer to it maybe from the group: then the message replied to says whose it is. */
  async function whose(ctx: Context): Promise<string | undefined> {
    const { chat, message } = ctx
    const asked = message?.reply_to_message?.message_id
    const isGroupItself = chat !== undefined && message?.sender_chat?.id === chat.id
    if (!isGroupItself || asked === undefined) return keyOf(ctx)
    return (await store.get(keyOfMessage(chat.id, asked))) ?? keyOf(ctx)
  }

  return {
    async put(ctx: Context, question: Question): Promise<void> {
      const key = keyOf(ctx)
      if (!key || !ctx.chat) return
      await store.set(key, JSON.stringify({ v: VERSION, ...question }), 'EX', KEPT_SECONDS)
      if (ctx.chat.type !== 'private' && question.message !== undefined)
        await store.set(keyOfMessage(ctx.chat.id, question.message), key, 'EX', KEPT_SECONDS)
    },

    /** The question that a message answers, once; undefined for any other message, and while Redis is away. */
    async take(ctx: Context): Promise<Question | undefined> {
      if (!ctx.message || !mayAnswer(ctx)) return undefined
      const key = await whose(ctx).catch(warn)
      if (!key) return undefined
      const text = await store.get(key).catch(warn)
      const question = text ? parseQuestion(text) : undefined
      if (!text || !question || !isAnswer(ctx.message, question)) return undefined
      // Of two answers at once only one finds the question still there.
      return (await store.getdel(key).catch(warn)) === text ? question : undefined
    },

    /** Asks no more; true where something was asked. */
    async drop(ctx: Context): Promise<boolean> {
      const key = await whose(ctx)
      return key !== undefined && (await store.del(key)) === 1
    },
  }
}

export type Questions = ReturnType<typeof createQuestions>

/** Where it lies whose question a message of a group is. */
const keyOfMessage = (chat: number, message: number): string => `question:${chat}:message:${message}`

/** Who writes as the group is nobody in particular: their right is looked at again when they answer. */
function keyOf({ chat, from, message }: Context): string | undefined {
  return chat && from && `question:${chat.id}:${from.id}:${message?.sender_chat?.id ?? ''}`
}

/** In a group we see no other answers than replies to us; what is said there to others is none. */
const mayAnswer = ({ chat, message, me }: Context): boolean =>
  chat?.type === 'private' || message?.reply_to_message?.from?.id === me.id

const isAnswer = ({ chat, reply_to_message }: Message, { message }: Question): boolean =>
  chat.type === 'private' || reply_to_message?.message_id === message

function parseQuestion(text: string): Question | undefined {
  try {
    const { v, press, message } = JSON.parse(text)
    const isOurs = v === VERSION && typeof press === 'string'
    return isOurs ? { press, ...(typeof message === 'number' && { message }) } : undefined
  } catch {
    // Not ours, or cut off: no question.
    return undefined
  }
}
