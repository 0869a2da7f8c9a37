/** Creates an element; children are nodes or text, so no text is parsed as markup, or nothing. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'data') Object.assign(element.dataset, value)
    else if (name in element) element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child))
  return element
}

/** A button that is no part of a form. */
export const button = (className, onclick, ...children) =>
  el('button', { class: className, type: 'button', onclick }, ...children)

/** The words of a link that is no address: what it does stands in `action`. */
export const link = (properties, action, ...children) => {
  const onclick = (event) => {
    event.preventDefault()
    action()
  }
  return el('a', { href: '#', ...properties, onclick }, ...children)
}

/** Finds an element of the page by its id. */
export const byId = (id) => document.getElementById(id)

const drawn = new WeakMap()

/**
 * Fills a part of the page with items: each is an id, all that it shows, and what draws it. An element that shows the same as
 * before stays untouched, or a selection in it would be lost; the focus stays at its position in one that is drawn anew.
 */
export function fill(part, items) {
  const before = drawn.get(part)
  const after = new Map()
  for (const [id, shown, draw] of items) {
    const key = JSON.stringify(shown)
    const old = before?.get(id)
    after.set(id, old?.key === key ? old : { key, element: replace(old?.element, draw()) })
  }
  drawn.set(part, after)
  const elements = [...after.values()].map(({ element }) => element)
  for (const element of [...part.children]) if (!elements.includes(element)) element.remove()
  elements.forEach((element, index) => {
    const at = part.children[index]
    if (at !== element) part.insertBefore(element, at)
  })
}

function replace(old, element) {
  const stopsOf = (one) => [one, ...one.querySelectorAll('a, button')]
  const at = old ? stopsOf(old).indexOf(document.activeElement) : -1
  old?.replaceWith(element)
  stopsOf(element)[at]?.focus({ preventScroll: true })
  return element
}

const BOT_HUE = 170
const HUES = [28, 215, 150, 345, 258, 190, 205]

/** Colours an avatar or a name as its person or chat has it; the bot has its own. */
export function tint(element, id) {
  element.style.setProperty('--hue', id === 'bot' ? BOT_HUE : HUES[Math.abs(id) % HUES.length])
  return element
}

/** A round avatar with the initials of a name. */
export function avatar(name, id) {
  const initials = (name.match(/(?<!\S)[^\p{Ll}\s]/gu) ?? []).slice(0, 2).join('')
  return tint(el('span', { class: 'avatar bold', ariaHidden: 'true', data: { preview: initials } }), id)
}

const TIME_ZONE = 'America/Caracas'
const time = new Intl.DateTimeFormat('es-VE', { hour: 'numeric', minute: '2-digit', timeZone: TIME_ZONE })
const second = new Intl.DateTimeFormat('es-VE', { timeStyle: 'medium', hour12: false, timeZone: TIME_ZONE })
const day = new Intl.DateTimeFormat('es-VE', { day: 'numeric', month: 'long', timeZone: TIME_ZONE })

/** Unix seconds as a time of day in Caracas. */
export const timeOf = (seconds) => time.format(seconds * 1000)

/** Unix seconds as a day in Caracas. */
export const dayOf = (seconds) => day.format(seconds * 1000)

/** Unix milliseconds as a time of day in Caracas, to the second. */
export const timeWithSeconds = (ms) => second.format(ms)

const TOAST_MS = 4_000
let toastTimer

/** Shows a text for a moment. */
export function toast(text) {
  const element = byId('toast')
  element.textContent = text
  element.hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => element.toggleAttribute('hidden', true), TOAST_MS)
}

/** Shows a text that a person must acknowledge. */
export function alertPerson(text) {
  byId('alert-text').textContent = text
  byId('alert').showModal()
}

/** Runs an action of a person and shows the error when it fails. */
export async function attempt(action) {
  try {
    return await action()
  } catch (error) {
    toast(error.message)
  }
}
