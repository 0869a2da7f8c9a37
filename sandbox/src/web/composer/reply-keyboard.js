const isMine = ({ keyboard, reply_to_message }, person) =>
  !keyboard.selective || reply_to_message === undefined || reply_to_message.from?.id === person.id

const newestKeyboard = (messages, person) =>
  messages.findLast((message) => message.keyboard && isMine(message, person))

/** The reply keyboard of a person; a one-time keyboard is hidden after that person's next message. */
export function keysFor(messages, person) {
  const message = newestKeyboard(messages, person)
  if (!message?.keyboard.keyboard) return undefined
  const used = message.keyboard.one_time_keyboard && hasSpokenSince(messages, message, person)
  return used ? undefined : message.keyboard
}

/** The message with `force_reply` that the person has not answered yet. */
export function replyFor(messages, person) {
  const message = newestKeyboard(messages, person)
  return message?.keyboard.force_reply && !hasSpokenSince(messages, message, person) ? message : undefined
}

const hasSpokenSince = (messages, { message_id }, person) =>
  messages.some((message) => message.message_id > message_id && message.author === person.id)
