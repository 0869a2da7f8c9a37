import { avatar, button, el, link, timeOf, tint } from './dom.js'
import { inlineKeyboard } from './inline-keyboard.js'
import { model } from './model.js'

const PREVIEW_LENGTH_MAX = 90
const PINNED_LENGTH_MAX = 40

const senderOf = ({ from, sender_chat }) => sender_chat?.id ?? (from.id === model.bot.id ? 'bot' : from.id)
const nameOf = ({ from, sender_chat }) =>
  sender_chat?.title ??
  (from.id === model.bot.id ? model.bot.first_name : `${from.first_name} ${from.last_name ?? ''}`.trim())
const addressOf = ({ file_id }) => `/chat/files/${encodeURIComponent(file_id)}`

/** Draws a message; `follows` another of the same sender, whose name it does not repeat. `actions` are called when a person uses it. */
export function drawMessage(message, actions) {
  const { message_id: id, author } = message
  const service = serviceText(message)
  if (service) return el('p', { class: 'service small', data: { id } }, service)
  const isOwn = author === model.person.id && !message.sender_chat
  const isNamed = !isOwn && model.chat.type !== 'private'
  const [name, sender] = [nameOf(message), senderOf(message)]
  const title = isNamed && !actions.follows && tint(preview('sender bold', name), sender)
  const bubble = el('div', { class: 'bubble' }, title, ...bubbleParts(message, actions))
  const reply = button('reply center', () => actions.onReply(message), '↩')
  return el(
    'article',
    { class: `message flex ${isOwn ? 'own' : 'other'}`, data: { id } },
    isNamed && avatar(name, sender),
    el('div', { class: 'stack column' }, bubble, inlineKeyboard(message, actions)),
    Object.assign(reply, { ariaLabel: 'Responder', title: 'Responder' }),
  )
}

/** A text that the page writes itself, which is no text of the log. */
const preview = (className, text) => el('div', { class: className, data: { preview: text } })

function bubbleParts(message, { onShow, onSay }) {
  const { reply_to_message: replied, photo, document, edit_date, date } = message
  const text = message.text ?? message.caption
  const entities = message.entities ?? message.caption_entities
  return [
    message.via_bot && preview('small accent', `vía @${message.via_bot.username}`),
    message.receiver_user && preview('small accent', 'solo lo ves tú'),
    replied && quote(replied, onShow),
    photo && picture(message),
    document && file(document),
    text && el('span', { class: 'text lines' }, ...render({ text, onSay }, entities)),
    preview('foot soft small', `${edit_date ? 'editado ' : ''}${timeOf(date)}`),
  ]
}

/** The parts of a quoted message: a name above its preview. */
export const quoteOf = (name, message) => [preview('accent bold', name), preview('cut', previewOf(message))]

function quote(message, onShow) {
  const properties = { class: 'quote column small', ariaLabel: 'Mensaje respondido' }
  return link(properties, () => onShow(message.message_id), ...quoteOf(nameOf(message), message))
}

function picture({ photo, caption }) {
  const { width, height } = photo.at(-1)
  const src = addressOf(photo.at(-1))
  const alt = caption ? `Imagen: ${caption.split('\n')[0]}` : 'Imagen'
  const image = el('img', { class: 'picture', src, alt, width, height })
  return el('a', { class: 'column', href: src, target: '_blank' }, image)
}

function file(document) {
  const { file_name: download, file_size } = document
  const size = `${Math.max(1, Math.round(file_size / 1024))} KB`
  const properties = { class: 'file column accent', href: addressOf(document), download }
  return el('a', properties, el('b', {}, download), el('span', { class: 'soft small' }, size))
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
  if (message.new_chat_members) return `${who} añadió a ${message.new_chat_members[0].first_name}`
  if (message.pinned_message)
    return `${who} fijó «${shorten(previewOf(message.pinned_message), PINNED_LENGTH_MAX)}»`
  if (message.left_chat_member) return `${message.left_chat_member.first_name} salió del grupo`
  if (message.migrate_to_chat_id) return 'El grupo pasó a ser un supergrupo'
  if (message.migrate_from_chat_id) return `${who} convirtió el grupo en supergrupo`
  return undefined
}

const TAGS = { bold: 'strong', italic: 'em', code: 'code', pre: 'pre' }
const SAFE_LINK = /^(?:https?|tg):/i

/** Renders text with its entities as nodes; an entity that crosses the end of another is cut there. */
function render(source, entities = [], start = 0, end = source.text.length) {
  const nodes = []
  const queue = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length)
  let at = start
  while (queue.length > 0) {
    const entity = queue.shift()
    const from = Math.max(at, entity.offset)
    const to = Math.min(end, entity.offset + entity.length)
    if (to <= from) continue
    if (from > at) nodes.push(source.text.slice(at, from))
    const inside = queue.filter((other) => other.offset < to)
    nodes.push(wrap(source, entity, render(source, inside, from, to), source.text.slice(from, to)))
    // A block ends its line, so the line break after it is not drawn.
    at = entity.type === 'pre' && source.text[to] === '\n' ? Math.min(end, to + 1) : to
  }
  if (at < end) nodes.push(source.text.slice(at, end))
  return nodes
}

function wrap({ onSay }, { type, url }, children, inside) {
  if (type === 'bot_command') return link({ class: 'accent' }, () => onSay(inside), ...children)
  if (type === 'mention') return el('span', { class: 'mention accent' }, ...children)
  const href = { url: inside, text_link: url }[type]
  if (!SAFE_LINK.test(href)) return el(TAGS[type] ?? 'span', {}, ...children)
  return el('a', { class: 'accent', href, target: '_blank' }, ...children)
}
