import { get, post } from './api.js'
import { attempt, button, byId, el, timeWithSeconds, toast } from './dom.js'
import { model } from './model.js'

const POLL_MS = 400
const SLOW_MS = 1_500
const REFUSE_SECONDS = 10

/** The faults by their names in the API, with their labels and what switches them on. */
const SWITCHES = [
  ['slow_ms', 'Red lenta (1,5\u00a0s por llamada)', SLOW_MS],
  ['down', 'Telegram caído (502)', true],
  ['lose_answers', 'Respuestas que se pierden', true],
  ['retry_after', `Demasiadas llamadas (429 durante ${REFUSE_SECONDS}\u00a0s)`, REFUSE_SECONDS],
  ['flood_limits', 'Límites de envío de Telegram', true],
]

/** The tools beside the chat: the controls, the faults, and the raw calls. */
export function createTools() {
  const panel = byId('tools')
  const toggle = byId('tools-toggle')
  const calls = createCallList(byId('calls'))
  const switches = createSwitches()
  let timer

  toggle.addEventListener('click', () => (panel.hidden ? open() : close()))
  byId('tools-close').addEventListener('click', close)
  panel.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  byId('calls-clear').addEventListener('click', calls.clear)

  function open() {
    if (!panel.querySelector('.steps')) drawControls(model.controls)
    panel.hidden = false
    toggle.ariaExpanded = 'true'
    byId('tools-close').focus()
    poll()
  }

  function close() {
    clearTimeout(timer)
    panel.hidden = true
    toggle.ariaExpanded = 'false'
    toggle.focus()
  }

  /** Loads faults and calls every 400 ms while the panel is open. */
  async function poll() {
    const show = switches.read()
    const answers = await attempt(() => Promise.all([get('faults'), get('calls', { after: calls.last() })]))
    if (panel.hidden) return
    if (answers) {
      show(answers[0])
      calls.add(answers[1])
    }
    clearTimeout(timer)
    timer = setTimeout(poll, POLL_MS)
  }
}

/** Draws the switches of the faults once and then only sets them, so that none loses the focus. */
function createSwitches() {
  /** Rises when a switch is pressed, and when that is done: what was read before would set it back. */
  let changes = 0

  const boxes = SWITCHES.map(([name, label, on]) => {
    const box = el('input', { type: 'checkbox', role: 'switch' })
    box.addEventListener('change', async () => {
      changes += 1
      await attempt(() => post('faults', { [name]: box.checked ? on : typeof on === 'number' ? 0 : false }))
      changes += 1
    })
    byId('faults').append(el('label', { class: 'switch flex' }, box, el('span', {}, label)))
    return box
  })

  /** Begins to read the faults; returns what shows them, unless a switch was pressed since. */
  function read() {
    const before = changes
    return (faults) => {
      if (before !== changes) return
      SWITCHES.forEach(([name], index) => {
        boxes[index].checked = Boolean(faults[name])
      })
    }
  }

  return { read }
}

/** Draws the controls of the program that runs the sandbox, a row for each. */
function drawControls({ title, rows = [] }) {
  byId('controls').hidden = rows.length === 0
  byId('controls-title').textContent = title
  for (const { name, buttons } of rows) {
    const draw = ({ label, body, done }) =>
      button('', async () => (await attempt(() => post(name, body))) && toast(done), label)
    byId('controls').append(el('div', { class: 'steps flex' }, ...buttons.map(draw)))
  }
}

const SHOWN_MAX = 200

/** The list of raw calls and updates, newest first; each opens to its parameters and its answer. */
function createCallList(list) {
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
    { class: 'flex' },
    part('call-time soft', timeWithSeconds(at)),
    part(`grow cut ${kind === 'update' ? 'accent' : ''}`, `${kind === 'update' ? '↓' : '↑'} ${name}`),
    code === undefined ? undefined : part('call-code soft', String(code)),
  )
  const parts = [summary, json('Enviado', sent), answer === undefined ? undefined : json('Respuesta', answer)]
  return el('li', {}, el('details', { class: `call ${code >= 400 ? 'refused' : ''}` }, ...parts))
}

/** JSON with indentation; a shortened text is invalid JSON and stays as it is. */
const pretty = (text) => (text.endsWith('…') ? text : JSON.stringify(JSON.parse(text), undefined, 2))
