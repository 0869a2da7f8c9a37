import { byId } from './dom.js'

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
