import { hear, press, type Shot, type Step, say } from './shot.ts'

const BROADCAST = say(
  '/broadcast Mañana a las 8 hago una pausa de diez minutos.\nLo que cambie en ese rato lo digo después.',
  '/broadcast Tomorrow at 8 I pause for ten minutes.\nWhat changes meanwhile comes afterwards.',
)

/** The administrator of the channel chooses its language in the private chat. */
const LANGUAGE_OF_CHANNEL: readonly Step[] = [
  { post: { es: '/ajustes', en: '/settings' } },
  {
    inPrivate: [
      press(/^Idioma y números$|^Language, numbers$/),
      { press: { es: /^(?:✓ )?Español$/, en: /^(?:✓ )?English$/ } },
    ],
  },
]

/** In a group, in a channel, and for the operator. */
export const SHOTS_ELSEWHERE: readonly Shot[] = [
  {
    name: 'group-greeting',
    title: 'Greeting in a group',
    steps: [{ invite: true }],
    inGroup: 'inviter',
  },
  { name: 'group', title: 'Rate in a group', steps: [say('/tasa eur', '/rate eur')], inGroup: 'owner' },
  {
    name: 'group-rights',
    title: 'Refusal for group members',
    steps: [say('/seguir usd', '/follow usd')],
    inGroup: 'member',
  },
  {
    name: 'group-pinned',
    title: 'Live pinned price',
    steps: [say('/fijar', '/pin')],
    inGroup: 'owner',
  },
  {
    name: 'channel',
    title: 'Rate in a channel',
    steps: [{ pause: 60_000 }, ...LANGUAGE_OF_CHANNEL, say('/tasa usd', '/rate usd')],
    inChannel: true,
    alone: true,
  },
  {
    name: 'channel-private',
    title: 'Channel settings, in private',
    steps: LANGUAGE_OF_CHANNEL,
    isOwner: true,
    alone: true,
  },
  {
    name: 'group-pin',
    title: 'Confirmation of the pin',
    steps: [hear(/^Listo: el mensaje fijado|^Done: the pinned/)],
    inGroup: 'owner',
  },
  { name: 'operator-stats', title: 'Operator: figures', steps: [say('/stats')] },
  { name: 'operator-health', title: 'Operator: health', steps: [say('/health')] },
  {
    name: 'operator-broadcast',
    title: 'Operator: broadcast preview',
    steps: [BROADCAST],
    alone: true,
  },
  {
    name: 'operator-broadcast-done',
    title: 'Operator: broadcast result',
    steps: [BROADCAST, press(/^Enviar$|^Send$/), hear(/^Terminado:|^Done: sent/)],
    alone: true,
  },
  { name: 'broadcast', title: 'Broadcast', steps: [hear(/^Mañana a las 8|^Tomorrow at 8/)] },
]
