import { Composer, type Context, type InlineKeyboard } from 'grammy'
import { act, keyboardOf } from '../../bot/buttons.ts'
import type { Asked, BotContext } from '../../bot/context.ts'
import type { Elsewhere } from '../../bot/dialogs/dialog.ts'
import { ADMINISTRATORS, EVERYONE, type FeatureParts, refuse, sayUnknown } from '../../bot/feature.ts'
import { findAsked } from '../../bot/session.ts'
import { dayOf } from '../../domain/caracas.ts'
import { mayChangeBefore, moneysIn } from '../../language/conversion.ts'
import { type ReadText, readAfter, readRequest } from '../../language/read.ts'
import { type AmountOfUnit, isQuestion, type Question, type Request } from '../../language/request.ts'
import { classifyName, parseName } from '../../prices/prices.ts'
import { code, lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { repliesToQuestion } from '../charge/command.ts'
import { help } from '../start/text.ts'

/** What answers each kind of request, as its command does. */
export type Answers = {
  readonly [Kind in Request['kind']]: (
    ctx: BotContext,
    request: Extract<Request, { kind: Kind }>,
  ) => Promise<void>
}

/** What a text asks for, and what was asked before it. */
interface HeardText extends ReadText {
  readonly asked: Asked | undefined
}

interface FreeTextOptions {
  readonly answers: Answers
  /** The kinds of requests that change the chat, and so are for administrators in a group. */
  readonly changing: ReadonlySet<Request['kind']>
  /** Answers with the rates that a name may mean. */
  readonly answerName: (ctx: BotContext, name: string) => Promise<void>
  /** Answers what sums come to, where their question is not understood. */
  readonly answerSums: (ctx: BotContext, sums: readonly AmountOfUnit[]) => Promise<void>
}

/** Reads whether a text is a request by itself, while a dialog waits for an answer: a number is none, nor are words that nobody knows. */
export const createReadElsewhere =
  (
    { prices: { find, markNames }, clock }: Pick<FeatureParts, 'prices' | 'clock'>,
    changing: FreeTextOptions['changing'],
  ) =>
  (text: string): Elsewhere | undefined => {
    const request = readRequest(text, { today: dayOf(clock()), markNames })
    if (!request || UNCERTAIN.has(request.kind)) return undefined
    const from = request.kind === 'convert' ? request.conversion?.from : undefined
    if (from?.kind === 'name' && find(from.name).length === 0) return undefined
    return changing.has(request.kind) ? 'leaves' : 'stays'
  }

/** They may be an answer that was mistyped as well. */
const UNCERTAIN: ReadonlySet<Request['kind']> = new Set(['amount', 'refused', 'shop'])

/**
 * Answers what people write in their own words: every text in a private chat, and in a group those that mention the bot or
 * reply to it. What is not understood gets buttons. A command that no feature has is read as its words, and a button that no
 * feature has is said to be old.
 */
export function createFreeText(
  { access, prices, sessions }: FeatureParts,
  { answers, changing, answerName, answerSums }: FreeTextOptions,
): Composer<BotContext> {
  const answer = (ctx: BotContext, request: Request): Promise<void> =>
    (answers[request.kind] as (ctx: BotContext, request: Request) => Promise<void>)(ctx, request)

  async function reply(
    ctx: BotContext,
    { text, isForUs, isCommand }: Addressed,
    { text: readAs, request, asked }: HeardText,
  ): Promise<void> {
    // A reply with a number alone answers a question of ours to somebody else, and small talk is among people.
    if (!isForUs && request && AMONG_PEOPLE.has(request.kind)) return
    noteAsked(ctx, request)
    ctx.askedText = readAs
    if (request) return answer(ctx, request)
    const name = parseName(text.replace(PUNCTUATION, ' '))
    if (isNear(name)) return answerName(ctx, name)
    if (isCommand) await sayUnknown(ctx)
    else if (isForUs) await sayNotUnderstood(ctx, text, asked)
  }

  /** Says what the sums in a text come to, and that its question was not understood; else what can be written. */
  async function sayNotUnderstood(ctx: BotContext, text: string, asked: Asked | undefined): Promise<void> {
    const { words, replyOrEdit } = ctx
    const [sum, ...more] = moneysIn(text, words.numbers.style)
    const isAgain = asked?.kind === 'unclear' && !asked.isAgain
    const seen = sum && more.length === 0 ? conversionOf(sum) : undefined
    const before = asked?.kind === 'unclear' || mayChangeBefore(text) ? undefined : questionIn(asked)
    ctx.asked = { kind: 'unclear', isAgain, after: sum ? seen : before }
    if (sum) return answerSums(ctx, [sum, ...more])
    // Repeating the hint does not help; show the help.
    if (isAgain) return replyOrEdit(lines(words.stillUnclear, help(words)))
    await replyOrEdit(words.talkHint(code('100 usd'), code('usd')), hintKeyboard(words))
  }

  /** In a group a text goes on from the question that it replies to alone; a command goes on from none. */
  async function hear(ctx: BotContext, text: string): Promise<HeardText> {
    const asked = await findAsked(sessions, ctx)
    const isPrompted = repliesToQuestion(ctx)
    const last = isPrompted || ctx.message?.text?.startsWith('/') ? undefined : asked
    const before = isPrompted ? ({ kind: 'charge' } as const) : questionIn(last)
    const said = (questionIn(last) ?? last)?.text
    const options = { today: dayOf(ctx.now), markNames: prices.markNames, numbers: ctx.words.numbers.style }
    return { ...readAfter(text, said, { ...options, ...(before && { before }) }), asked }
  }

  const isNear = (name: string): boolean =>
    name.split(' ').every((word) => NEAR_WORD.test(word)) && classifyName(prices, name) === 'near'

  const composer = new Composer<BotContext>()
  composer.on('message:text').filter(isTyped, async (ctx, next) => {
    const addressed = addressedText(ctx)
    if (!addressed) return next()
    const read = await hear(ctx, addressed.text)
    const audience = read.request && changing.has(read.request.kind) ? ADMINISTRATORS : EVERYONE
    if (await access.mayUse(ctx, audience)) await reply(ctx, addressed, read)
  })
  composer.on('callback_query:data', async (ctx) => {
    if (await access.mayUse(ctx, EVERYONE)) await refuse(ctx, ctx.words.oldButton)
  })
  return composer
}

const conversionOf = ({ amount, unit }: AmountOfUnit): Question => ({
  kind: 'convert',
  conversion: { amount, from: unit, at: [], isSeen: true },
})

/** The question that was asked last, before any text that was not understood. */
function questionIn(asked: Asked | undefined): (Question & Pick<Asked, 'text'>) | undefined {
  const question = asked?.kind === 'unclear' ? asked.after : asked
  return question && isQuestion(question) ? question : undefined
}

const AMONG_PEOPLE: ReadonlySet<Request['kind']> = new Set(['amount', 'small_talk'])

/** Notes what is asked, as what a later text may go on from; any other request ends what was asked before. */
function noteAsked(ctx: BotContext, request: Request | undefined): void {
  if (!request || PASSING.has(request.kind)) return
  // `¿y en la semana?` after `¿sube o baja?`
  const asked = request.kind === 'trend' ? ({ kind: 'rate', names: request.names } as const) : request
  ctx.asked = isQuestion(asked) ? asked : { kind: 'other' }
}
/** After them people still go on from what they asked before. */
const PASSING: ReadonlySet<Request['kind']> = new Set(['thanks', 'small_talk', 'refused'])

/** A word that may be part of a title; shorter ones are in too many titles. */
const NEAR_WORD = /^\p{L}{4,}$/u
const PUNCTUATION = /[¿?¡!.,]+/g

/** Ignores our own inline results. */
const isTyped = ({ message, me }: Context): boolean => message?.via_bot?.id !== me.id

/** A text for the bot. */
interface Addressed {
  readonly text: string
  readonly isForUs: boolean
  /** It was typed as a command. */
  readonly isCommand?: true
}

/** A text for the bot without its mention. A reply in a group may be talk among people: it needs no answer if it is no question. */
function addressedText({ chat, message, me }: Context): Addressed | undefined {
  const text = message?.text ?? ''
  const isPrivate = chat?.type === 'private'
  if (text.startsWith('/')) return addressedCommand(text, me.username, isPrivate)
  if (isPrivate) return { text, isForUs: true }
  const unmentioned = withoutMention(text, me)
  if (unmentioned !== undefined) return { text: unmentioned, isForUs: true }
  const isReply = message?.reply_to_message?.from?.id === me.id
  return isReply ? { text, isForUs: text.includes('?') } : undefined
}

/** A text without the name of the bot; undefined where it does not have it. */
export function withoutMention(
  text: string,
  { username }: Pick<Context['me'], 'username'>,
): string | undefined {
  const mention = `@${username}`.toLowerCase()
  const words = text.split(/\s+/)
  const others = words.filter((word) => word.toLowerCase().replace(/[.,:;!?]+$/, '') !== mention)
  return others.length < words.length ? others.join(' ') : undefined
}

/** The words of a command that no feature has; in a group one without the name of the bot may be another bot's. */
function addressedCommand(text: string, username: string, isPrivate: boolean): Addressed | undefined {
  const [, name = '', bot, rest = ''] = /^\/([^\s@]*)(?:@(\S*))?(.*)$/su.exec(text) ?? []
  const isForUs = bot === undefined ? isPrivate : bot.toLowerCase() === username.toLowerCase()
  return isForUs ? { text: `${name.replaceAll('_', ' ')}${rest}`, isForUs: true, isCommand: true } : undefined
}

const hintKeyboard = ({ button, history, keys }: Words): InlineKeyboard =>
  keyboardOf(
    [act(keys.rates, 'rates'), act(button.convert, 'convert')],
    [act(history.chart, 'chart'), act(button.alert, 'alerts', undefined, { act: 'ways' })],
  )
