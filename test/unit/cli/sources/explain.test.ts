import { describe, expect, test } from 'vitest'
import { explainFailure, explainUnreadable } from '../../../../src/cli/sources/explain.ts'
import { AnswerProblem, PageProblem } from '../../../../src/service/sources/source.ts'

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code })

describe('a source that fails', () => {
  test.each([
    [
      'answers 403',
      new AnswerProblem(403),
      'answers 403: it may want another User-Agent, or blocks the address of this machine',
    ],
    ['answers 503', new AnswerProblem(503), 'answers 503: its server has a fault'],
    ['answers 418', new AnswerProblem(418), 'answers 418'],
    ['has no host', coded('ENOTFOUND'), 'DNS knows no such host (ENOTFOUND)'],
    ['is slow', new DOMException('The operation timed out', 'TimeoutError'), 'it did not answer in time'],
    [
      'has a chain that nothing completes',
      new PageProblem('no certificate of the issuer CN=R36', {
        cause: coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      }),
      'its TLS chain is broken and could not be completed: no certificate of the issuer CN=R36',
    ],
    [
      'has a chain of a stranger',
      coded('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'),
      'its TLS chain ends at an authority that is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
    ],
    ['answers nonsense', new PageProblem('the page is not JSON'), 'the page is not JSON'],
    ['fails in a way that nobody knows', coded('EWEIRD', 'odd'), 'odd'],
  ])('and %s is explained in plain words', (_what, error, words) => {
    expect(explainFailure(error)).toBe(words)
  })
})

describe('an answer without a price', () => {
  test.each([
    ['nothing at #dolar strong', 'nothing at #dolar strong: its answer has changed'],
    ['the list is empty', 'the list is empty: it may want the User-Agent of a browser'],
    ['no price above zero at /usd: "x"', 'no price above zero at /usd: "x"'],
    [undefined, 'it says nothing of this monitor'],
  ])('%j is explained in plain words', (reason, words) => {
    expect(explainUnreadable(reason)).toBe(words)
  })
})
