import type { Language } from '../language.ts'

/** The phrases of groups and channels: the greeting, and the pinned message that is kept up to date. */
export interface LiveWords {
  readonly greetGroup: string
  readonly greetChannel: string
  readonly live: string
  readonly pin: string
  readonly pinned: string
  readonly pinNeedsRight: string
  readonly unpinned: string
  readonly nothingPinned: string
  /** What becomes of a live message that ends. */
  readonly ended: string
}

export const liveWords: Readonly<Record<Language, LiveWords>> = {
  es: {
    greetGroup:
      'Hola a todos. Con /tasa digo a cuánto están el dólar y el euro. Los administradores pueden pedir con /seguir que avise aquí cuando cambien.',
    greetChannel:
      'Hola. En este canal, una publicación /tasa muestra a cuánto están el dólar y el euro, y con /seguir avisaré cuando cambien.',
    live: 'En vivo',
    pin: '📌 Fijar en vivo',
    pinned:
      'Listo: el mensaje fijado mostrará siempre lo último. Para que ya no cambie, bórralo o escribe: /fijar no',
    pinNeedsRight:
      'Para fijar el precio necesito permiso de fijar mensajes: hazme administrador y repite /fijar.',
    unpinned: 'Listo: el mensaje fijado ya no cambiará.',
    nothingPinned: 'Aquí no hay un precio fijado. Con /fijar se pone.',
    ended: '📌 Este mensaje ya no se actualiza. Con /fijar se pone otro.',
  },
  en: {
    greetGroup:
      'Hello everyone. /rate shows what the dollar and the euro cost. Your administrators can ask with /follow to hear of every change here.',
    greetChannel:
      'Hello. In this channel a post /rate shows what the dollar and the euro cost, and with /follow I will tell when they change.',
    live: 'Live',
    pin: '📌 Pin live',
    pinned: 'Done: the pinned message will always show the newest. To end that, delete it or send: /pin off',
    pinNeedsRight:
      'To pin the price I need the right to pin messages: make me an administrator and say /pin again.',
    unpinned: 'Done: the pinned message will not change any more.',
    nothingPinned: 'No price is pinned here. /pin does it.',
    ended: '📌 This message is no longer updated. /pin posts another.',
  },
}

/** What Telegram shows of the bot before anyone has written to it, plain text. */
export interface ProfileWords {
  /** In the empty chat; three lines that a phone does not break, at most 512 characters in all. */
  readonly description: string
  /** On the bot's page and with its links; at most 120 characters. */
  readonly shortDescription: string
}

export const profileWords: Readonly<Record<Language, ProfileWords>> = {
  es: {
    description:
      'El dólar y el euro en bolívares, al día.\nConversiones, gráficos y la brecha.\nAvisos cuando una tasa cambie.',
    shortDescription: 'A cuánto están el dólar y el euro en bolívares, con gráficos, conversiones y avisos.',
  },
  en: {
    description:
      'The dollar and the euro in bolivars.\nConversions, charts and the gap.\nAlerts when a rate changes.',
    shortDescription: 'What the dollar and the euro cost in bolivars, with charts, conversions and alerts.',
  },
}
