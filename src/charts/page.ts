import { readFileSync } from 'node:fs'
import { Renderer } from '@takumi-rs/core'
import { fromHtml } from '@takumi-rs/helpers/html'
import type { Direction } from '../domain/in-force.ts'
import { escapeHtml } from '../words/text.ts'

/** Sizes in pixels; a phone shows the picture at about a third of them. */
export const WIDTH = 1080

/** Two subsets of one font; a letter that the first lacks is taken from the second. */
const SUBSETS = ['latin', 'latin-ext']
const PACKAGE = import.meta.resolve('@fontsource/inter/package.json')
// The same picture is rarely drawn twice, so a cache of its parts would only take memory.
const renderer = new Renderer({ cacheMaxBytes: 0 })
for (const name of SUBSETS) {
  for (const weight of [400, 600, 700]) {
    const data = readFileSync(new URL(`files/inter-${name}-${weight}-normal.woff2`, PACKAGE))
    await renderer.registerFont({ name, weight, data })
  }
}

/** Characters that our font lacks: they would be drawn as boxes. */
const UNDRAWABLE = /[^\u0020-\u007e\u00a0-\u024f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/gu

/** HTML of a text on one line, without what the font cannot draw. */
export const htmlOf = (text: string): string =>
  escapeHtml(text.normalize('NFC').replace(UNDRAWABLE, ' ').replace(/\s+/g, ' ').trim())

export interface Size {
  readonly width: number
  readonly height: number
}

interface Page {
  readonly height: number
  readonly css: string
  /** Indices of children that lead from the page to its plot, one for each level. */
  readonly plot: readonly number[]
  /** The HTML for a plot of this size. */
  readonly write: (plot: Size) => string
}

/** Rough size of a plot, for choosing the labels beside it before it is measured. */
const ROUGHLY: Size = { width: 800, height: 400 }

/**
 * Draws a page as PNG, 1080 pixels wide, off the event loop. It is laid out without shapes before, to measure the room left for
 * its plot: twice, as the labels beside the plot depend on its height.
 */
export async function paint({ height, css, plot, write }: Page): Promise<Buffer> {
  const options = { width: WIDTH, height, css: [COMMON, css], fontFamilies: SUBSETS }
  const measure = async (size: Size): Promise<Size> => {
    const texts = write(size).replace(/<svg.*?<\/svg>/gs, '')
    let part = await renderer.measure(fromHtml(texts).node, options)
    for (const at of plot) part = part.children[at] ?? part
    return part
  }
  const size = await measure(await measure(ROUGHLY))
  return renderer.render(fromHtml(write(size)).node, options)
}

const COMMON = `
p, b { margin: 0; white-space: nowrap }
.page { width: 100%; height: 100%; display: flex; flex-direction: column; background: var(--paper); color: var(--text);
  --ground: var(--paper) }
.row { display: flex; align-items: center }
.space { flex: 1 }
.quiet { color: var(--quiet) }
.cut { overflow: hidden; text-overflow: ellipsis; min-width: 0 }
.fit { text-fit: shrink; min-width: 0 }
.badge { font-size: 26px; font-weight: 700; padding: 7px 16px; border-radius: 10px; margin-left: 28px;
  color: var(--simulated); background: var(--simulatedPaper) }
.up, .down { width: .68em; height: .58em; margin-right: .27em; background: var(--text) }
.up { clip-path: polygon(50% 0, 100% 100%, 0 100%) }
.down { clip-path: polygon(50% 100%, 100% 0, 0 0) }
.ticks { display: grid; align-items: start; text-align: right; color: var(--quiet) }
.ticks p { grid-area: 1 / 1; position: relative; transform: translateY(-50%) }
.plot { position: relative }
.plot svg { position: absolute; inset: 0; overflow: visible }
.level { position: absolute; width: 100%; height: 2px; background: var(--grid) }
.axis { background: var(--axis) }
.start { height: 0; border-top: 3px dotted var(--quiet); background: none }
.dot { position: absolute; width: 20px; height: 20px; border-radius: 50%; transform: translate(-50%, -50%);
  box-shadow: 0 0 0 4px var(--ground) }
.small { width: 12px; height: 12px }
`

/** A change as it is written, and which way it went. */
export interface WrittenChange {
  readonly text: string
  readonly direction: Direction
}

/** A change with its arrow. A rising dollar is no good news: it has no colour of its own. */
export const writeChange = ({ text, direction }: WrittenChange): string =>
  direction === 'same' ? `<p class="quiet">${text}</p>` : `<div class="${direction}"></div><p>${text}</p>`

/** The badge of simulated prices, at the end of a row. */
export const writeBadge = (badge: string | undefined): string =>
  badge === undefined ? '' : `<div class="space"></div><p class="badge">${badge}</p>`

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
export const DARK: Ink = {
  paper: '#0f1620',
  text: '#f3f6fa',
  quiet: '#9aa8b7',
  grid: '#1f2a37',
  axis: '#3c4a5a',
  simulated: '#ffcf70',
  simulatedPaper: '#3a2e10',
  lines: ['#3a86ff', '#ffa033', '#2ee6b6', '#f4b6ff'],
}

/** The colours as CSS variables. */
export const cssOf = (ink: Ink): string =>
  `.page { ${Object.entries(ink)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ')} }`
