import { model } from '../api/model.js'
import { openPicture } from '../page/dialogs.js'
import { avatar, button, el, link, tint } from '../page/dom.js'
import { timeOf } from '../page/times.js'
import { textNodes } from './entities.js'
import { inlineKeyboard } from './inline-keyboard.js'

const PREVIEW_LENGTH_MAX = 90
const PINNED_LENGTH_MAX = 40

const senderOf = ({ from, sender_chat }) => sender_chat?.id ?? (from.id === model.bot.id ? 'bot' : from.id)
const nameOf = ({ from, sender_chat }) =>
  sender_chat?.title ??
  (from.id === model.bot.id ? model.bot.first_name : `${from.first_name} ${from.last_name ?? ''}`.trim())
const addressOf = ({ file_id }) => `/chat/files/${encodeURIComponent(file_id)}`

/** Draws a message; `actions` are called when a person replies, edits, or follows a link in it. */
export function drawMessage(message, actions) {
  const { message_id: id, author: from, photo } = message
  const service = serviceText(message)
  if (service) return el('p', { class: 'service', data: { id } }, service)
  const isOwn = from === model.person.id && !message.sender_chat
  const isNamed = !isOwn && model.chat.type !== 'private'
  const bubble = el(
    'div',
    { class: `bubble ${photo ? 'with-photo' : ''}` },
    isNamed ? tint(preview('sender', nameOf(message)), senderOf(message)) : undefined,
    ...bubbleParts(message, actions),
  )
  return el(
    'article',
    { class: `message ${isOwn ? 'own' : 'other'}`, data: { id, from } },
    isNamed ? avatar(nameOf(message), senderOf(message)) : undefined,
    el('div', { class: 'stack' }, bubble, inlineKeyboard(message, actions)),
    sign('↩', 'Responder', () => actions.onReply(message)),
    isOwn && message.text && !message.via_bot
      ? sign('✎', 'Editar', () => actions.onEdit(message))
      : undefined,
  )
}

function sign(text, label, onclick) {
  const element = button('reply', onclick, text)
  return Object.assign(element, { ariaLabel: label, title: label })
}

/** A text that the page writes itself, which is no text of the log. */
const preview = (className, text) => el('span', { class: className, data: { preview: text } })

function bubbleParts(message, { onShow, onCommand }) {
  const { reply_to_message: replied, photo, document, edit_date, date } = message
  const text = message.text ?? message.caption
  const entities = message.entities ?? message.caption_entities
  return [
    message.via_bot ? preview('via', `vía @${message.via_bot.username}`) : undefined,
    message.receiver_user ? preview('via', 'solo lo ves tú') : undefined,
    replied ? quote(replied, onShow) : undefined,
    photo ? picture(message) : undefined,
    document ? file(document) : undefined,
    text ? el('div', { class: 'text' }, ...textNodes(text, entities, onCommand)) : undefined,
    preview('foot', `${edit_date ? 'editado ' : ''}${timeOf(date)}`),
  ]
}

function quote(message, onShow) {
  const data = { name: nameOf(message), preview: previewOf(message) }
  return link({ class: 'quote', ariaLabel: 'Mensaje respondido', data }, () => onShow(message.message_id))
}

function picture({ photo, caption }) {
  const { width, height } = photo.at(-1)
  const src = addressOf(photo.at(-1))
  const alt = caption ? `Imagen: ${caption.split('\n')[0]}` : 'Imagen'
  const image = el('img', { class: 'picture', src, alt, width, height })
  return link({ class: 'picture-link', href: src }, () => openPicture({ src, alt }), image)
}

function file(document) {
  const { file_name: download, file_size } = document
  const size = `${Math.max(1, Math.round(file_size / 1024))} KB`
  const properties = { class: 'file', href: addressOf(document), download }
  return el('a', properties, el('b', {}, download), el('span', {}, size))
}

/** Shortens a text to so many whole characters. */
function shorten(text, max) {
  const characters = [...text]
  if (characters.length <= max) return text
  const start = characters.slice(0, max - 1).join('')
  return `${start.trimEnd()}…`
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
