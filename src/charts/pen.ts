import { readFileSync } from 'node:fs'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import type { Direction } from '../domain/in-force.ts'
import type { PlacedPrice } from './chart.ts'
import type { DayRange } from './ticks.ts'

/** Sizes in pixels; a phone shows the picture at about a third of them. */
export const WIDTH = 1080
export const MARGIN = 44

export const SIZE = { title: 46, figure: 88, change: 44, label: 36, axis: 32, note: 30 } as const

const PACKAGE = import.meta.resolve('@fontsource/inter/package.json')

/** Two subsets of one font; the canvas takes a letter that the first lacks from the second. */
const FAMILIES = [
  { family: 'Tasa Inter', subset: 'latin' },
  { family: 'Tasa Inter Extended', subset: 'latin-ext' },
] as const
const WEIGHTS = [400, 600, 700] as const
type Weight = (typeof WEIGHTS)[number]

const STACK = FAMILIES.map(({ family }) => `"${family}"`).join(', ')

// The canvas draws no text and raises no error without a font, so a missing font must fail here.
for (const { family, subset } of FAMILIES) {
  for (const weight of WEIGHTS) {
    const file = new URL(`files/inter-${subset}-${weight}-normal.woff2`, PACKAGE)
    const key = GlobalFonts.register(readFileSync(file), family)
    if (key === null) throw new Error(`this font cannot be read: ${file.pathname}`)
  }
}

/** Value for the canvas property `font`. */
const font = (weight: Weight, sizePx: number): string => `${weight} ${sizePx}px ${STACK}`

/** Characters that our font lacks: they would be drawn as boxes or in a font of the machine. */
const UNDRAWABLE = /[^\u0020-\u007e\u00a0-\u024f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/gu

/** Removes what the font cannot draw, and puts the text on one line. */
export const toDrawableText = (text: string): string =>
  text.normalize('NFC').replace(UNDRAWABLE, ' ').replace(/\s+/g, ' ').trim()

export type Pen = SKRSContext2D

/** Canvases by their height, reused: the garbage collector does not count the megabytes that each holds outside of the heap. */
const spare = new Map<number, Canvas[]>()
const SPARE_MAX = 2

/** Draws a picture, 1080 pixels wide; the PNG is encoded off the event loop. */
export async function paint(height: number, draw: (pen: Pen) => void): Promise<Buffer> {
  const unused = spare.get(height) ?? []
  spare.set(height, unused)
  const canvas = unused.pop() ?? createCanvas(WIDTH, height)
  draw(canvas.getContext('2d'))
  const png = await canvas.encode('png')
  if (unused.length < SPARE_MAX) unused.push(canvas)
  return png
}

export interface TextStyle {
  readonly size: number
  readonly colour: string
  readonly weight?: Weight
  readonly align?: 'left' | 'center' | 'right'
  readonly baseline?: 'alphabetic' | 'middle' | 'top'
  /** Space between letters, as a share of their size. */
  readonly spacing?: number
  /** Colour of the outline that keeps letters readable on a line. */
  readonly halo?: string
}

export interface Position {
  readonly x: number
  readonly y: number
}

const HALO_PIXELS = 8

export function writeText(pen: Pen, text: string, { x, y }: Position, style: TextStyle): void {
  pen.font = font(style.weight ?? 400, style.size)
  pen.fillStyle = style.colour
  pen.textAlign = style.align ?? 'left'
  pen.textBaseline = style.baseline ?? 'alphabetic'
  pen.letterSpacing = `${style.size * (style.spacing ?? 0)}px`
  if (style.halo !== undefined) {
    pen.strokeStyle = style.halo
    pen.lineWidth = HALO_PIXELS
    pen.lineJoin = 'round'
    pen.strokeText(text, x, y)
  }
  pen.fillText(text, x, y)
  pen.letterSpacing = '0px'
}

/** Width in pixels. */
export function widthOf(pen: Pen, text: string, size: number, weight: Weight = 400): number {
  pen.font = font(weight, size)
  return pen.measureText(text).width
}

/** Cuts a text to a width, with `…` at the end of a cut one. */
export function clipText(pen: Pen, text: string, style: TextStyle, widthMax: number): string {
  const isFitting = (candidate: string): boolean =>
    widthOf(pen, candidate, style.size, style.weight) <= widthMax
  if (isFitting(text)) return text
  const letters = [...text]
  const clipped = (): string => `${letters.join('').trimEnd()}…`
  while (letters.length > 0 && !isFitting(clipped())) letters.pop()
  return clipped()
}

interface Stroke {
  readonly colour: string
  readonly width: number
  readonly dash?: readonly number[]
}

export function strokeLine(
  pen: Pen,
  from: Position,
  to: Position,
  { colour, width, dash = [] }: Stroke,
): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.setLineDash([...dash])
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  pen.stroke()
  pen.setLineDash([])
}

