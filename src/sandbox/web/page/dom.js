/** Makes an element; children are nodes or text, so nothing is ever read as markup. */
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

/** An element of the page. */
export const byId = (id) => document.getElementById(id)

/** Draws a part of the page anew; the focus goes to what then stands in its place. `draw` may answer another element. */
export function keepFocus(part, draw) {
  const stopsOf = (element) => [...element.querySelectorAll('a, button')]
  const at = stopsOf(part).indexOf(document.activeElement)
  const drawn = draw() ?? part
  if (at >= 0) stopsOf(drawn)[at]?.focus({ preventScroll: true })
}

const TINTS = 7

/** The colour of a person or chat, always the same; `bot` is one of its own. */
export const tintOf = (id) => (id === 'bot' ? id : Math.abs(id) % TINTS)

/** A round sign with the initials of a name. */
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
