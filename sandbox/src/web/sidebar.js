import { avatar, button, byId, el, fill, link, timeOf } from './dom.js'
import { kindOf } from './head.js'
import { previewOf } from './message.js'
import { model, titleOf, unreadOf } from './model.js'

const LANGUAGES = { es: 'español', en: 'inglés' }

/** Draws the people and chats on the left, and the topics above the messages. */
export function drawSidebar({ onPerson, onChat, onTopic }) {
  const { people, person, chats, chat, topic, bot } = model
  const personItem = (someone) => {
    const shown = { someone, isMe: someone === person, unread: unreadOf(someone.id) }
    return [someone.id, shown, () => personTab(shown, onPerson)]
  }
  const chatItem = (one) => {
    const shown = { chat: one, isOpen: one === chat, unread: unreadOf(one.id), person: person.id }
    return [one.id, shown, () => chatLink(shown, onChat)]
  }
  const topicItem = ({ id, name }) => {
    const unread = model.unread.filter((one) => one.chat === chat.id && one.topic === id).length
    const shown = { id, name, isOpen: id === topic, unread }
    return [id, shown, () => topicTab(shown, onTopic)]
  }
  fill(byId('people'), people.map(personItem))
  fill(byId('chats'), chats.map(chatItem))
  fill(byId('topics'), [{ name: 'General' }, ...chat.topics].map(topicItem))
  byId('topics').hidden = !chat.is_forum
  const unread = chats.reduce((sum, { id }) => sum + unreadOf(id), 0)
  byId('unread').dataset.preview = unread
  byId('unread').hidden = unread === 0
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${bot.first_name} · sandbox`
}

function personTab({ someone, isMe, unread }, onPerson) {
  const { id, first_name, language_code } = someone
  const label = `${first_name}, ${LANGUAGES[language_code] ?? language_code}`
  const sign = avatar(first_name, id)
  if (!isMe && unread > 0) sign.append(unreadSign(unread))
  const look = isMe ? 'accent bold' : 'soft'
  const tab = button(`person column grow small ${look}`, () => onPerson(someone), sign, first_name)
  tab.addEventListener('keydown', moveAlong)
  const properties = { role: 'tab', ariaLabel: label, title: label, ariaSelected: String(isMe) }
  return Object.assign(tab, properties, { tabIndex: isMe ? 0 : -1 })
}

/** Moves the focus between people by the arrow keys, as in any list of tabs. */
function moveAlong({ key, currentTarget: tab }) {
  const neighbour = { ArrowRight: tab.nextElementSibling, ArrowLeft: tab.previousElementSibling }[key]
  neighbour?.focus()
}

function chatLink({ chat, isOpen, unread }, onChat) {
  const { id, last_message: last } = chat
  const title = titleOf(chat)
  const preview = last ? previewOf(last) : kindOf(chat)
  const time = el('span', { class: 'soft small', data: { preview: last ? timeOf(last.date) : '' } })
  const words = el('span', { class: 'chat-last grow soft small cut', data: { preview } })
  const lines = [
    [el('span', { class: 'grow bold cut' }, title), time],
    [words, unreadSign(unread)],
  ]
  const ariaLabel = unread > 0 ? `${title} ${unread} sin leer` : title
  return link(
    { class: 'chat-link flex', ariaLabel, ariaCurrent: String(isOpen), data: { chat: id } },
    () => onChat(id),
    avatar(title, chat.type === 'private' ? 'bot' : id),
    el('span', { class: 'column grow' }, ...lines.map((line) => el('span', { class: 'flex' }, ...line))),
  )
}

const unreadSign = (unread) =>
  unread > 0 ? el('span', { class: 'unread small bold center', data: { preview: unread } }) : undefined

function topicTab({ id, name, isOpen, unread }, onTopic) {
  const look = isOpen ? 'accent bold' : 'soft'
  const tab = button(`topic flex ${look}`, () => onTopic(id), name, unreadSign(unread))
  tab.ariaPressed = String(isOpen)
  return tab
}
