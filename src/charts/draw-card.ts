import { formatDecimal } from '../domain/decimal.ts'
import { CARD_HEIGHT, type CardProduct, type CardRate, type CardView, type Theme } from './card.ts'
import { carryForward } from './chart.ts'
import { cssOf, DARK, htmlOf, type Ink, LIGHT, paint, type Size, writeBadge, writeChange } from './page.ts'
import { createAxes, fillBetween, valueRangeOf, writePlot, writeTicks } from './plot.ts'
import { dayNumber, valueTicks } from './ticks.ts'

/** Products of a short list, which leaves room around it. */
const FEW = 6

/** Draws today's card as PNG, off the event loop. */
export function drawCard(view: CardView): Promise<Buffer> {
  const { shape, theme, products, rates, heading, day, hour, badge } = view
  const ink = INK[theme]
  const isTall = shape === 'tall'
  const shown = rates.map((rate, at) =>
    writeRate(rate, ink.rates[at] ?? ink.text, at === 0 && (isTall || products.length === 0)),
  )
  const room = products.length === 0 ? '' : products.length > FEW ? 'sells full' : 'sells'
  return paint({
    height: CARD_HEIGHT[shape],
    css: cssOf(ink) + CSS,
    plot: [2, 1, 1],
    write: (plot) => `<div class="page card ${shape} ${room}">
      <div><p class="heading fit">${htmlOf(heading)}</p>
      <div class="row day"><p class="cut">${day} · ${hour}</p>${writeBadge(badge)}</div></div>
      <div class="rates">${shown.join('')}</div>
      ${writeMonth(view, plot, ink)}${writeProducts(view)}
      <p class="foot fit">${htmlOf(view.foot)}</p></div>`,
  })
}

const CSS = `
.card { padding: 98px 64px 36px; gap: 26px;
  background: linear-gradient(90deg, #f7c600 33.33%, #0b3b8c 33.33% 66.66%, #cf142b 66.66%) 0 0 / 100% 14px no-repeat var(--paper);
  --ground: var(--panel) }
.square { padding: 44px 48px 28px; gap: 20px }
.heading { font-size: 76px; font-weight: 700; letter-spacing: -.02em }
.square .heading { font-size: 58px }
.day { font-size: 38px; color: var(--quiet); padding: 4px 0 14px }
.square .day { font-size: 32px; padding: 0 }
.panel { background: var(--panel); border: 2px solid var(--edge); border-radius: 32px; padding: 32px 42px;
  display: flex; flex-direction: column; justify-content: space-between; flex: 1 1 0; min-width: 0 }
.rates { display: flex; flex-wrap: wrap; gap: inherit }
.name { font-size: 30px; font-weight: 600; color: var(--quiet) }
.name .dot { position: static; transform: none; background: var(--line); margin-right: .43em; flex: none; width: .52em; height: .52em }
.price { font-size: 84px; font-weight: 700; letter-spacing: -.025em }
.price span { font-size: .46em; font-weight: 600; letter-spacing: 0; color: var(--quiet) }
.below { font-size: 27px; font-weight: 600; min-height: 33px }
.wide { flex: none; width: 100% }
.wide .name { font-size: 40px }
.wide .price { font-size: 176px; line-height: 1.25 }
.square .wide .price, .sells .wide .price { font-size: 120px; line-height: 1.1 }
.square .wide, .sells .wide { padding: 26px 42px }
.wide .below, .wide .change { font-size: 36px; color: var(--text) }
.narrow { padding: 22px 26px; height: 270px }
.square .narrow, .sells .narrow { height: 194px }
.month { padding: 28px 42px 20px; gap: 14px }
.month .row { font-size: 30px; color: var(--quiet) }
.gap { font-size: 44px; font-weight: 700; color: var(--text) }
.square .month { padding: 18px 36px 14px; gap: 8px }
.square .month .row { font-size: 26px }
.square .gap { font-size: 36px }
.lines-row { flex: 1; display: grid; grid-template-columns: auto 1fr 14px; font-size: 26px }
.ticks { padding-right: 14px }
.month .ends { font-size: 26px; justify-content: space-between }
.full .ends { display: none }
.products { flex: none; padding: 26px 42px 14px }
.products .title { font-size: 36px; font-weight: 600; color: var(--quiet); padding-bottom: 16px }
.product { height: 76px; border-top: 2px solid var(--grid); font-size: 34px }
.full .product { height: 54px }
.product div { flex: 1; display: flex; justify-content: space-between; min-width: 0; gap: 20px }
.dollars { font-size: .94em; color: var(--quiet) }
.sum { font-size: 36px; font-weight: 700; text-align: right; padding-left: 20px }
.square .products { padding: 8px 28px; display: grid; grid-template-columns: 1fr 1fr; column-gap: 56px }
.square .product { height: 66px; font-size: 27px; line-height: 1.1 }
.square .product div { flex-direction: column; gap: 0 }
.square .products .title { display: none }
.square .dollars { font-size: 22px }
.square .sum { font-size: 30px }
.foot { font-size: 28px; color: var(--quiet); text-align: center }
.square .foot { font-size: 24px }
`

