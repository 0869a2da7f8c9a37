/** The colours of a picture. */
export interface Ink {
  readonly paper: string
  readonly text: string
  readonly quiet: string
  readonly grid: string
  readonly axis: string
  readonly up: string
  readonly down: string
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
  up: '#08784a',
  down: '#c0322b',
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
  up: '#34d399',
  down: '#ff7a70',
  simulated: '#ffcf70',
  simulatedPaper: '#3a2e10',
  lines: ['#3a86ff', '#ffa033', '#2ee6b6', '#f4b6ff'],
}

export const inkOf = (isDark: boolean): Ink => (isDark ? DARK : LIGHT)
