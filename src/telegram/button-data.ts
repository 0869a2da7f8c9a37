import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ALERT_KIND_NAMES, ALERT_KINDS } from '../domain/alert-kinds.ts'
import { type Day, parseDay } from '../domain/caracas.ts'
import { compare, type Decimal, decimalOf, isPositive } from '../domain/decimal.ts'
import { type Currency, type MonitorId, monitorName, monitorRef } from '../domain/monitor.ts'
import { AMOUNT_MAX } from '../language/amounts.ts'
import { RANGE_DAYS_MAX } from '../language/history.ts'
import type { Range } from '../language/request.ts'
import { SUM_TYPED } from '../language/sums.ts'

/** So much fits in a link to the private chat, which leads there who may not press a button. */
export const BUTTON_BYTES_MAX = 48
/** Telegram's limit, and the limit of buttons of earlier versions. */
const DATA_BYTES_MAX = 64
const HASH_LENGTH = 12
const BELOW = '+'

/** One typed value in the data of a button. */
interface Field<T> {
  /** Stands before the value. */
  readonly mark: string
  /** Regular expression that matches every written value. */
  readonly pattern: string
  readonly isOptional: boolean
  write(value: T): string
  /** Undefined for a text that we did not write. */
  read(text: string): T | undefined
}
interface OptionalField<T> extends Field<T> {
  readonly isOptional: true
}

const field = <T>(
  pattern: string,
  read: (text: string) => T | undefined,
  write: (value: T) => string = String,
): Field<T> => ({ mark: '', pattern, isOptional: false, read, write })

const after = <T>(mark: string, one: Field<T>): Field<T> => ({ ...one, mark })
const optional = <T>(one: Field<T>, mark = ''): OptionalField<T> => ({ ...one, mark, isOptional: true })

const escaped = (text: string): string => text.replace(/[.?+]/g, String.raw`\$&`)

/** True where its mark stands in the data. */
const flag = (mark: string): OptionalField<boolean> =>
  optional(field<boolean>(escaped(mark), Boolean, (is) => (is ? mark : '')))

function checked<T>(one: Field<T>, isValid: (value: T) => boolean): Field<T> {
  const read = (said: string): T | undefined => {
    const value = one.read(said)
    return value !== undefined && isValid(value) ? value : undefined
  }
  return { ...one, read }
}

/** One of several values, each written as its key. */
function choice<const T>(values: Readonly<Record<string, T>>): Field<T> {
  const keys = Object.keys(values).toSorted((one, other) => other.length - one.length)
  return field(
    keys.map(escaped).join('|'),
    (key) => values[key],
    (value) => keys.find((key) => isDeepStrictEqual(values[key], value)) ?? '',
  )
}

const text = (pattern = '.+'): Field<string> => field(pattern, (said) => said)
const whole = (digitsMax: number): Field<number> => field(String.raw`\d{1,${digitsMax}}`, Number)

const DECIMAL = String.raw`\d+(?:\.\d+)?`
const decimal = field<Decimal>(DECIMAL, decimalOf)
const positive = checked(decimal, isPositive)
const money = checked(positive, (amount) => compare(amount, AMOUNT_MAX) <= 0)
/** In ms, written in whole seconds. */
const time = field<number>(
  String.raw`\d{1,11}`,
  (seconds) => Number(seconds) * 1_000,
  (ms) => String(Math.floor(ms / 1_000)),
)
/** A threshold; `?` asks for it to be typed. */
const threshold = field<Decimal | '?'>(String.raw`\?|-?${DECIMAL}`, (said) => said)

/** `20260131`; buttons of earlier versions have `2026-01-31`. */
const day = field<Day>(
  String.raw`\d{4}-?\d{2}-?\d{2}`,
  (said) => parseDay(said.replaceAll('-', '').replace(/^(....)(..)/, '$1-$2-')),
  (one) => one.replaceAll('-', ''),
)

/** `30`, or `20260101-20260131`. */
const range = field<Range>(String.raw`\d{8}-\d{8}|\d{1,4}`, readRange, (one) =>
  one.kind === 'last' ? String(one.days) : `${day.write(one.from)}-${day.write(one.to)}`,
)

function readRange(said: string): Range | undefined {
  const days = Number(said)
  if (Number.isInteger(days)) return days >= 1 && days <= RANGE_DAYS_MAX ? { kind: 'last', days } : undefined
  const [from, to] = said.split('-').map((one) => day.read(one))
  return from !== undefined && to !== undefined && from <= to ? { kind: 'between', from, to } : undefined
}

