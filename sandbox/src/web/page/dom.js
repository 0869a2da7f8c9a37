/** Creates an element; children are nodes or text, so no text is parsed as markup. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name === 'class') element.className = value
    else if (name === 'data') Object.assign(element.dataset, value)
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name in element) element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** Finds an element of the page by its id. */
export const byId = (id) => document.getElementById(id)

/** Redraws a part of the page and keeps the focus at the same position in it. `draw` may return another element. */
export function keepFocus(part, draw) {
  const stopsOf = (element) => [...element.querySelectorAll('a, button')]
  const at = stopsOf(part).indexOf(document.activeElement)
  const drawn = draw() ?? part
  if (at >= 0) stopsOf(drawn)[at]?.focus({ preventScroll: true })
}

const TINTS = 7

/** The colour number of a person or chat; the bot has its own. */
export const tintOf = (id) => (id === 'bot' ? id : Math.abs(id) % TINTS)

/** A round avatar with the initials of a name. */
export function avatar(name, id) {
  const initials = name
    .split(/\s+/)
    .filter((word) => !/^\p{Ll}/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
  return el('span', {
    class: `avatar tint-${tintOf(id)}`,
    'aria-hidden': 'true',
    data: { initials },
  })
}
