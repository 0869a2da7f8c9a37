import type { UserFromGetMe } from 'grammy/types'

type Me = Pick<
  UserFromGetMe,
  'first_name' | 'username' | 'supports_inline_queries' | 'can_join_groups' | 'can_read_all_group_messages'
>

/** What the operator reads of a bot whose token works: its name and link, and what only @BotFather can switch. */
export function introduction(me: Me): string[] {
  const errands = errandsOf(me)
  // A name may hold anything, also what a terminal obeys.
  const name = me.first_name.replace(/\p{C}/gu, '')
  return [
    `Telegram       https://t.me/${me.username} (${name})`,
    ...(errands.length > 0 ? ['To do once in @BotFather, then start again:', ...errands] : []),
    ...(me.supports_inline_queries ? [] : GROUPS),
  ]
}

const errandsOf = (me: Me): string[] => [
  ...(me.supports_inline_queries
    ? []
    : [`  /setinline     choose @${me.username} and give a hint such as 100 usd: prices in any chat`]),
  ...(me.can_join_groups
    ? []
    : [`  /setjoingroups choose @${me.username}, Enable: it may be added to groups`]),
  ...(me.can_read_all_group_messages
    ? [
        `  /setprivacy    choose @${me.username}, Enable: it needs no more than commands and replies in groups`,
      ]
    : []),
]

const GROUPS = [
  'Groups: add it as a member; /setprivacy stays on, as commands and replies reach it all the same.',
  'Channels: add it as an administrator who may post messages.',
]