/** Hash of the prices or the text above a refresh button. */
const fingerprint = text(String.raw`[\w-]{8}`)
/** Monitors as `shortHashesOf` writes them. */
const hashes = (count: string): Field<string> => text(String.raw`(?:[\w-]{8}){${count}}`)

type Fields = Readonly<Record<string, Field<unknown>>>

type Naming = 'always' | 'never' | 'maybe'

const button = <F extends Fields>(code: string, monitor: Naming, fields: F) => ({ code, monitor, fields })

/**
 * Every action with its code in the data of a button, whether its buttons name a monitor, and its fields in the order in which
 * they are written.
 */
const ACTIONS = {
  /** `beside`: the message also offers monitors with the same key, or the euro of the page. */
  rate: button('r', 'always', {
    seen: optional(fingerprint),
    beside: optional(choice({ '+': 'namesakes', '=': 'euro' })),
  }),
  rates: button('o', 'never', { isOthers: flag('>'), seen: optional(fingerprint) }),
  /** The next monitors of a list: whose buttons have the action of `code` and the fields in `rest`. */
  more: button('m', 'never', {
    code: text('[a-z]+'),
    buttonsMax: after(',', whole(2)),
    at: after(',', whole(3)),
    rest: optional(text(), ','),
  }),
  sources: button('rs', 'always', {}),
  /** Writes the message above it as plain text; that of a bill with where it is paid. */
  share: button('co', 'never', { isBill: flag('b') }),
  /** `least`: the least change that the chat had chosen before it unfollowed. */
  follow: button('f', 'maybe', { least: optional(decimal) }),
  unfollow: button('u', 'maybe', {}),
  /** All that was chosen for a new alert so far; `pair` names the monitors of a gap, the usual gap if not given. */
  alert: button('a', 'maybe', {
    isGap: flag('g'),
    pair: optional(hashes('2'), '~'),
    /** The kinds of a price are offered, or those of a percentage. */
    byPercent: flag('%'),
    kind: optional(
      choice(Object.fromEntries(ALERT_KIND_NAMES.map((kind) => [ALERT_KINDS[kind].code, kind]))),
    ),
    value: optional(threshold),
    once: optional(choice({ o: true, r: false })),
    cooldownSeconds: optional(whole(8), 'c'),
    until: optional(time, 'u'),
    paused: flag('z'),
  }),
  /** The list of alerts from place `number` on, or what is done to the alert of that number. */
  alerts: button('al', 'never', {
    act: optional(
      choice({
        l: 'list',
        w: 'ways',
        s: 'show',
        p: 'pause',
        r: 'resume',
        d: 'remove',
        e: 'edit',
        v: 'setValue',
        t: 'turn',
        x: 'removeAll',
        xy: 'removeAllNow',
      }),
    ),
    number: optional(whole(9)),
    value: optional(threshold, ':'),
  }),
  least: button('fl', 'maybe', { value: optional(threshold) }),
  /** `before`: the least change that an undo brings back. */
  less: button('fm', 'always', { before: optional(decimal) }),
  settings: button('s', 'never', { page: optional(text('[a-z]')), value: optional(text()) }),
  default: button('sd', 'always', { at: optional(whole(3)) }),
  resume: button('sr', 'never', {}),
  /** Asks for an amount where it has none. */
  convert: button('cv', 'maybe', {
    sides: optional(
      choice({
        d: { from: 'dollar', to: 'bolivares' },
        e: { from: 'euro', to: 'bolivares' },
        D: { from: 'bolivares', to: 'dollar' },
        E: { from: 'bolivares', to: 'euro' },
        x: { from: 'dollar', to: 'euro' },
        y: { from: 'euro', to: 'dollar' },
      }),
    ),
    amount: optional(positive),
    date: optional(day, '@'),
    /** One of both: what is turned round shows all monitors. */
    isTurned: flag('~'),
    isAll: flag('a'),
  }),
  /** `moneys`: the money of the bill, and the foreign money that it is paid in. The monitor is the rate where that is not the official one. */
  charge: button('ch', 'maybe', {
    asksPaid: flag('m'),
    moneys: choice({
      d: { in: 'foreign', currency: 'dollar' },
      e: { in: 'foreign', currency: 'euro' },
      x: { in: 'foreign', currency: 'euro', billedIn: 'dollar' },
      y: { in: 'foreign', currency: 'dollar', billedIn: 'euro' },
      D: { in: 'bolivares', currency: 'dollar' },
      E: { in: 'bolivares', currency: 'euro' },
    }),
    amount: money,
    foreign: optional(money, 'p'),
    bolivares: optional(money, 'b'),
    isTaxed: optional(choice({ t: true, n: false })),
    ownRate: optional(money, '@'),
    sum: optional(
      checked(text(), (sum) => SUM_TYPED.test(sum)),
      ':',
    ),
  }),
  worth: button('w', 'never', {
    side: choice({ s: 'sold', b: 'bought' }),
    price: positive,
    amount: optional(positive, 'a'),
    isEuro: flag('e'),
  }),
  image: button('im', 'never', { isShare: flag('s:'), look: optional(text('[a-z-]+')) }),
  shop: button('sh', 'never', {
    act: optional(
      choice({
        u: 'undo',
        n: 'name',
        p: 'products',
        'n-': 'removeName',
        'p-': 'removeProducts',
        a: 'auto',
        'a-': 'autoOff',
      }),
    ),
    look: optional(text('[a-z]+-[a-z]+')),
  }),
  /** `second`: the target of the other monitor. */
  gap: button('g', 'always', { second: text('#[0-9a-f]{12,}'), seen: after('.', fingerprint) }),
  pin: button('p', 'maybe', {}),
  broadcast: button('bc', 'never', {
    act: choice({ send: 'send', drop: 'drop', stop: 'stop' }),
    id: after(' ', text()),
  }),
  /** Without a monitor, monitors to compare or a gap it offers charts; `gap` is empty for the usual gap. */
  chart: button('h', 'maybe', {
    range: optional(range),
    isOffer: flag('?'),
    isDark: flag('d'),
    compared: optional(hashes('1,4'), '~'),
    gap: optional(text(String.raw`(?:[\w-]{16})?`), '!'),
  }),
  changes: button('c', 'maybe', { day: optional(day), seen: optional(fingerprint, ',') }),
  /** `isAlone`: no dialog waits for the question that it cancels. */
  cancel: button('ca', 'never', { isAlone: flag('-') }),
  answer: button('an', 'never', {}),
  help: button('he', 'never', {}),
}

