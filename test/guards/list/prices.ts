import type { Guard } from '../guard.ts'

const COMBINE_FILE = 'src/service/collect/combine.ts'
const PUBLISH = 'src/service/history/publish.lua'
const COMBINE = ['test/unit/service/collect/combine.test.ts']
const JUDGE = ['test/unit/service/collect/judge.test.ts', 'test/unit/service/collect/jump.test.ts']
const COLLECT = ['test/unit/service/collect/collect.test.ts', ...JUDGE]
const PUBLISHED = ['test/integration/service/publish.test.ts']
const PAGES = ['test/integration/service/sources/page-request.test.ts']
const SOURCES = ['test/integration/service/sources/contract.test.ts']
const AGENTS = 'src/service/sources/connect/agents.ts'
const INTERMEDIATES = 'src/service/sources/connect/intermediates.ts'
const CHAINS = ['test/integration/service/sources/connect/broken-chain.test.ts']

/** Which prices are believed, and hostile pages. */
export const PRICE_GUARDS: readonly Guard[] = [
  {
    name: 'a jump beyond threefold is held back',
    file: 'src/service/collect/judge.ts',
    text: "  if (jump && !observed.isConfirmed) return { kind: 'held', jump }\n",
    tests: COLLECT,
  },
  {
    name: 'a jump is believed after ten minutes only',
    file: 'src/service/collect/judge.ts',
    text: 'now - since >= (kind.step === undefined ? HELD_MS : STEP_HELD_MS)',
    without: 'since < now',
    tests: JUDGE,
  },
  {
    name: 'a price whose comma was lost is never believed alone',
    file: 'src/service/collect/judge.ts',
    text: '  if (isCommaLost(last, price, kind)) return false\n',
    tests: [...COMBINE, ...JUDGE],
  },
  {
    name: 'an echo confirms no jump',
    file: COMBINE_FILE,
    text: 'other !== one && !haveOneOrigin(other, one)',
    without: 'other !== one',
    tests: COMBINE,
  },
  {
    name: 'a jump the other way begins to wait anew',
    file: 'src/service/collect/judge.ts',
    text: 'held?.direction === direction ? notLaterThan(now, held.since) :',
    without: 'held ? notLaterThan(now, held.since) :',
    tests: JUDGE,
  },
  {
    name: 'a simulated price takes no place of a real one',
    file: 'src/service/collect/judge.ts',
    text: "  if (stored?.simulated === false && simulated) return refuse('simulated, where real prices are stored')\n",
    tests: COLLECT,
  },
  {
    name: 'a price over a year ahead is refused',
    file: 'src/service/collect/judge.ts',
    text: "  if ((observed.lastUpdate ?? now) > now + AHEAD_MS_MAX) return refuse('its time is over a year ahead')\n",
    tests: COLLECT,
  },
  {
    name: 'a source far from the median is left out (outlier)',
    file: COMBINE_FILE,
    text: "  const near = keep(readings, why, (one) => (isFar(priceOf(one), middle) ? 'outlier' : undefined))\n  if (near.length >= options.quorum)",
    without: '  const near = [...readings]\n  if (near.length >= options.quorum)',
    tests: COMBINE,
  },
  {
    name: 'a first source that lies is outvoted by two others',
    file: COMBINE_FILE,
    text: "  return keep(readings, why, (one) => (isFar(priceOf(one), middle) ? 'outlier' : undefined))\n",
    without: '  return [...readings]\n',
    tests: COMBINE,
  },
  {
    name: 'a median needs a quorum',
    file: COMBINE_FILE,
    text: 'good.length >= options.quorum ?',
    without: 'true ?',
    tests: COMBINE,
  },
  {
    name: 'a source that repeats another is no witness (echo)',
    file: COMBINE_FILE,
    text: 'among.some(({ source }) => echoOf.includes(source))',
    without: 'false',
    tests: COMBINE,
  },
  {
    name: 'an old price does not count',
    file: COMBINE_FILE,
    text: "return isOlder(staleAfterMs, { at: timeOf(one), now }) ? 'old' : undefined",
    without: 'return undefined',
    tests: COMBINE,
  },
  {
    name: 'a price that stands still is stale, whatever its stamp says',
    file: 'src/service/history/stored-monitor.ts',
    text: 'stale: isUnread || isStill ||',
    without: 'stale: isUnread ||',
    tests: ['test/unit/service/history/stored-monitor.test.ts'],
  },
  {
    name: 'a price that its server calls stale does not count',
    file: COMBINE_FILE,
    text: "  if (one.observation.stale) return 'stale'\n",
    tests: COMBINE,
  },
  {
    name: 'a price dated too far ahead does not count',
    file: COMBINE_FILE,
    text: "  if (timeOf(one) > now + AHEAD_MS_MAX) return 'ahead'\n",
    tests: COMBINE,
  },
  {
    name: 'another source does not go back behind the stored price',
    file: COMBINE_FILE,
    text: "  if (timeOf(one) < known.lastUpdate) return 'behind'\n",
    tests: COMBINE,
  },
  {
    name: 'a stand-in that has not heard of a correction waits',
    file: COMBINE_FILE,
    text: ' && !isOrRounds(one.before, known.price)',
    without: ' && one.before === undefined',
    tests: COMBINE,
  },
  {
    name: 'there is one official rate a day',
    file: COMBINE_FILE,
    text: "return isOther && standsAfter(one.source, known, order) ? 'behind' : undefined",
    without: 'return undefined',
    tests: COMBINE,
  },
  {
    name: 'a jump of one source is left out where another gives none',
    file: COMBINE_FILE,
    text: "  return keep(readings, why, (one) => (isWild(one) ? 'jump' : undefined))\n",
    without: '  return [...readings]\n',
    tests: COMBINE,
  },
  {
    name: 'two collections at once do not store over each other',
    file: PUBLISH,
    text: "(redis.call('HGET', quotes, change.ref) or '') == change.before",
    without: 'true',
    tests: PUBLISHED,
  },
  {
    name: 'a day that changed meanwhile is not stored over',
    file: PUBLISH,
    text: 'return day == change.dayBefore',
    without: 'return true',
    tests: PUBLISHED,
  },
  {
    name: 'an import leaves days that were collected live',
    file: 'src/service/history/merge.lua',
    text: "before and before:find('[ls]$')",
    without: 'false',
    tests: ['test/integration/service/import.test.ts'],
  },
  {
    name: 'a past from before a redenomination is not believed',
    file: 'src/service/backfill/past.ts',
    text: '.filter(({ lastUpdate }) => lastUpdate >= startOfDay(REDENOMINATION))',
    without: '',
    tests: ['test/unit/service/backfill/past.test.ts'],
  },
  {
    name: 'a page of over 2 MB is refused',
    file: 'src/runtime/http.ts',
    text: '    if (bytes > bytesMax) return undefined\n',
    tests: [...SOURCES, 'test/integration/runtime/http.test.ts'],
  },
  {
    name: 'a page that inflates beyond 2 MB is refused',
    file: 'src/service/sources/decode.ts',
    text: '{ maxOutputLength: bytesMax }',
    without: '{ maxOutputLength: 2 ** 31 }',
    tests: SOURCES,
  },
  {
    name: 'a page that takes too long is given up',
    file: 'src/service/sources/page-request.ts',
    text: 'AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)])',
    without: 'signal',
    tests: SOURCES,
  },
  {
    name: 'a redirect of a public page leads to no address inside',
    file: AGENTS,
    text: '      if (guard.mayConnect(target)) return guarded\n',
    without: '      return guarded\n',
    tests: PAGES,
  },
  {
    name: 'a redirect is judged by the address that was connected to',
    file: AGENTS,
    text: '        if (address === undefined || !isInside(address)) outside.add(hostname)\n',
    tests: PAGES,
  },
  {
    name: 'a name that led outside never leads inside',
    file: AGENTS,
    text: 'outside.length === 0 && wasOutside(host)',
    without: 'false',
    tests: PAGES,
  },
  {
    name: 'a redirect from https to http is not followed',
    file: 'src/service/sources/page-request.ts',
    text: "from.protocol === 'https:' && to.protocol === 'http:'",
    without: 'false',
    tests: ['test/integration/service/sources/connect/broken-chain.test.ts'],
  },
  {
    name: 'a name with addresses inside and outside leads outside',
    file: AGENTS,
    text: 'outside.length > 0 ? outside : all',
    without: 'all',
    tests: PAGES,
  },
  {
    name: 'the certificate of a source is verified',
    file: 'src/service/sources/connect/connector.ts',
    text: 'rejectUnauthorized: true',
    without: 'rejectUnauthorized: false',
    tests: CHAINS,
  },
  {
    name: 'the headers of a page go to its own origin only',
    file: 'src/service/sources/page-request.ts',
    text: "    if (at.origin !== configured.origin) sent = { method: 'GET', body: null, headers: own }\n    else if",
    without: '    if',
    tests: PAGES,
  },
  {
    name: 'redirects end',
    file: 'src/service/sources/page-request.ts',
    text: 'count <= REDIRECTS_MAX',
    without: 'true',
    tests: PAGES,
  },
  {
    name: 'a page that is parsed for too long is given up',
    file: 'src/service/sources/parse/page-parser.ts',
    text: 'AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])',
    without: 'signal',
    tests: ['test/integration/service/sources/page-parser.test.ts'],
  },
  {
    name: 'a page is parsed off the event loop',
    file: 'src/service/sources/parse/page-parser.ts',
    text: "page.kind !== 'html' && page.text.length <= SMALL_JSON_LENGTH_MAX",
    without: 'true',
    tests: ['test/integration/service/sources/page-parser.test.ts'],
  },
  {
    name: 'a self-signed certificate is no intermediate',
    file: INTERMEDIATES,
    text: '  if (certificate.checkIssued(certificate))\n',
    without: '  if (false)\n',
    tests: CHAINS,
  },
  {
    name: 'a certificate of no authority is no intermediate',
    file: INTERMEDIATES,
    text: '  if (!certificate.ca) throw',
    without: '  if (false) throw',
    tests: ['test/unit/service/sources/connect/intermediates.test.ts'],
  },
  {
    name: 'an intermediate has no trust of its own',
    file: INTERMEDIATES,
    text: '  return certificate.toString()\n',
    without: '  return text\n',
    tests: CHAINS,
  },
  {
    name: 'an answer from a cache does not take the place of a newer price',
    file: 'src/prices/outdated-answers.ts',
    text: '      if (isContradiction && !isConfirmed(ref, said, spanMsMin)) return undefined\n',
    tests: ['test/unit/prices/outdated-answers.test.ts'],
  },
  {
    name: 'an answer of the rate API is bounded',
    file: 'src/api/client.ts',
    text: 'readBytes(response.body, BODY_BYTES_MAX)',
    without: 'readBytes(response.body, Number.POSITIVE_INFINITY)',
    tests: ['test/integration/api/client.test.ts', 'test/integration/api/client-history.test.ts'],
  },
]
