import { get, post } from '../api/api.js'
import { attempt, toast } from '../page/dialogs.js'
import { byId, el } from '../page/dom.js'
import { createCallList } from './calls.js'

const POLL_MS = 400
const STEPS = [-3, -1, 1, 3]
const SLOW_MS = 1_500
const REFUSE_SECONDS = 10

const SWITCHES = [
  {
    label: 'Red lenta (1,5\u00a0s por llamada)',
    isOn: ({ slow_ms }) => slow_ms > 0,
    set: (on) => ({ slow_ms: on ? SLOW_MS : 0 }),
  },
  { label: 'Telegram caído (502)', isOn: ({ down }) => down, set: (down) => ({ down }) },
  {
    label: 'Respuestas que se pierden',
    isOn: ({ lose_answers }) => lose_answers,
    set: (lose_answers) => ({ lose_answers }),
  },
  {
    label: `Demasiadas llamadas (429 durante ${REFUSE_SECONDS}\u00a0s)`,
    isOn: ({ retry_after }) => retry_after > 0,
    set: (on) => ({ retry_after: on ? REFUSE_SECONDS : 0 }),
  },
  {
    label: 'Límites de envío de Telegram',
    isOn: ({ flood_limits }) => flood_limits,
    set: (flood_limits) => ({ flood_limits }),
  },
]

/** The tools beside the chat: the simulated price, the faults, the theme, and the raw calls. */
export function createTools({ actionsOfChat }) {
  const panel = byId('tools')
  const toggle = byId('tools-toggle')
  const calls = createCallList(byId('calls'))
  let timer

  toggle.addEventListener('click', () => (panel.hidden ? open() : close()))
  byId('tools-close').addEventListener('click', close)
  panel.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  byId('calls-clear').addEventListener('click', calls.clear)
  drawTheme()

  function open() {
    panel.hidden = false
    toggle.setAttribute('aria-expanded', 'true')
    byId('tools-close').focus()
    drawActions()
    poll()
  }

  function close() {
    clearTimeout(timer)
    panel.hidden = true
    toggle.setAttribute('aria-expanded', 'false')
    toggle.focus()
  }

  /** Loads faults and calls every 400 ms while the panel is open. */
  async function poll() {
    const answers = await attempt(() => Promise.all([get('faults'), get('calls', { after: calls.last() })]))
    if (panel.hidden) return
    if (answers) {
      drawFaults(answers[0])
      calls.add(answers[1])
    }
    clearTimeout(timer)
    timer = setTimeout(poll, POLL_MS)
  }

  /** Redraws the actions of the open chat. */
  function drawActions() {
    if (!panel.hidden) byId('chat-actions').replaceChildren(...actionsOfChat())
  }

  return { drawActions }
}

/** Creates the switches once and then only sets them, so that none loses the focus. */
function drawFaults(faults) {
  byId('price').hidden = !faults.can_move_price
  if (!byId('price-steps').firstChild) byId('price-steps').append(...STEPS.map(stepButton))
  if (!byId('publish').firstChild) byId('publish').append(publishButton())
  byId('publish').hidden = !faults.can_publish
  if (!byId('faults').firstChild) byId('faults').append(...SWITCHES.map(drawSwitch))
  const boxes = byId('faults').querySelectorAll('input')
  SWITCHES.forEach(({ isOn }, index) => {
    boxes[index].checked = isOn(faults)
  })
}

function drawSwitch({ label, set }) {
  const box = el('input', { type: 'checkbox', role: 'switch' })
  box.addEventListener('change', () => attempt(() => post('faults', set(box.checked))))
  return el('label', { class: 'switch' }, box, el('span', {}, label))
}

function stepButton(percent) {
  const sign = percent > 0 ? '+' : '−'
  const move = async () => {
    if (await attempt(() => post('price', { percent })))
      toast(`El dólar se mueve ${sign}${Math.abs(percent)}\u00a0%.`)
  }
  return el('button', { class: 'step', type: 'button', onclick: move }, `${sign}${Math.abs(percent)}\u00a0%`)
}

function publishButton() {
  const publish = async () => {
    if (await attempt(() => post('publish', {}))) toast('El BCV publica su tasa.')
  }
  return el('button', { class: 'step', type: 'button', onclick: publish }, 'Publicar el BCV')
}

function drawTheme() {
  const select = byId('theme')
  select.value = localStorage.getItem('theme') ?? ''
  select.addEventListener('change', () => {
    if (select.value === '') localStorage.removeItem('theme')
    else localStorage.setItem('theme', select.value)
    document.documentElement.dataset.theme = select.value
  })
}