/** What a button does; `rates` is the overview and names no monitor. */
export type Action = keyof typeof ACTIONS

type OptionalNames<F> = { [Name in keyof F]: F[Name] extends OptionalField<unknown> ? Name : never }[keyof F]
type ValueOf<F> = F extends Field<infer T> ? T : never
type Values<F> = {
  readonly [Name in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[Name]>
} & { readonly [Name in OptionalNames<F>]?: ValueOf<F[Name]> }

/** The fields of a button of an action. */
export type FieldsOf<A extends Action> = A extends Action ? Values<(typeof ACTIONS)[A]['fields']> : never

/** The fields to write; an undefined one is left out. */
export type Given<A extends Action> = A extends Action
  ? { readonly [Name in keyof FieldsOf<A>]: FieldsOf<A>[Name] | undefined }
  : never

interface ButtonOf<A extends Action> {
  readonly action: A
  /** The name or hash of a monitor, which `monitorOf` reads. */
  readonly target?: string
  readonly fields: FieldsOf<A>
  /** The message of the button stays as it is: the answer is a message of its own. */
  readonly isBelow?: true
}
export type ButtonData = { [A in Action]: ButtonOf<A> }[Action]

const NAMES = Object.keys(ACTIONS) as readonly Action[]
const ACTION_OF = new Map<string, Action>(NAMES.map((action) => [ACTIONS[action].code, action]))
const LETTER_OF: Readonly<Record<Currency, string>> = { dollar: 'd', euro: 'e' }

const fieldsOf = (action: Action): (readonly [name: string, field: Field<unknown>])[] =>
  Object.entries<Field<unknown>>(ACTIONS[action].fields)

const PATTERNS = new Map(
  NAMES.map((action) => {
    const parts = fieldsOf(action).map(([, { mark, pattern, isOptional }]) => {
      const part = `${escaped(mark)}(${pattern})`
      return isOptional ? `(?:${part})?` : part
    })
    return [action, new RegExp(`^${parts.join('')}$`)]
  }),
)

export const codeOf = (action: Action): string => ACTIONS[action].code

/** Action for a code, or undefined. */
export const actionOf = (code: string): Action | undefined => ACTION_OF.get(code)

/** Writes the fields of a button; `parseFields` reads them. */
export function formatFields<A extends Action>(action: A, fields: Given<A>): string {
  const values = new Map<string, unknown>(Object.entries(fields))
  return fieldsOf(action)
    .map(([name, { mark, write }]) => {
      const value = values.get(name)
      return value === undefined ? '' : mark + write(value)
    })
    .join('')
}

/** Reads what `formatFields` wrote; undefined for anything else. */
export function parseFields(action: Action, written: string): ButtonData['fields'] | undefined {
  const parts = PATTERNS.get(action)?.exec(written)?.slice(1)
  const values = fieldsOf(action).flatMap(([name, { read }], at) => {
    const part = parts?.[at]
    return part === undefined ? [] : [[name, read(part)] as const]
  })
  const isOurs = parts !== undefined && values.every(([, value]) => value !== undefined)
  return isOurs ? Object.fromEntries(values) : undefined
}

/** `r:d:page.key|fields`: where that has more than `BUTTON_BYTES_MAX` the name is replaced by its hash. */
export function formatButtonData<A extends Action>(
  action: A,
  monitor?: MonitorId,
  fields?: Given<A>,
): string {
  const { code } = ACTIONS[action]
  const written = fields ? formatFields(action, fields) : ''
  const end = written === '' ? '' : `|${written}`
  const room = BUTTON_BYTES_MAX - code.length - BELOW.length - 1 - Buffer.byteLength(end)
  return `${code}${monitor ? `:${targetOf(monitor, room)}` : ''}${end}`
}

/** Undefined for data that is too long for a button. */
export const unlessTooLong = (data: string): string | undefined =>
  Buffer.byteLength(data) <= BUTTON_BYTES_MAX ? data : undefined

/** The data of a button whose message stays, as people read it again: `+u:d:page.key`. */
export const below = (data: string): string => BELOW + data

/** So many bytes leave room for the hash of a monitor, and for the place in a list. */
const LISTED_BYTES_MAX = 31

/** False for fields that are too long for the buttons of a list of monitors. */
export const fitsInList = <A extends Action>(action: A, fields: Given<A>): boolean =>
  Buffer.byteLength(formatFields(action, fields)) <= LISTED_BYTES_MAX

function targetOf(monitor: MonitorId, bytesMax: number): string {
  const target = `${LETTER_OF[monitor.currency]}:${monitorName(monitor)}`
  return Buffer.byteLength(target) <= bytesMax && !target.includes('|') ? target : hashTarget(monitor)
}

/** The hash of a monitor, for a field of a button; `monitorOf` reads it. */
export const hashTarget = (monitor: MonitorId): string =>
  `#${createHash('sha256').update(monitorRef(monitor)).digest('hex').slice(0, HASH_LENGTH)}`

const SHORT_HASH_LENGTH = 8

const shortHashOf = (monitor: MonitorId): string =>
  createHash('sha256').update(monitorRef(monitor)).digest('base64url').slice(0, SHORT_HASH_LENGTH)

/** Several monitors for a field, 8 characters of base64url each; `monitorsOfHashes` reads it. */
export const shortHashesOf = (monitors: readonly MonitorId[]): string => monitors.map(shortHashOf).join('')

/** The monitors among `known` that such a text names, in its order; undefined where one is not known. */
export function monitorsOfHashes(text: string, known: readonly MonitorId[]): MonitorId[] | undefined {
  const hashes = text.match(/.{1,8}/g) ?? []
  const monitors = hashes.flatMap((hash) => known.find((monitor) => shortHashOf(monitor) === hash) ?? [])
  return monitors.length === hashes.length ? monitors : undefined
}

const BUTTON_DATA = /^(\+?)([a-z]+)(?::([^|]+))?(?:\|(.+))?$/

/** Reads what `formatButtonData` wrote; undefined for anything else. */
export function parseButtonData(data: string): ButtonData | undefined {
  if (Buffer.byteLength(data) > DATA_BYTES_MAX) return undefined
  const [, plus, code = '', target, written = ''] = BUTTON_DATA.exec(data) ?? []
  const action = ACTION_OF.get(code)
  if (action === undefined) return undefined
  const { monitor } = ACTIONS[action]
  if (monitor !== 'maybe' && (monitor === 'always') !== (target !== undefined)) return undefined
  const fields = parseFields(action, written)
  const ends = { ...(target !== undefined && { target }), ...(plus && { isBelow: true }) }
  return fields && ({ action, fields, ...ends } as ButtonData)
}

/** The monitor among `known` that a button names; a button cannot name any other. Earlier versions wrote longer hashes. */
export const monitorOf = (
  { target }: Pick<ButtonData, 'target'>,
  known: readonly MonitorId[],
): MonitorId | undefined =>
  known.find(
    (monitor) => targetOf(monitor, DATA_BYTES_MAX) === target || target?.startsWith(hashTarget(monitor)),
  )
