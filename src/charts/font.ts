import { readFileSync } from 'node:fs'
import { GlobalFonts } from '@napi-rs/canvas'

const PACKAGE = import.meta.resolve('@fontsource/inter/package.json')

/** Two subsets of one font: a letter that the first lacks is taken from the second. */
const FAMILIES = [
  { family: 'Tasa Inter', subset: 'latin' },
  { family: 'Tasa Inter Extended', subset: 'latin-ext' },
] as const
const WEIGHTS = [400, 600, 700] as const
export type Weight = (typeof WEIGHTS)[number]

const STACK = FAMILIES.map(({ family }) => `"${family}"`).join(', ')

// Canvas without a font draws no text and says nothing: where a font is missing, no chart is drawn.
for (const { family, subset } of FAMILIES) {
  for (const weight of WEIGHTS) {
    const file = new URL(`files/inter-${subset}-${weight}-normal.woff2`, PACKAGE)
    const key = GlobalFonts.register(readFileSync(file), family)
    if (key === null) throw new Error(`this font cannot be read: ${file.pathname}`)
  }
}

/** The `font` of a canvas; the size is in pixels. */
export const font = (weight: Weight, sizePx: number): string => `${weight} ${sizePx}px ${STACK}`

/** What the font has no letter for: it would be drawn as a box, or by whatever font the machine has. */
const UNDRAWABLE = /[^\u0020-\u007e\u00a0-\u024f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/gu

/** The text with only what the font can draw, on one line. */
export const drawable = (text: string): string =>
  text.normalize('NFC').replace(UNDRAWABLE, ' ').replace(/\s+/g, ' ').trim()
