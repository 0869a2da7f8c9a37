import { type Box, type Pen, type Position, type TextStyle, widthOf, writeText } from '../pen.ts'
import type { Theme } from './card.ts'

/** The colours of a card. */
export interface CardInk {
  readonly paper: string
  readonly panel: string
  readonly edge: string
  readonly text: string
  readonly quiet: string
  readonly grid: string
  readonly up: string
  readonly down: string
  readonly badge: readonly [paper: string, text: string]
  /** Of the rates, the official one first; distinct for every kind of colour vision. */
  readonly rates: readonly string[]
}

export const CARD_INK: Readonly<Record<Theme, CardInk>> = {
  light: {
    paper: '#edf1f8',
    panel: '#ffffff',
    edge: '#dfe5ee',
    text: '#131c2b',
    quiet: '#5b6678',
    grid: '#e9edf3',
    up: '#0a7d4f',
    down: '#c0392b',
    badge: ['#fff1d6', '#8a5a00'],
    rates: ['#0050a0', '#c94f00', '#00805e'],
  },
  dark: {
    paper: '#0b111d',
    panel: '#172134',
    edge: '#243149',
    text: '#f3f6fb',
    quiet: '#a3b0c4',
    grid: '#263450',
    up: '#4ade9a',
    down: '#ff8a7a',
    badge: ['#4a3508', '#ffd27a'],
    rates: ['#6db3ff', '#ffa05c', '#4fd6ae'],
  },
}

const RADIUS = 32

/** Draws the rounded ground of a part of the card. */
export function drawPanel(pen: Pen, { left, right, top, bottom }: Box, { panel, edge }: CardInk): void {
  pen.fillStyle = panel
  pen.strokeStyle = edge
  pen.lineWidth = 2
  pen.beginPath()
  pen.roundRect(left, top, right - left, bottom - top, RADIUS)
  pen.fill()
  pen.stroke()
}

/** The largest size at which a text fits a width, from `size` down. */
export function fitSize(pen: Pen, text: string, { size, weight }: TextStyle, widthMax: number): number {
  const width = widthOf(pen, text, size, weight)
  return width <= widthMax ? size : Math.floor((size * widthMax) / width)
}

/** Writes an amount of bolivares, `Bs.` half as large as the figure; returns its width. */
export function writeBolivares(
  pen: Pen,
  figure: string,
  at: Position,
  { size, colour, quiet }: { readonly size: number; readonly colour: string; readonly quiet: string },
): number {
  const sign = { size: Math.round(size * 0.46), colour: quiet, weight: 600 } as const
  const left = widthOf(pen, 'Bs.', sign.size, 600) + size * 0.14
  writeText(pen, 'Bs.', at, sign)
  pen.letterSpacing = `${-size * 0.025}px`
  const width = widthOf(pen, figure, size, 700)
  writeText(pen, figure, { x: at.x + left, y: at.y }, { size, colour, weight: 700 })
  pen.letterSpacing = '0px'
  return left + width
}

/** The size at which an amount of bolivares fits a width. */
export function fitBolivares(pen: Pen, figure: string, size: number, widthMax: number): number {
  const width = widthOf(pen, 'Bs.', size * 0.46, 600) + size * 0.14 + widthOf(pen, figure, size, 700)
  return width <= widthMax ? size : Math.floor((size * widthMax) / width)
}

/** Draws a triangle that points up or down. */
export function drawArrow(pen: Pen, { x, y }: Position, size: number, tip: 1 | -1, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.moveTo(x - size, y - tip * size * 0.8)
  pen.lineTo(x + size, y - tip * size * 0.8)
  pen.lineTo(x, y + tip * size * 0.9)
  pen.closePath()
  pen.fill()
}
