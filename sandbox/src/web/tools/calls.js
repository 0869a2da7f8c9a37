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
  const refused = code !== undefined && code >= 400
  return el(
    'li',
    {},
    el(
      'details',
      { class: `call ${kind}${refused ? ' refused' : ''}` },
      el(
        'summary',
        {},
        el('span', { class: 'call-time' }, timeWithSeconds(at)),
        el('span', { class: 'call-name' }, `${kind === 'update' ? '↓' : '↑'} ${name}`),
        code === undefined ? undefined : el('span', { class: 'call-code' }, String(code)),
      ),
      el('pre', { tabIndex: 0, role: 'group', 'aria-label': 'Enviado' }, pretty(sent)),
      answer === undefined
        ? undefined
        : el('pre', { tabIndex: 0, role: 'group', 'aria-label': 'Respuesta' }, pretty(answer)),
    ),
  )
}

/** JSON with indentation; a shortened text is invalid JSON and stays as it is. */
function pretty(text) {
  if (text.endsWith('…')) return text
  return JSON.stringify(JSON.parse(text), undefined, 2)
}
