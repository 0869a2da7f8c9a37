import { expect, test } from 'vitest'
import { decodePage } from '../../../../../src/service/sources/page-request.ts'
import { isSelector, readHtml } from '../../../../../src/service/sources/parse/html.ts'

/** Reads one place of a page. */
const readAt = (price: string, html: string) => readHtml(html, [{ key: 'usd', price }])

const PAGE = `<div id="dolar"><span> USD</span><strong class="x"> 349,92720000 </strong></div>
  <b data-rate="36,5" content="2026-01-22T00:00:00-04:00">nada</b><i>1</i><i>2</i><u>1<b>2</b> 3</u>`

test.each([
  ['#dolar strong', '349.9272'],
  ['b@data-rate', '36.5'],
  ['b[data-rate] @data-rate', '36.5'],
  ['i', '1'],
  ['i:nth-of-type(2)', '2'],
])('a place on an HTML page %j is read', (place, price) => {
  expect(readAt(place, PAGE)).toEqual({ observations: [{ key: 'usd', price }], unreadable: [] })
})

test.each(['#euro', 'b@missing', '#dolar span', 'u'])('a place on an HTML page %j is unreadable', (place) => {
  expect(readAt(place, PAGE).unreadable).toHaveLength(1)
})

test('a place on an HTML page may be a CSS selector, with an attribute at its end', () => {
  const good = ['#dolar strong', 'a > b', 'meta[name="rate"]@content', 'td:has(> b)', '[data-x="a@b"]']
  const bad = ['', ' ', '@content', '##', 'a >', ':nope(', '<b>', 'a[', ':no-such-thing']
  expect([...good, ...bad].filter(isSelector)).toEqual(good)
})

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test.each([
  ['its header', latin('Dólar'), 'text/html; charset=ISO-8859-1'],
  ['its header, quoted', latin('Dólar'), 'text/html;charset="iso-8859-1"; x=y'],
  ['its meta', latin('<meta charset=windows-1252>Dólar'), 'text/html'],
  ['its older meta', latin(`<meta http-equiv='Content-Type' content='x; charset=latin1'>Dólar`), undefined],
  ['nothing: UTF-8', Buffer.from('Dólar'), undefined],
  ['a name nobody knows: UTF-8', Buffer.from('Dólar'), 'text/html; charset=klingon'],
  ['nothing, beside a script', Buffer.from('<script charset=latin1></script>Dólar'), 'text/html'],
  ['its byte order mark', Buffer.from('\uFEFFDólar', 'utf16le'), undefined],
])('the charset of a page is what %s says', (_what, bytes, contentType) => {
  expect(decodePage(bytes, contentType)).toContain('Dólar')
})
