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
