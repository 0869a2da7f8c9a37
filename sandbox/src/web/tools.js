import { get, post } from './api.js'
import { attempt, button, byId, el, timeWithSeconds, toast } from './dom.js'

const POLL_MS = 400
const CALLS_SHOWN_MAX = 200

/** The tools beside the chat: the controls, the faults, and the raw calls, newest first. */
const panel = byId('tools')
const toggle = byId('tools-toggle')
const list = byId('calls')
const { elements: switches } = byId('faults')
let timer
/** The number of the last call that was read. */
let last = 0
/** Rises when a switch is pressed, and when that is done: what was read before would set it back. */
let changes = 0

for (const box of switches) box.role = 'switch'
byId('faults').addEventListener('change', async ({ target: { name, checked, dataset } }) => {
  changes += 1
  await attempt(() => post('faults', { [name]: dataset.on ? checked * dataset.on : checked }))
  changes += 1
})

toggle.addEventListener('click', () => setOpen(panel.hidden))
byId('tools-close').addEventListener('click', () => setOpen(false))
panel.addEventListener('keydown', ({ key }) => key === 'Escape' && setOpen(false))
byId('calls-clear').addEventListener('click', () => list.replaceChildren())

function setOpen(isOpen) {
  panel.hidden = !isOpen
  toggle.ariaExpanded = String(isOpen)
  if (isOpen) poll()
  byId(isOpen ? 'tools-close' : 'tools-toggle').focus()
}

/** Loads faults and calls every 400 ms while the panel is open. */
async function poll() {
  clearTimeout(timer)
  if (panel.hidden) return
  const before = changes
  const answers = await attempt(() => Promise.all([get('faults'), get('calls', { after: last })]))
  if (answers) show(answers, before === changes)
  timer = setTimeout(poll, POLL_MS)
}

function show([faults, { last: newest, calls }], areFaultsNew) {
  if (areFaultsNew) for (const box of switches) box.checked = Boolean(faults[box.name])
  const unseen = calls.filter(({ number }) => number > last)
  last = newest
  list.prepend(...unseen.map(draw).reverse())
  while (list.children.length > CALLS_SHOWN_MAX) list.lastChild.remove()
}

/** Draws the controls of the program that runs the sandbox, a row for each. */
export function drawControls({ title, rows = [] }) {
  byId('controls').hidden = rows.length === 0
  byId('controls-title').textContent = title
  for (const { name, buttons } of rows) {
    const drawButton = ({ label, body, done }) => {
      const use = async () => (await attempt(() => post(name, body))) && toast(done)
      return button('grow accent bold center', use, label)
    }
    byId('controls').append(el('div', { class: 'steps flex' }, ...buttons.map(drawButton)))
  }
}

/** Draws a call or an update, which opens to its parameters and its answer. */
function draw({ at, kind, name, code, sent, answer }) {
  const part = (className, text) => el('span', { class: className }, text)
  const json = (ariaLabel, text) =>
    text && el('pre', { class: 'lines', role: 'group', ariaLabel }, pretty(text))
  const isUpdate = kind === 'update'
  const title = part(`grow cut ${isUpdate ? 'accent' : ''}`, `${isUpdate ? '↓' : '↑'} ${name}`)
  const parts = [part('soft', timeWithSeconds(at)), title, part('call-code soft', code ?? '')]
  const summary = el('summary', { class: 'flex' }, ...parts)
  const properties = { class: `call ${code >= 400 ? 'refused' : ''}` }
  return el('details', properties, summary, json('Enviado', sent), json('Respuesta', answer))
}

/** JSON with indentation; a shortened text is invalid JSON and stays as it is. */
const pretty = (text) => (text.endsWith('…') ? text : JSON.stringify(JSON.parse(text), undefined, 2))
