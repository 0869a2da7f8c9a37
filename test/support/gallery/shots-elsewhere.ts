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
    title: 'The greeting in a group',
    steps: [{ invite: true }],
    inGroup: 'inviter',
  },
  { name: 'group', title: 'In a group', steps: [say('/tasa eur', '/rate eur')], inGroup: 'owner' },
  {
    name: 'group-rights',
    title: 'Only administrators change things in a group',
    steps: [say('/seguir usd', '/follow usd')],
    inGroup: 'member',
  },
  {
    name: 'group-pinned',
    title: 'A pinned price that stays up to date',
    steps: [say('/fijar', '/pin')],
    inGroup: 'owner',
  },
  {
    name: 'channel',
    title: 'In a channel',
    steps: [{ pause: 60_000 }, ...LANGUAGE_OF_CHANNEL, say('/tasa usd', '/rate usd')],
    inChannel: true,
    alone: true,
  },
  {
    name: 'channel-private',
    title: 'What is changed in a channel, confirmed to its administrator alone',
    steps: LANGUAGE_OF_CHANNEL,
    isOwner: true,
    alone: true,
  },
  {
    name: 'group-pin',
    title: 'What is said of it',
    steps: [hear(/^Listo: el mensaje fijado|^Done: the pinned/)],
    inGroup: 'owner',
  },
  { name: 'operator-stats', title: 'For the operator: figures', steps: [say('/stats')] },
  { name: 'operator-health', title: 'For the operator: health', steps: [say('/health')] },
  {
    name: 'operator-broadcast',
    title: 'For the operator: before a broadcast',
    steps: [BROADCAST],
    alone: true,
  },
  {
    name: 'operator-broadcast-done',
    title: 'For the operator: after a broadcast',
    steps: [BROADCAST, press(/^Enviar$|^Send$/), hear(/^Terminado:|^Done: sent/)],
    alone: true,
  },
  { name: 'broadcast', title: 'A broadcast', steps: [hear(/^Mañana a las 8|^Tomorrow at 8/)] },
]
