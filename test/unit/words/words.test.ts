import { expect, test } from 'vitest'
import { en } from '../../../src/words/en.ts'
import { es } from '../../../src/words/es.ts'
import { menuOf } from '../../../src/words/words.ts'

const DAY = '2026-03-13'
const CLOCK_TIME = { hour: 13, minute: 5 }
/** A phrase is tried with each of these for all its placeholders, until one makes sense. */
const PLACEHOLDERS = [DAY, CLOCK_TIME, 30]

/** Every phrase by its path, its placeholders filled. */
function phrasesOf(words: unknown, path = ''): [path: string, phrase: string][] {
  if (typeof words === 'string') return [[path, words]]
  if (typeof words === 'function') return [[path, filled(words as (...given: unknown[]) => unknown)]]
  return Object.entries(words as object).flatMap(([name, value]) => phrasesOf(value, `${path}.${name}`))
}

/** What a phone shows of a command in the menu. */
const MENU_LENGTH_MAX = 40
const NONSENSE = /undefined|NaN|\[object|Invalid|null/

function filled(phrase: (...given: unknown[]) => unknown): string {
  for (const placeholder of PLACEHOLDERS) {
    try {
      const text = String(phrase(placeholder, placeholder, placeholder))
      if (!NONSENSE.test(text)) return text
    } catch {
      // It wants another kind of placeholder.
    }
  }
  throw new Error(`no placeholder suits ${phrase}`)
}

const spanish = phrasesOf(es)
const english = phrasesOf(en)
/** Tags, commands, examples to type and placeholders belong to no language. */
const prose = (phrase: string): string =>
  phrase
    .replace(/<code>.*?<\/code>|<[^>]+>/g, ' ')
    .replace(/\/[a-z]+/g, ' ')
    .toLowerCase()

/** Names of commands are checked apart; a short month may be a word elsewhere (`ago`). */
const isProse = ([path]: [string, string]): boolean => !/commands|months/.test(path)

test('every phrase exists in both languages and is not empty', () => {
  const paths = (phrases: [string, string][]) => phrases.map(([path]) => path).toSorted()
  expect(paths(english)).toEqual(paths(spanish))
  for (const [path, phrase] of [...spanish, ...english]) expect(phrase.trim(), path).not.toBe('')
})

test('every phrase has no name of the code in it', () => {
  for (const [path, phrase] of [...spanish, ...english]) {
    expect(phrase, path).not.toMatch(/[a-z]_[a-z]|[a-z][A-Z]|\$\{|\b[A-Z]{2,}_/)
    expect(phrase, path).not.toMatch(/\b(?:monitor|webhook|redis|api|json|http|token|timeout|utc)\b/i)
  }
})

test('every phrase has nothing of the other language in it', () => {
  const ENGLISH =
    /\b(?:the|of|and|is|are|to|with|now|rate|rates|price|prices|day|days|today|since|from|ago|at|on|by|for|this|that|alert|gap|chart|follow|share|you|your|what|which|more|each|every|cancel|stop|help|settings)\b/
  const SPANISH =
    /\b(?:el|la|los|las|del|de|que|con|hoy|ayer|desde|hace|precio|precios|tasa|tasas|para|una|por|esto|aquí|más|cada|alerta|brecha|gráfico|seguir|día|días|cuál|qué)\b/
  for (const [path, phrase] of spanish.filter(isProse)) expect(prose(phrase), path).not.toMatch(ENGLISH)
  for (const [path, phrase] of english.filter(isProse)) expect(prose(phrase), path).not.toMatch(SPANISH)
})

test('every phrase speaks of commands by the names that its language has', () => {
  const ENGLISH = /\/(?:rate|history|changes|convert|gap|alerts|follow|unfollow|settings|help|cancel|pin)\b/
  const SPANISH =
    /\/(?:tasa|historial|cambios|convertir|brecha|alertas|seguir|dejar|ajustes|ayuda|cancelar|fijar)\b/
  for (const [path, phrase] of spanish) expect(phrase, path).not.toMatch(ENGLISH)
  for (const [path, phrase] of english) expect(phrase, path).not.toMatch(SPANISH)
  const commandsOf = (phrases: typeof es): string => `/${Object.values(phrases.commands).join(' /')}`
  expect(commandsOf(es)).not.toMatch(ENGLISH)
  expect(commandsOf(en)).not.toMatch(SPANISH)
})

test('every phrase is short enough for its place', () => {
  for (const phrases of [es, en])
    for (const { command, description } of menuOf(phrases))
      expect([...`/${command}${description}`].length, command).toBeLessThanOrEqual(MENU_LENGTH_MAX)
  for (const { button, alerts } of [es, en])
    for (const [path, caption] of [...phrasesOf(button), ...phrasesOf(alerts.button)])
      expect([...caption].length, path).toBeLessThanOrEqual(32)
})
