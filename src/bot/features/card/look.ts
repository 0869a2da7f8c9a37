import { SHAPES, type Shape, THEMES, type Theme } from '../../../charts/card/card.ts'
import { wordsFor } from '../../../parse/lexicon.ts'
import { FILLERS, IMAGE } from '../../../parse/request/vocabulary.ts'
import { withoutAccents } from '../../../parse/tokens.ts'

/** The format and the colours of a card. */
export interface Look {
  readonly shape: Shape
  readonly theme: Theme
}

export const USUAL_LOOK: Look = { shape: 'tall', theme: 'light' }
export type LookName = `${Shape}-${Theme}`

export const LOOKS: readonly Look[] = SHAPES.flatMap((shape) => THEMES.map((theme) => ({ shape, theme })))

export const nameOfLook = ({ shape, theme }: Look): LookName => `${shape}-${theme}`

/** Reads what `nameOfLook` wrote; undefined for anything else. */
export const parseLook = (name: string | undefined): Look | undefined =>
  LOOKS.find((look) => nameOfLook(look) === name)

/** What follows `/image`: a look, automatic posts on or off, or the shop. */
export type ImageRequest =
  | { readonly kind: 'show'; readonly look: Look | undefined }
  | { readonly kind: 'auto'; readonly isOn: boolean }
  | { readonly kind: 'shop' }

const AUTO = ['auto', 'automatica', 'automatico']
const OFF = ['off', 'no', 'quitar']
const SHOP = ['tienda', 'negocio', 'productos', 'shop', 'store', 'products']
const SHAPE_WORDS: ReadonlyMap<string, Shape> = new Map([
  ['cuadrada', 'square'],
  ['cuadrado', 'square'],
  ['square', 'square'],
  ['vertical', 'tall'],
  ['tall', 'tall'],
])
const THEME_WORDS: ReadonlyMap<string, Theme> = new Map([
  ['oscura', 'dark'],
  ['oscuro', 'dark'],
  ['dark', 'dark'],
  ['clara', 'light'],
  ['claro', 'light'],
  ['light', 'light'],
])

const bare = (text: string): string => withoutAccents(text.toLowerCase())
const ABOUT_IMAGE: ReadonlySet<string> = new Set([
  ...[...AUTO, ...OFF, ...SHOP, ...SHAPE_WORDS.keys(), ...THEME_WORDS.keys()],
  ...[...IMAGE, ...wordsFor('imageFillers')],
])

const NAME_WORDS_MIN = 2

/** Whether words may be the name of a shop: none says something of the picture, and some are known to nobody. */
export function isShopName(text: string): boolean {
  const words = bare(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  const unknown = words.filter((word) => !FILLERS.has(word))
  return unknown.length >= NAME_WORDS_MIN && !words.some((word) => ABOUT_IMAGE.has(word))
}

/** The words of a look at the beginning of a text, and the rest of it. */
export function splitLook(text: string): { readonly look: string; readonly rest: string } {
  const words = text.trim().split(/(?<=\s)/)
  const isOfLook = (word: string): boolean =>
    [SHAPE_WORDS, THEME_WORDS].some((known) => known.has(bare(word).trim()))
  const end = words.findIndex((word) => !isOfLook(word))
  const at = end < 0 ? words.length : end
  return { look: words.slice(0, at).join(''), rest: words.slice(at).join('') }
}

/** Reads the words after `/image`; others are ignored. `own` is the look of the chat. */
export function parseImage(text: string, own: Look): ImageRequest {
  const words = bare(text).split(/\s+/)
  const hasAny = (names: readonly string[]): boolean => words.some((word) => names.includes(word))
  if (hasAny(AUTO)) return { kind: 'auto', isOn: !hasAny(OFF) }
  if (hasAny(SHOP)) return { kind: 'shop' }
  const shape = words.map((word) => SHAPE_WORDS.get(word)).find((one) => one !== undefined)
  const theme = words.map((word) => THEME_WORDS.get(word)).find((one) => one !== undefined)
  const isChosen = shape !== undefined || theme !== undefined
  return {
    kind: 'show',
    look: isChosen ? { shape: shape ?? own.shape, theme: theme ?? own.theme } : undefined,
  }
}