/** Draws a dot with a ring in the colour of the paper, so that it is visible on any line. */
export function drawDot(pen: Pen, { x, y }: Position, colour: string, paper: string, radius: number): void {
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

/** Fills the area within these corners. */
export function fillShape(pen: Pen, corners: readonly Position[]): void {
  pen.beginPath()
  for (const { x, y } of corners) pen.lineTo(x, y)
  pen.closePath()
  pen.fill()
}

/** Draws a triangle that points up or down. */
function drawArrow(pen: Pen, { x, y }: Position, size: number, tip: 1 | -1, colour: string): void {
  pen.fillStyle = colour
  const base = y - tip * size * 0.8
  fillShape(pen, [
    { x: x - size, y: base },
    { x: x + size, y: base },
    { x, y: y + tip * size * 0.9 },
  ])
}

/** A change as it is written, and which way it went. */
export interface WrittenChange {
  readonly text: string
  readonly direction: Direction
}

/** Of the size of the text, what the arrow of a change takes. */
const ARROW_SHARE = 0.95

/** Draws a change with its arrow, from a point or up to it; returns the width that it takes. */
export function drawChange(
  pen: Pen,
  { x, y }: Position,
  { text, direction }: WrittenChange,
  { size, ink, align }: { readonly size: number; readonly ink: Ink; readonly align: 'left' | 'right' },
): number {
  const arrow = direction === 'same' ? 0 : size * ARROW_SHARE
  const width = arrow + widthOf(pen, text, size, 600)
  const left = align === 'left' ? x : x - width
  // A rising dollar is no good news: a change has no colour of its own.
  const colour = direction === 'same' ? ink.quiet : ink.text
  const tip = direction === 'up' ? -1 : 1
  if (arrow > 0) drawArrow(pen, { x: left + size * 0.36, y: y - size * 0.36 }, size * 0.34, tip, colour)
  writeText(pen, text, { x: left + arrow, y }, { size, colour, weight: 600 })
  return width
}

const BADGE_SIZE = 26
const BADGE_HEIGHT = 46

/** Draws the badge of simulated prices up to a right border, in a line of text; returns the width that it takes. */
export function drawBadge(pen: Pen, { x: right, y }: Position, badge: string, ink: Ink): number {
  const width = widthOf(pen, badge, BADGE_SIZE, 700) + 32
  pen.fillStyle = ink.simulatedPaper
  pen.beginPath()
  pen.roundRect(right - width, y - 32, width, BADGE_HEIGHT, 10)
  pen.fill()
  const style = { size: BADGE_SIZE, colour: ink.simulated, weight: 700 } as const
  writeText(pen, badge, { x: right - width + 16, y }, style)
  return width + 28
}

/** The height of a plot, in pixels of the picture. */
export interface Place {
  readonly top: number
  readonly bottom: number
}

/** A rectangle of the picture, in pixels. */
export interface Box extends Place {
  readonly left: number
  readonly right: number
}

/** Scales that turn a day and a value into pixels of a box. */
export interface Axes {
  readonly box: Box
  readonly x: (day: number) => number
  readonly y: (value: number) => number
}

/** Space above the highest and below the lowest value for their labels, as shares of the height between them. */
const ROOM_ABOVE = 0.14
const ROOM_BELOW = 0.18

export interface ValueRange {
  readonly low: number
  readonly high: number
}

/** The values an axis covers: below zero only if a value is, and including zero if `withZero`. */
export function valueRangeOf(lines: readonly (readonly PlacedPrice[])[], withZero = false): ValueRange {
  const values = [...(withZero ? [0] : []), ...lines.flat().map(({ value }) => value)]
  if (values.length === 0) return { low: 0, high: 1 }
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const height = high - low || Math.abs(high) * 0.02 || 1
  const floor = low < 0 ? Number.NEGATIVE_INFINITY : 0
  return { low: Math.max(floor, low - height * ROOM_BELOW), high: high + height * ROOM_ABOVE }
}

/** Scales for these days and values; a single day stands in the middle of the box. */
export function createAxes(box: Box, { from, to }: DayRange, { low, high }: ValueRange): Axes {
  const perDay = (box.right - box.left) / (to - from || 1)
  const perUnit = (box.bottom - box.top) / (high - low)
  return {
    box,
    x: (day) => (from === to ? (box.left + box.right) / 2 : box.left + (day - from) * perDay),
    y: (value) => box.bottom - (value - low) * perUnit,
  }
}

/** The colours of a picture. */
export interface Ink {
  readonly paper: string
  readonly text: string
  readonly quiet: string
  readonly grid: string
  readonly axis: string
  readonly simulated: string
  readonly simulatedPaper: string
  /** Those of lines that are compared: distinct for every kind of colour vision, after Okabe and Ito. */
  readonly lines: readonly [string, string, string, string]
}

export const LIGHT: Ink = {
  paper: '#ffffff',
  text: '#101828',
  quiet: '#5c6875',
  grid: '#e9ecf0',
  axis: '#c3cad2',
  simulated: '#8a5a00',
  simulatedPaper: '#fff1d6',
  lines: ['#0050a0', '#d55e00', '#009e73', '#7b1e5b'],
}

/** For chats with dark charts: bright lines on a paper that is nearly black. */
const DARK: Ink = {
  paper: '#0f1620',
  text: '#f3f6fa',
  quiet: '#9aa8b7',
  grid: '#1f2a37',
  axis: '#3c4a5a',
  simulated: '#ffcf70',
  simulatedPaper: '#3a2e10',
  lines: ['#3a86ff', '#ffa033', '#2ee6b6', '#f4b6ff'],
}

export const inkOf = (isDark: boolean): Ink => (isDark ? DARK : LIGHT)
