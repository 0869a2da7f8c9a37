import { SHAPES, type Shape, THEMES, type Theme } from '../../charts/card/card.ts'
import { WORDS } from '../../language/lexicon.ts'
import { ABOUT_IMAGE } from '../../language/shop.ts'
import { withoutAccents } from '../../language/tokens.ts'

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

const wordsFor = <Meaning extends Shape | Theme>(
  ...meanings: readonly Meaning[]
): ReadonlyMap<string, Meaning> =>
  new Map(meanings.flatMap((meaning) => [...WORDS[meaning]].map((word) => [word, meaning] as const)))
const SHAPE_WORDS = wordsFor<Shape>(...SHAPES)
const THEME_WORDS = wordsFor<Theme>(...THEMES)

const bare = (text: string): string => withoutAccents(text.toLowerCase())

const NAME_WORDS_MIN = 2

/** Whether words may be the name of a shop: none says something of the picture, and some are known to nobody. */
export function isShopName(text: string): boolean {
  const words = bare(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  const unknown = words.filter((word) => !WORDS.fillers.has(word))
  return (
    unknown.length >= NAME_WORDS_MIN && !words.some((word) => ABOUT_IMAGE.some((known) => known.has(word)))
  )
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
  const hasAny = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word))
  if (hasAny(WORDS.auto)) return { kind: 'auto', isOn: !hasAny(WORDS.off) }
  if (hasAny(WORDS.shop)) return { kind: 'shop' }
  const shape = words.map((word) => SHAPE_WORDS.get(word)).find((one) => one !== undefined)
  const theme = words.map((word) => THEME_WORDS.get(word)).find((one) => one !== undefined)
  const isChosen = shape !== undefined || theme !== undefined
  return {
    kind: 'show',
    look: isChosen ? { shape: shape ?? own.shape, theme: theme ?? own.theme } : undefined,
  }
}
