import { EN } from '../../../src/language/lexicon/en.ts'
import type { Lexicon } from '../../../src/language/lexicon/es.ts'

const none = <Meaning extends string>(of: Readonly<Record<Meaning, string>>): Record<Meaning, string> =>
  Object.fromEntries(Object.keys(of).map((meaning) => [meaning, ''])) as Record<Meaning, string>

/** Some of what people type in Esperanto. */
export const EO: Lexicon = {
  ...EN,
  words: {
    ...none(EN.words),
    dollars: 'dolaro dolaroj dolaron',
    euros: 'euroj',
    bolivares: 'bolivaroj',
    to: 'en',
    and: 'kaj',
    plus: 'kaj plus',
    times: 'oble',
    gap: 'diferenco',
    glue: 'la de',
    alert: 'avertu averto',
    alertNoun: 'averton',
    if: 'se kiam',
    above: 'superas super',
    below: 'sub',
    once: 'unufoje',
    cooldown: 'ciu',
    until: 'gis',
    history: 'grafikajo grafikajon',
    charge: 'fakturu',
    pays: 'pagas',
    asking: 'kiom',
    fillers: 'la de estas kostas min mi',
    price: 'kurzo kurzon',
  },
  phrases: { ...none(EN.phrases), official: 'oficiala', parallel: 'paralela', greetings: 'saluton' },
  days: { hodiau: 0, hierau: -1 },
  periods: { tago: 1, tagoj: 1, semajno: 7, jaro: 365 },
  numerals: { du: 2, kvin: 5, dek: 10, dudek: 20, tridek: 30 },
  scales: { mil: 1_000 },
}
