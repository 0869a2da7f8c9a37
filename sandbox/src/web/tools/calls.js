import { el } from '../page/dom.js'
import { timeWithSeconds } from '../page/times.js'

const SHOWN_MAX = 200

/** The list of raw calls and updates, newest first; each opens to its parameters and its answer. */
export function createCallList(list) {
  let last = 0

  function add({ last: newest, calls }) {
    last = newest
    for (const call of calls) list.prepend(draw(call))
    while (list.children.length > SHOWN_MAX) list.lastChild.remove()
  }

  return { add, last: () => last, clear: () => list.replaceChildren() }
}

function draw({ at, kind, name, code, sent, answer }) {
  const part = (className, text) => el('span', { class: className }, text)
  const json = (ariaLabel, text) => el('pre', { tabIndex: 0, role: 'group', ariaLabel }, pretty(text))
  const summary = el(
    'summary',
    {},
    part('call-time', timeWithSeconds(at)),
    part('call-name', `${kind === 'update' ? '↓' : '↑'} ${name}`),
    code === undefined ? undefined : part('call-code', String(code)),
  )
  const parts = [summary, json('Enviado', sent), answer === undefined ? undefined : json('Respuesta', answer)]
  return el('li', {}, el('details', { class: `call ${kind} ${code >= 400 ? 'refused' : ''}` }, ...parts))
}

/** JSON with indentation; a shortened text is invalid JSON and stays as it is. */
const pretty = (text) => (text.endsWith('…') ? text : JSON.stringify(JSON.parse(text), undefined, 2))
