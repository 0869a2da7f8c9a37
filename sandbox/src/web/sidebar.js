import { avatar, button, byId, el, link, redraw, timeOf } from './dom.js'
import { kindOf } from './head.js'
import { previewOf } from './message.js'
import { model, titleOf, unreadKey, unreadOf } from './model.js'

const LANGUAGES = { es: 'español', en: 'inglés' }

/** Draws the people and chats on the left, and the topics above the messages. */
export function drawSidebar({ onPerson, onChat, onTopic }) {
  const { people, person, chats, chat, topic } = model
  const shown = [person.id, chats, chat.id, topic, [...model.unread]]
  redraw(byId('people'), shown, () => people.map((someone) => personTab(someone, onPerson)))
  redraw(byId('chats'), shown, () => chats.map((one) => chatLink(one, onChat)))
  redraw(byId('topics'), shown, () => topicTabs(onTopic))
  byId('topics').hidden = !chat.is_forum
  const unread = chats.reduce((sum, { id }) => sum + unreadOf(id), 0)
  byId('unread').dataset.preview = unread
  byId('unread').hidden = unread === 0
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${model.bot.first_name} · sandbox`
}

function personTab(person, onPerson) {
  const { id, first_name, language_code } = person
  const isMe = id === model.person.id
  const label = `${first_name}, ${LANGUAGES[language_code] ?? language_code}`
  const sign = avatar(first_name, id)
  if (!isMe && model.unread.has(`${id}`)) sign.append(el('i', { class: 'dot' }))
  const tab = button('person column grow soft small', () => onPerson(person), sign, first_name)
  tab.addEventListener('keydown', moveAlong)
  return Object.assign(tab, {
    role: 'tab',
    ariaLabel: label,
    title: label,
    ariaSelected: String(isMe),
    tabIndex: isMe ? 0 : -1,
  })
}

/** Moves the focus between people by the arrow keys, as in any list of tabs. */
function moveAlong({ key, currentTarget }) {
  const { nextElementSibling, previousElementSibling } = currentTarget
  const neighbour = { ArrowRight: nextElementSibling, ArrowLeft: previousElementSibling }[key]
  neighbour?.focus()
}

function chatLink(chat, onChat) {
  const { id, last_message: last } = chat
  const title = titleOf(chat)
  const unread = unreadOf(id)
  const preview = last ? previewOf(last) : kindOf(chat)
  const ariaLabel = unread > 0 ? `${title} ${unread} sin leer` : title
  const ariaCurrent = String(id === model.chat.id)
  return link(
    { class: 'chat-link', ariaLabel, ariaCurrent, data: { chat: id } },
    () => onChat(chat),
    avatar(title, chat.type === 'private' ? 'bot' : id),
    el('span', { class: 'bold cut' }, title),
    el('span', { class: 'soft small', data: { preview: last ? timeOf(last.date) : '' } }),
    el('span', { class: 'chat-last soft small cut', data: { preview } }),
    unreadSign(unread),
  )
}

const unreadSign = (unread) =>
  unread > 0 ? el('span', { class: 'unread bold', data: { preview: unread } }) : undefined

const topicTabs = (onTopic) =>
  [{ id: undefined, name: 'General' }, ...model.chat.topics].map(({ id, name }) => {
    const sign = unreadSign(model.unread.get(unreadKey(model.chat.id, id)))
    const tab = button('topic flex soft', () => onTopic(id), name, sign)
    tab.ariaPressed = String(id === model.topic)
    return tab
  })
