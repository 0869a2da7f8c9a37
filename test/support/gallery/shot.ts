/** What a person does, in each language where that differs. */
export type Step =
  | { readonly say: Spoken }
  /** Presses the button whose caption matches, under the last message that has one. */
  | { readonly press: RegExp | Readonly<Record<'es' | 'en', RegExp>> }
  /** Writes in inline mode, and posts a result. */
  | { readonly inline: Spoken; readonly result?: number }
  /** Moves the simulated dollar, in percent, and waits for what the bot says of it. */
  | { readonly move: number }
  /** The simulated bank publishes the price of its next day, and the bot says so. */
  | { readonly publish: true }
  /** Waits, so that the chat is not over its limit of commands. */
  | { readonly pause: number }
  /** Waits for what the bot says, or writes over something it said, by itself. */
  | { readonly hear: RegExp }
  /** Says the minute after this one as a time of day. */
  | { readonly nextMinute: true }
  /** Posts in the channel what its administrator is answered in private. */
  | { readonly post: Spoken }
  /** Goes on in the private chat of the same person. */
  | { readonly inPrivate: readonly Step[] }
  /** The bot is taken out of the group, and let in as an administrator. */
  | { readonly invite: true }

export interface Spoken {
  readonly es: string
  readonly en: string
}

/** One picture of the gallery: what is done before it, and what it shows. */
export interface Shot {
  readonly name: string
  readonly title: string
  readonly steps: readonly Step[]
  /** In the group: as who lets the bot in, as its owner, or as a member. */
  readonly inGroup?: 'inviter' | 'owner' | 'member'
  /** In the channel, as its owner. */
  readonly inChannel?: true
  /** In the private chat of the owner of the channel. */
  readonly isOwner?: true
  /** Not while the same is done in the other language. */
  readonly alone?: true
}

/** Waits for a message. */
export const hear = (text: RegExp): Step => ({ hear: text })
/** Says it in each language. */
export const say = (es: string, en = es): Step => ({ say: { es, en } })
/** Presses a button. */
export const press = (caption: RegExp): Step => ({ press: caption })
/** Opens the settings, and presses one button after the other. */
export const settings = (...captions: readonly RegExp[]): Step[] => [
  say('/ajustes', '/settings'),
  ...captions.map(press),
]
