import type { Guard } from '../guard.ts'

const FEATURE = ['test/unit/bot/feature.test.ts']
const RIGHTS = ['test/unit/bot/administrators.test.ts']
const PRESSES = ['test/unit/bot/presses.test.ts']
const DIALOGS = ['test/unit/bot/dialogs/dialogs.test.ts']
const GROUPS = ['test/integration/bot/groups.test.ts']

/** Who may change a chat, and text from outside. */
export const BOT_GUARDS: readonly Guard[] = [
  {
    name: 'a member of a group changes nothing of it',
    file: 'src/bot/feature.ts',
    text: "    if (right === 'no') return { html: administratorsOnly, keyboard: privateChatButton(ctx) }\n",
    tests: [...FEATURE, ...GROUPS],
  },
  {
    name: 'a right that cannot be looked up is refused',
    file: 'src/bot/feature.ts',
    text: "    if (right === 'unknown') return { html: administratorsUnknown }\n",
    tests: [...FEATURE, ...GROUPS],
  },
  {
    name: 'only administrators are administrators',
    file: 'src/bot/administrators.ts',
    text: "STATUSES.includes(status) ? 'yes' : 'no'",
    without: "'yes'",
    tests: RIGHTS,
  },
  {
    name: 'another chat that writes in a group is no administrator',
    file: 'src/bot/administrators.ts',
    text: "message.sender_chat.id === chat.id ? 'yes' : 'no'",
    without: "'yes'",
    tests: RIGHTS,
  },
  {
    name: 'a right is believed for a minute at most',
    file: 'src/bot/administrators.ts',
    text: 'cached && isAhead(cached.until, clock(), KEPT_MS) ?',
    without: 'cached ?',
    tests: RIGHTS,
  },
  {
    name: 'a right is asked anew where it is asked for',
    file: 'src/bot/administrators.ts',
    text: 'isAnew ? undefined : ',
    tests: [...RIGHTS, ...GROUPS],
  },
  {
    name: 'who was an administrator exports and deletes nothing',
    file: 'src/bot/features/settings/settings.ts',
    text: '{ ...ADMINISTRATORS, isFinal }',
    without: 'ADMINISTRATORS',
    tests: GROUPS,
  },
  {
    name: 'what was sent before a chat blocked us is not answered',
    file: 'src/bot/feature.ts',
    text: ' || isFromBeforeLeaving(ctx))',
    without: ')',
    tests: ['test/unit/bot/feature.test.ts'],
  },
  {
    name: 'who was an administrator broadcasts nothing',
    file: 'src/bot/features/operator/operator.ts',
    text: '  isFinal: () => true,\n',
    tests: GROUPS,
  },
  {
    name: 'a press of a reader or member changes no message of others and posts none',
    file: 'src/bot/presses.ts',
    text: "right === 'yes' || (changes && right === 'unknown') ? 'handle' : 'lead'",
    without: "'handle'",
    tests: [...PRESSES, ...GROUPS],
  },
  {
    name: 'a press below what another member asked for is not of who asked',
    file: 'src/bot/presses.ts',
    text: 'questionAbove(ctx)?.from?.id === ctx.callbackQuery?.from.id',
    without: 'true',
    tests: [...PRESSES, ...GROUPS],
  },
  {
    name: 'what a member is answered behind a press is his own',
    file: 'src/bot/context.ts',
    text: ' ?? questionAbove(ctx)',
    tests: GROUPS,
  },
  {
    name: 'who began a topic asked for none of its messages',
    file: 'src/bot/context.ts',
    text: 'asked?.text === undefined ?',
    without: 'asked === undefined ?',
    tests: PRESSES,
  },
  {
    name: 'no press changes the live message',
    file: 'src/bot/presses.ts',
    text: "  if (shown.message_id === ctx.chatState?.live?.message) return 'refuse'\n",
    tests: [...PRESSES, ...FEATURE],
  },
  {
    name: 'every press is judged first',
    file: 'src/bot/feature.ts',
    text: '(!ctx.callbackQuery || (await mayPress(ctx, audience))) && ',
    tests: [...FEATURE, ...GROUPS],
  },
  {
    name: 'a link of another person chooses no look for who opens it',
    file: 'src/bot/features/card/card.ts',
    text: 'ctx.callbackQuery ? showChosen(ctx, look) : show(ctx, look)',
    without: 'showChosen(ctx, look)',
    tests: GROUPS,
  },
  {
    name: 'a group that moved leaves no text under its former number',
    file: 'src/bot/features/membership/membership.ts',
    text: '    await sessions.forget(chatKey)\n',
    tests: GROUPS,
  },
  {
    name: 'an older button of a channel posts no picture',
    file: 'src/bot/features/card/card.ts',
    text: ' || (isShare && !isShareable(ctx))',
    tests: ['test/integration/bot/channels.test.ts'],
  },
  {
    name: 'the rights of a presser are checked at the press',
    file: 'src/bot/feature.ts',
    text: '      if (!(await this.#access.mayUse(ctx, this.audience))) return\n',
    tests: [...FEATURE, ...GROUPS],
  },
  {
    name: 'the rights are checked before a command',
    file: 'src/bot/feature.ts',
    text: 'if (await this.#access.mayUse(ctx, this.audience)) await next()',
    without: 'await next()',
    tests: [...FEATURE, ...GROUPS],
  },
  {
    name: 'a button of a monitor that is not there changes nothing',
    file: 'src/bot/feature.ts',
    text: '      if (!monitor && pressed.target !== undefined) return answerPress(ctx, { refusal: ctx.words.oldButton })\n',
    tests: [...FEATURE, 'test/integration/bot/router.test.ts', 'test/integration/bot/follows.test.ts'],
  },
  {
    name: 'an argument is cut before it is parsed',
    file: 'src/bot/feature.ts',
    text: '.slice(0, ARGUMENT_LENGTH_MAX)',
    tests: [...FEATURE, 'test/integration/bot/router.test.ts'],
  },
  {
    name: 'the rights are checked before an answer in a dialog',
    file: 'src/bot/dialogs/dialog.ts',
    text: '      if (!(await ctx.mayAnswer())) await conversation.skip({ next: false })\n',
    tests: [...DIALOGS, ...GROUPS],
  },
  {
    name: 'a dialog takes buttons of its own question only',
    file: 'src/bot/dialogs/dialog.ts',
    text: ' || !isOffered',
    tests: DIALOGS,
  },
  {
    name: 'a dialog in a group takes replies to its question only',
    file: 'src/bot/dialogs/dialog.ts',
    text: '|| !isReply) return',
    without: ') return',
    tests: [...DIALOGS, ...GROUPS],
  },
  {
    name: 'a dialog ends after ten unreadable answers',
    file: 'src/bot/dialogs/dialog.ts',
    text: 'tries < TRIES_MAX',
    without: 'true',
    tests: DIALOGS,
  },
  {
    name: 'dialogs expire',
    file: 'src/bot/session.ts',
    text: 'until !== undefined && until <= clock()',
    without: 'false',
    tests: DIALOGS,
  },
  {
    name: 'a dialog of an older program is not replayed',
    file: 'src/bot/session.ts',
    text: 'version === VERSION ? { value: value as T } : {}',
    without: '{ value: value as T }',
    tests: DIALOGS,
  },
  {
    name: 'text from outside is no HTML',
    file: 'src/messages/format/text.ts',
    text: "text.replace(/[&<>\"]/g, (sign) => ENTITIES.get(sign) ?? '')",
    without: 'text',
    tests: ['test/unit/messages/messages.test.ts', 'test/integration/messages/hostile.test.ts'],
  },
  {
    name: 'text from outside cannot turn the direction of what follows',
    file: 'src/messages/format/text.ts',
    text: "text.replace(UNPRINTABLE, ' ')",
    without: 'text',
    tests: ['test/unit/messages/format/text.test.ts', 'test/integration/messages/hostile.test.ts'],
  },
  {
    name: 'a number that is typed has 30 digits at most',
    file: 'src/rates/decimal.ts',
    text: " || exact.replace(/\\D/g, '').length > DIGITS_MAX",
    tests: ['test/unit/rates/decimal.test.ts', 'test/unit/parse/commands.test.ts'],
  },
  {
    name: 'a button carries no more bytes than Telegram accepts',
    file: 'src/telegram/button-data.ts',
    text: '  if (Buffer.byteLength(data) > DATA_BYTES_MAX) return undefined\n',
    tests: ['test/unit/telegram/button-data.test.ts'],
  },
]
