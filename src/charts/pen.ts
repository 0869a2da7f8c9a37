import type { SKRSContext2D } from '@napi-rs/canvas'
import { font, type Weight } from './font.ts'

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