/** A rate: its name, its price, and below how it changed or from when another one holds. */
function writeRate(rate: CardRate, colour: string, isWide: boolean): string {
  const note = isWide ? rate.note : rate.shortNote
  const change = rate.change ? `<div class="row change">${writeChange(rate.change)}</div>` : ''
  const below =
    note === undefined && !isWide
      ? change
      : `<p class="fit" style="color:${colour}">${htmlOf(note ?? '')}</p>`
  return `<div class="panel ${isWide ? 'wide' : 'narrow'}" style="--line:${colour}">
    <div class="row name"><div class="dot"></div><p class="fit">${htmlOf(rate.title)}</p>
      ${isWide ? `<div class="space"></div>${change}` : ''}</div>
    <p class="price fit"><span>Bs. </span>${rate.price}</p>
    <div class="row below">${below}</div></div>`
}

/** The products in bolivares, in one column, or in two on a square card. */
function writeProducts({ products, productsTitle }: CardView): string {
  if (products.length === 0) return ''
  const sumWidth = Math.max(...products.map(({ bolivares }) => bolivares.length)) * 0.6
  const rows = products.map(
    ({ name, price, bolivares }: CardProduct) => `<div class="row product">
      <div><p class="cut">${htmlOf(name)}</p><p class="dollars">${price}</p></div>
      <p class="sum" style="min-width:${sumWidth}em">${bolivares}</p></div>`,
  )
  return `<div class="panel products"><p class="title">${productsTitle}</p>${rows.join('')}</div>`
}

const PIXELS_PER_VALUE = 120

/** The months of the rates that have one: the official one in steps, as it holds for whole days. */
function writeMonth(view: CardView, size: Size, ink: CardInk): string {
  const days = { from: dayNumber(view.from), to: dayNumber(view.to) }
  const lines = view.rates
    .map(({ month }, index) => ({
      values: carryForward({ label: '', points: month }, days),
      isStepped: index === 0,
      colour: ink.rates[index] ?? ink.text,
    }))
    .filter(({ values }) => values.length > 1)
  const range = valueRangeOf(lines.map(({ values }) => values))
  const axes = createAxes(size, days, range)
  const format = (value: number, places: number): string => formatDecimal(String(value), places, view.numbers)
  const ticks =
    size.height < 2 * PIXELS_PER_VALUE ? [] : valueTicks(range, size.height / PIXELS_PER_VALUE, format)
  const [first, second] = lines
  const shade = first && second ? fillBetween(axes, lines, second.colour) : ''
  const title = view.gap === undefined ? '' : `<p class="gap">${view.gap}</p><div class="space"></div>`
  const plot = `${writeTicks(axes, ticks)}<div class="plot">${writePlot(axes, { ticks, shade, lines: lines.toReversed() })}</div>`
  return `<div class="panel month"><div class="row">${title}<p>${view.monthTitle}</p></div>
    <div class="lines-row">${lines.length > 0 ? plot : ''}</div>
    <div class="row ends"><p>${view.ends[0]}</p><p>${view.ends[1]}</p></div></div>`
}

/** The colours of a card: those of charts, with panels on the paper. */
interface CardInk extends Ink {
  readonly panel: string
  readonly edge: string
  /** Of the rates, the official one first; distinct for every kind of colour vision, and dark enough to be read. */
  readonly rates: readonly string[]
}

const INK: Readonly<Record<Theme, CardInk>> = {
  light: {
    ...LIGHT,
    paper: '#edf1f8',
    panel: '#ffffff',
    edge: '#dfe5ee',
    rates: ['#0050a0', '#c94f00', '#00805e', '#7b1e5b'],
  },
  dark: {
    ...DARK,
    paper: '#0b111d',
    panel: '#172134',
    edge: '#243149',
    rates: ['#6db3ff', '#ffa05c', '#4fd6ae', '#f4b6ff'],
  },
}
