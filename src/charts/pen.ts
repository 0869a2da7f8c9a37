import { readFileSync } from 'node:fs'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

/** Sizes in pixels of a picture that phones show at about a third of its width: 33 is 11 there. */
export const WIDTH = 1080
export const MARGIN = 44

export const SIZE = { title: 46, figure: 54, label: 34, axis: 31, note: 29 } as const

export const INK = {
  paper: '#ffffff',
  text: '#16202c',
  quiet: '#5c6875',
  grid: '#e7eaee',
  zero: '#aab2bc',
  up: '#0a7d4f',
  down: '#c0392b',
  simulated: '#8a5a00',
  simulatedPaper: '#fff1d6',
} as const

/** Told apart by every kind of colour vision, and each dark enough for white paper: after Okabe and Ito. */
export const LINE_COLOURS = ['#0050a0', '#d55e00', '#009e73', '#7b1e5b'] as const
export const colourOf = (index: number): string => LINE_COLOURS[index % LINE_COLOURS.length] ?? INK.text

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

export type Pen = SKRSContext2D

export interface TextStyle {
  readonly size: number
  readonly colour: string
  readonly weight?: Weight
  readonly align?: 'left' | 'center' | 'right'
  readonly baseline?: 'alphabetic' | 'middle' | 'top'
  /** What surrounds the letters where they may stand on a line. */
  readonly halo?: string
}

export interface Spot {
  readonly x: number
  readonly y: number
}

const HALO_PIXELS = 8

export function write(pen: Pen, text: string, { x, y }: Spot, style: TextStyle): void {
  pen.font = font(style.weight ?? 400, style.size)
  pen.fillStyle = style.colour
  pen.textAlign = style.align ?? 'left'
  pen.textBaseline = style.baseline ?? 'alphabetic'
  if (style.halo !== undefined) {
    pen.strokeStyle = style.halo
    pen.lineWidth = HALO_PIXELS
    pen.lineJoin = 'round'
    pen.strokeText(text, x, y)
  }
  pen.fillText(text, x, y)
}

/** Width in pixels. */
export function widthOf(pen: Pen, text: string, size: number, weight: Weight = 400): number {
  pen.font = font(weight, size)
  return pen.measureText(text).width
}

/** The text as far as it fits, with `…` where it does not. */
export function clipTo(pen: Pen, text: string, style: TextStyle, widthMax: number): string {
  const isFitting = (candidate: string): boolean =>
    widthOf(pen, candidate, style.size, style.weight) <= widthMax
  if (isFitting(text)) return text
  const letters = [...text]
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isFitting(`${letters.slice(0, middle).join('').trimEnd()}…`)) low = middle
    else high = middle - 1
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`
}

export interface Stroke {
  readonly colour: string
  readonly width: number
  readonly dash?: readonly number[]
}

export function rule(pen: Pen, from: Spot, to: Spot, { colour, width, dash = [] }: Stroke): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.setLineDash([...dash])
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  pen.stroke()
  pen.setLineDash([])
}

/** A dot with a ring of paper around it, so that it stands on any line. */
export function dot(pen: Pen, { x, y }: Spot, colour: string, paper: string, radius: number): void {
  for (const [fill, size] of [
    [paper, radius + 4],
    [colour, radius],
  ] as const) {
    pen.fillStyle = fill
    pen.beginPath()
    pen.arc(x, y, size, 0, 2 * Math.PI)
    pen.fill()
  }
}
