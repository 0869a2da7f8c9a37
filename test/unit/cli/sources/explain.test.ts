import { expect, test } from 'vitest'
import { explainFailure, explainUnreadable } from '../../../../src/cli/sources/explain.ts'
import { AnswerProblem, PageProblem } from '../../../../src/service/sources/source.ts'

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code })
const chain = { cause: coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE') }

test.each([
  [new AnswerProblem(503), 'answers 503: its server has a fault'],
  [new AnswerProblem(418), 'answers 418'],
  [coded('ENOTFOUND'), 'DNS knows no such host (ENOTFOUND)'],
  [new DOMException('timed out', 'TimeoutError'), 'it did not answer in time'],
  [new PageProblem('no issuer', chain), 'its TLS chain is broken and could not be completed: no issuer'],
  [new PageProblem('the page is not JSON'), 'the page is not JSON'],
  [coded('EWEIRD', 'odd'), 'odd'],
])('a source that fails with %s is explained as %s', (error, words) => {
  expect(explainFailure(error)).toBe(words)
})

test.each([
  ['the list is empty', 'the list is empty: it may want the User-Agent of a browser'],
  ['no price above zero at /usd: "x"', 'no price above zero at /usd: "x"'],
  [undefined, 'it says nothing of this monitor'],
])('an answer without a price, %j, is explained as %s', (reason, words) => {
  expect(explainUnreadable(reason)).toBe(words)
})
