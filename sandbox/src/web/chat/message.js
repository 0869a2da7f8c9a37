import { model } from '../api/model.js'
import { openPicture } from '../page/dialogs.js'
import { avatar, el, tintOf } from '../page/dom.js'
import { timeOf } from '../page/times.js'
import { textNodes } from './entities.js'
import { inlineKeyboard } from './inline-keyboard.js'

const PREVIEW_LENGTH_MAX = 90
const PINNED_LENGTH_MAX = 40

const senderOf = ({ from, sender_chat }) => sender_chat?.id ?? (from.id === model.bot.id ? 'bot' : from.id)
const isOwn = (message) => message.author === model.person.id && !message.sender_chat
const nameOf = ({ from, sender_chat }) =>
  sender_chat?.title ??
  (from.id === model.bot.id ? model.bot.first_name : `${from.first_name} ${from.last_name ?? ''}`.trim())

/** Draws a message; `actions` are called when a person replies, edits, or follows a link in it. */
export function drawMessage(message, actions) {
  const service = serviceText(message)
  if (service) return el('p', { class: 'service', data: { id: message.message_id } }, service)
  const own = isOwn(message)
  const named = !own && model.chat.type !== 'private'
  return el(
    'article',
    { class: `message ${own ? 'own' : 'other'}`, data: { id: message.message_id, from: message.author } },
    named ? avatar(nameOf(message), senderOf(message)) : undefined,
    el(
      'div',
      { class: 'stack' },
      el(
        'div',
        { class: `bubble${message.photo ? ' with-photo' : ''}` },
        ...bubbleParts(message, named, actions),
      ),
      inlineKeyboard(message, actions),
    ),
    sign('↩', 'Responder', () => actions.onReply(message)),
    own && message.text && !message.via_bot ? sign('✎', 'Editar', () => actions.onEdit(message)) : undefined,
  )
}

function sign(text, label, onclick) {
  return el('button', { class: 'reply', type: 'button', 'aria-label': label, title: label, onclick }, text)
}

function bubbleParts(message, named, actions) {
  const text = message.text ?? message.caption
  const entities = message.entities ?? message.caption_entities
  return [
    named ? sender(message) : undefined,
    message.via_bot
      ? el('span', { class: 'via', data: { preview: `vía @${message.via_bot.username}` } })
      : undefined,
    message.receiver_user ? el('span', { class: 'via', data: { preview: 'solo lo ves tú' } }) : undefined,
    message.reply_to_message ? quote(message.reply_to_message, actions) : undefined,
    message.photo ? picture(message) : undefined,
    message.document ? file(message.document) : undefined,
    text ? el('div', { class: 'text' }, ...textNodes(text, entities, actions.onCommand)) : undefined,
    foot(message),
  ]
}

function sender(message) {
  return el('span', { class: `sender ink-${tintOf(senderOf(message))}`, data: { preview: nameOf(message) } })
}

function quote(message, actions) {
  return el('a', {
    class: 'quote',
    href: '#',
    'aria-label': 'Mensaje respondido',
    data: { name: nameOf(message), preview: previewOf(message) },
    onclick: (event) => {
      event.preventDefault()
      actions.onShow(message.message_id)
    },
  })
}

function picture({ photo, caption }) {
  const { file_id, width, height } = photo.at(-1)
  const src = `/chat/files/${encodeURIComponent(file_id)}`
  const alt = caption ? `Imagen: ${caption.split('\n')[0]}` : 'Imagen'
  const onclick = (event) => {
    event.preventDefault()
    openPicture({ src, alt })
  }
  const image = el('img', { class: 'picture', src, alt, width, height })
  return el('a', { class: 'picture-link', href: src, onclick }, image)
}

function file({ file_id, file_name, file_size }) {
  const href = `/chat/files/${encodeURIComponent(file_id)}`
  const size = `${Math.max(1, Math.round(file_size / 1024))} KB`
  return el('a', { class: 'file', href, download: file_name }, el('b', {}, file_name), el('span', {}, size))
}

function foot(message) {
  const edited = message.edit_date ? 'editado ' : ''
  return el('span', { class: 'foot', data: { preview: `${edited}${timeOf(message.date)}` } })
}

/** Shortens a text to so many whole characters. */
function shorten(text, max) {
  const characters = [...text]
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : text
}

/** A one-line preview of a message. */
export function previewOf(message) {
  const words = message.text ?? message.caption ?? serviceText(message) ?? ''
  const sign = message.photo ? '🖼 ' : message.document ? '📎 ' : ''
  const kind = message.photo ? 'Imagen' : (message.document?.file_name ?? '')
  return `${sign}${shorten(words.replaceAll(/\s+/g, ' '), PREVIEW_LENGTH_MAX) || kind}`
}

function serviceText(message) {
  const who = nameOf(message)
  if (message.new_chat_members)
    return `${who} añadió a ${message.new_chat_members.map((user) => user.first_name).join(', ')}`
  if (message.pinned_message)
    return `${who} fijó «${shorten(previewOf(message.pinned_message), PINNED_LENGTH_MAX)}»`
  if (message.left_chat_member) return `${message.left_chat_member.first_name} salió del grupo`
  if (message.migrate_to_chat_id) return 'El grupo pasó a ser un supergrupo'
  if (message.migrate_from_chat_id) return `${who} convirtió el grupo en supergrupo`
  return undefined
}
