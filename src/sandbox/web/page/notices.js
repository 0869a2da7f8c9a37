import { byId } from './dom.js'

const TOAST_MS = 4_000
let timer

/** Says something for a moment. */
export function toast(text) {
  const element = byId('toast')
  element.textContent = text
  element.hidden = false
  clearTimeout(timer)
  timer = setTimeout(() => {
    element.hidden = true
  }, TOAST_MS)
}

/** Says something that must be acknowledged. */
export function alertPerson(text) {
  byId('alert-text').textContent = text
  const dialog = byId('alert')
  if (!dialog.open) dialog.showModal()
}

/** Runs what a person asked for and says why when it fails. */
export async function attempt(action) {
  try {
    return await action()
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
