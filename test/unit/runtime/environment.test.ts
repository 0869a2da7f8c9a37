import { expect, test } from 'vitest'
import { ENVIRONMENT } from '../../../src/runtime/environment.ts'
import { read } from '../project.ts'

const EXAMPLE = read('.env.example')

/** The variables of `.env.example`, each with the sentence above it and its value. */
const listed = [...EXAMPLE.matchAll(/((?:^# (?!---)(?![A-Z_]+=).+\n)+)# ([A-Z_]+)=(.*)$/gm)].map(
  ([, about = '', name = '', value]) => ({ name, about, value }),
)
const [start = ''] = EXAMPLE.split('# ---')
/** Their values are examples, as the first lines say. */
const EXAMPLES = Object.keys(ENVIRONMENT.shape).filter((name) => new RegExp(`\\b${name}\\b`).test(start))

test('.env.example, which npm start -- --help prints, has a sentence and the default of each variable', () => {
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(ENVIRONMENT.shape))
  expect(listed.filter(({ about }) => !/\.\n$/.test(about))).toEqual([])
  const others = listed.filter(({ name, value }) => {
    const fallback = Reflect.get(ENVIRONMENT.shape, name).parse(undefined)
    return value !== String(fallback ?? '')
  })
  expect(others.map(({ name }) => name)).toEqual(EXAMPLES)
})

test('.env.example fits a terminal of 100 columns', () => {
  expect(EXAMPLE.split('\n').filter((line) => line.length > 100)).toEqual([])
})
