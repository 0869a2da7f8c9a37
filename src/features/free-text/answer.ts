import type { BotContext } from '../../bot/context.ts'
import { unitNamed } from '../../language/follow-up.ts'
import type { Request } from '../../language/request.ts'
import { code } from '../../words/text.ts'
import type { createAlerts } from '../alerts/command.ts'
import type { createCard } from '../card/command.ts'
import type { createChanges } from '../changes/command.ts'
import type { createCharge } from '../charge/command.ts'
import type { createConvert } from '../convert/command.ts'
import type { createFollow, createUnfollow } from '../follow/command.ts'
import type { createGap } from '../gap/command.ts'
import type { createHistory } from '../history/command.ts'
import type { createRate } from '../rate/command.ts'
import type { createSettings } from '../settings/command.ts'
import type { createHelp, createStop } from '../start/command.ts'
import type { createWorth } from '../worth/command.ts'

type Of<Create extends (...parts: never[]) => object> = Omit<ReturnType<Create>, 'feature'>

/** What the commands answer with. */
export interface Answers {
  readonly rates: Of<typeof createRate>
  readonly conversions: Of<typeof createConvert>
  readonly charging: Of<typeof createCharge>
  readonly worth: Of<typeof createWorth>
  readonly gap: Of<typeof createGap>
  readonly history: Of<typeof createHistory>
  readonly changes: Of<typeof createChanges>
  readonly alerts: Of<typeof createAlerts>
  readonly follow: Of<typeof createFollow>
  readonly unfollow: Of<typeof createUnfollow>
  readonly settings: Of<typeof createSettings>
  readonly card: Of<typeof createCard>
  readonly help: Of<typeof createHelp>
  readonly stop: Of<typeof createStop>
}

type RequestOf<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>
type Handlers = {
  readonly [Kind in Request['kind']]: (
    ctx: BotContext,
    request: RequestOf<Kind>,
    answers: Answers,
  ) => Promise<void> | undefined
}

const HANDLERS: Handlers = {
  rate: async (ctx, { names, day, otherDays = [], isOpening }, { rates, conversions }) => {
    if (day === undefined) return rates.answerNames(ctx, names, isOpening)
    for (const date of [day, ...otherDays])
      for (const name of names)
        await conversions.answerConversion(ctx, { amount: '1', from: unitNamed(name), at: [], date })
  },
  convert: (ctx, { conversion, missing }, { conversions }) =>
    conversion ? conversions.answerConversion(ctx, conversion, missing) : conversions.answerText(ctx, ''),
  amount: (ctx, { amount }, { conversions }) => conversions.askMoney(ctx, amount),
  history: (ctx, request, { history }) => history.answer(ctx, request.history),
  gap: (ctx, { names }, { gap }) => gap.answer(ctx, names),
  changes: (ctx, request, { changes }) => changes.answer(ctx, request.changes),
  alert: (ctx, request, { alerts }) => alerts.make(ctx, request.alert),
  alerts: (ctx, _, { alerts }) => alerts.list(ctx),
  alert_on: (ctx, { name }, { alerts }) => alerts.askKind(ctx, name),
  bad_charge: (ctx, { reason }, { charging }) => charging.refuse(ctx, reason),
  bad_alert: (ctx, { reason, word }, { alerts }) => alerts.refuse(ctx, reason, word),
  follow: (ctx, { name = '' }, { follow }) => follow.answer(ctx, name),
  followed: (ctx, _, { follow }) => follow.list(ctx),
  unfollow: (ctx, { name = '' }, { unfollow }) => unfollow.answer(ctx, name),
  zelle: (ctx, _, { rates }) => rates.answerZelle(ctx),
  settings: (ctx, _, { settings }) => settings.show(ctx),
  shop: (ctx, { line }, { card }) => card.answerShop(ctx, line),
  image: (ctx, { text }, { card }) => card.answer(ctx, text),
  help: (ctx, _, { help }) => help.answer(ctx),
  stop: (ctx, _, { stop }) => stop.answer(ctx),
  digest: (ctx, { at, name }, { follow, settings }) =>
    name === undefined ? settings.setDigest(ctx, at) : follow.answer(ctx, name, at),
  no_digest: (ctx, _, { settings }) => settings.setDigest(ctx, undefined),
  quiet: (ctx, { hours }, { settings }) => settings.setQuiet(ctx, hours),
  resume: (ctx, _, { stop }) => stop.resume(ctx),
  alert_change: (ctx, { change }, { alerts }) => alerts.change(ctx, change),
  thanks: ({ words, replyOrEdit }) => replyOrEdit(words.youAreWelcome),
  small_talk: ({ words, replyOrEdit }) => replyOrEdit(words.smallTalk(code('20$'), code('bcv'))),
  refused: (ctx, { reason, word }, { conversions }) => conversions.refuse(ctx, reason, word),
  worth: (ctx, request, { worth }) => worth.answer(ctx, request),
  charge: (ctx, { charge, rate, isAdded }, { charging }) =>
    charge ? charging.answer(ctx, charge, { rate, isAdded }) : charging.answerText(ctx, ''),
}

/** Answers a request as its command does; false for what no command answers. */
export async function answerRequest(ctx: BotContext, request: Request, answers: Answers): Promise<boolean> {
  const handle = HANDLERS[request.kind] as (
    ctx: BotContext,
    request: Request,
    answers: Answers,
  ) => Promise<void> | undefined
  const answering = handle(ctx, request, answers)
  await answering
  return answering !== undefined
}
