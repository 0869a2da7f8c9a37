import type { MessageEntity } from 'grammy/types'

type Kind = MessageEntity['type']
type Span = Pick<MessageEntity, 'offset' | 'length'>

const STYLES: readonly Kind[] = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler']
const QUOTES: readonly Kind[] = ['blockquote', 'expandable_blockquote']
const CODE: readonly Kind[] = ['code', 'pre']
const MARKS_MAX = 100
/** Order of entities with the same span: these first, then detected entities and styles. */
const ORDER: readonly Kind[] = [...QUOTES, 'pre', 'code', 'text_link', 'text_mention']

const endOf = ({ offset, length }: Span): number => offset + length
const overlap = (a: Span, b: Span): boolean => a.offset < endOf(b) && b.offset < endOf(a)
const contains = (outer: Span, inner: Span): boolean =>
  outer.offset <= inner.offset && endOf(inner) <= endOf(outer)

/**
 * Entities nested as Telegram allows it: styles are cut where others begin and end, and are not found in code;
 * of the others, only quotations hold anything else.
 */
export function fixNesting(entities: readonly MessageEntity[]): MessageEntity[] {
  const sorted = inOrder(entities)
  const quotes = withoutOverlaps(sorted.filter(({ type }) => QUOTES.includes(type)))
  const others = withoutOverlaps(sorted.filter(({ type }) => ![...STYLES, ...QUOTES].includes(type)))
  const solid = [...quotes, ...others.filter((one) => quotes.every((quote) => fitsInto(quote, one)))]
  const styles = mergeStyles(sorted.filter(({ type }) => STYLES.includes(type)))
  return inOrder([...solid, ...cutStyles(styles, solid)])
}

/** Keeps the hundred entities that Telegram keeps: styles are dropped first, then the last of the others. */
export function keepMarks(entities: readonly MessageEntity[]): MessageEntity[] {
  const isStyle = ({ type }: MessageEntity): number => Number(STYLES.includes(type))
  return inOrder(entities.toSorted((a, b) => isStyle(a) - isStyle(b)).slice(0, MARKS_MAX))
}

function inOrder(entities: readonly MessageEntity[]): MessageEntity[] {
  return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || rankOf(a) - rankOf(b))
}

function rankOf({ type }: MessageEntity): number {
  const rank = ORDER.indexOf(type)
  if (rank >= 0) return rank
  return ORDER.length + 1 + STYLES.indexOf(type)
}

/** Of entities that overlap or nest, the first. */
function withoutOverlaps(sorted: readonly MessageEntity[]): MessageEntity[] {
  let end = 0
  return sorted.filter((entity) => {
    const isFree = entity.offset >= end
    if (isFree) end = endOf(entity)
    return isFree
  })
}

const fitsInto = (quote: Span, entity: Span): boolean => !overlap(quote, entity) || contains(quote, entity)

/** Merges spans of one style that touch or overlap. */
function mergeStyles(sorted: readonly MessageEntity[]): MessageEntity[] {
  const open = new Map<Kind, MessageEntity>()
  const merged: MessageEntity[] = []
  for (const entity of sorted) {
    const before = open.get(entity.type)
    if (before && entity.offset <= endOf(before))
      before.length = Math.max(endOf(before), endOf(entity)) - before.offset
    else {
      const own = { ...entity }
      open.set(entity.type, own)
      merged.push(own)
    }
  }
  return merged
}

/** Cuts styles at the ends of solid entities and where another style begins; drops pieces inside code. */
function cutStyles(styles: readonly MessageEntity[], solid: readonly MessageEntity[]): MessageEntity[] {
  const cuts = [...solid.flatMap((entity) => [entity.offset, endOf(entity)]), ...styles.map((s) => s.offset)]
  const code = solid.filter(({ type }) => CODE.includes(type))
  return styles
    .flatMap((style) => pieces(style, cuts))
    .filter((piece) => !code.some((entity) => overlap(entity, piece)))
}

function pieces(style: MessageEntity, cuts: readonly number[]): MessageEntity[] {
  const inside = cuts.filter((cut) => style.offset < cut && cut < endOf(style))
  const starts = [...new Set([style.offset, ...inside])].sort((a, b) => a - b)
  return starts.map((offset, index) => ({
    ...style,
    offset,
    length: (starts[index + 1] ?? endOf(style)) - offset,
  }))
}
