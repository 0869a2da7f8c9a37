import { model, titleOf, unreadInAll, unreadKey, unreadOf } from '../api/model.js'
import { kindOf } from '../chat/head.js'
import { previewOf } from '../chat/message.js'
import { avatar, byId, el, keepFocus } from '../page/dom.js'
import { timeOf } from '../page/times.js'

const LANGUAGES = { es: 'español', en: 'inglés' }

/** Draws the people and chats on the left, and the topics above the messages. */
export function drawSidebar({ onPerson, onChat, onTopic }) {
  redraw('people', () => model.people.map((person) => personTab(person, onPerson)))
  redraw('chats', () => model.chats.map((chat) => chatLink(chat, onChat)))
  drawTopics(onTopic)
  const unread = unreadInAll()
  byId('back').dataset.unread = unread > 0 ? unread : ''
  document.title = `${unread > 0 ? `(${unread}) ` : ''}Tasa · sandbox`
}

/** Keeps the focus, as lists are redrawn at every message while a person may walk through them with the keyboard. */
function redraw(id, draw) {
  keepFocus(byId(id), () => byId(id).replaceChildren(...draw()))
}

function personTab(person, onPerson) {
  const isMe = person.id === model.person.id
  const label = `${person.first_name}, ${LANGUAGES[person.language_code] ?? person.language_code}`
  const sign = avatar(person.first_name, person.id)
  if (!isMe && model.unread.has(`${person.id}`)) sign.append(el('i', { class: 'dot' }))
  return el(
    'button',
    {
      class: 'person',
      type: 'button',
      role: 'tab',
      'aria-label': label,
      title: label,
      'aria-selected': String(isMe),
      tabIndex: isMe ? 0 : -1,
      onclick: () => onPerson(person),
      onkeydown: moveAlong,
    },
    sign,
    el('span', { class: 'person-name' }, person.first_name),
  )
}

/** Moves the focus between people by the arrow keys, as in any list of tabs. */
function moveAlong({ key, currentTarget }) {
  const { nextElementSibling, previousElementSibling } = currentTarget
  const neighbour = { ArrowRight: nextElementSibling, ArrowLeft: previousElementSibling }[key]
  neighbour?.focus()
}

function chatLink(chat, onChat) {
  const last = chat.last_message
  const unread = unreadOf(chat.id)
  return el(
    'a',
    {
      class: 'chat-link',
      href: '#',
      'aria-label': unread > 0 ? `${titleOf(chat)} ${unread} sin leer` : titleOf(chat),
      'aria-current': chat.id === model.chat.id ? 'true' : 'false',
      data: { chat: chat.id },
      onclick: (event) => {
        event.preventDefault()
        onChat(chat)
      },
    },
    avatar(titleOf(chat), chat.type === 'private' ? 'bot' : chat.id),
    el('span', { class: 'chat-title' }, titleOf(chat)),
    el('span', { class: 'chat-time', data: { preview: last ? timeOf(last.date) : '' } }),
    el('span', { class: 'chat-last', data: { preview: last ? previewOf(last) : kindOf(chat) } }),
    unread > 0 ? el('span', { class: 'unread', data: { preview: unread } }) : undefined,
  )
}

function drawTopics(onTopic) {
  const nav = byId('topics')
  nav.hidden = !model.chat.is_forum
  const topics = nav.hidden ? [] : [{ id: undefined, name: 'General' }, ...model.chat.topics]
  nav.replaceChildren(...topics.map((topic) => topicTab(topic, onTopic)))
}

function topicTab({ id, name }, onTopic) {
  const unread = model.unread.get(unreadKey(model.chat.id, id)) ?? 0
  return el(
    'button',
    {
      class: 'topic',
      type: 'button',
      'aria-pressed': String(id === model.topic),
      onclick: () => onTopic(id),
    },
    name,
    unread > 0 ? el('span', { class: 'unread', data: { preview: unread } }) : undefined,
  )
}
