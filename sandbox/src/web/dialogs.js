import { byId } from './dom.js'

const TOAST_MS = 4_000
let timer

/** Shows a text for a moment. */
export function toast(text) {
  const element = byId('toast')
  element.textContent = text
  element.hidden = false
  clearTimeout(timer)
  timer = setTimeout(() => {
    element.hidden = true
  }, TOAST_MS)
}

/** Shows a text that a person must acknowledge. */
export function alertPerson(text) {
  byId('alert-text').textContent = text
  const dialog = byId('alert')
  if (!dialog.open) dialog.showModal()
}

/** Runs an action of a person and shows the error when it fails. */
export async function attempt(action) {
  try {
    return await action()
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** Opens a picture over the page; a click, Escape or the button closes it. */
export function openPicture({ src, alt }) {
  const viewer = byId('viewer')
  const image = byId('viewer-image')
  image.src = src
  image.alt = alt
  byId('viewer-original').href = src
  viewer.onclick = ({ target }) => {
    if (target === viewer || target === image) viewer.close()
  }
  viewer.showModal()
}
