const isMine = ({ keyboard, reply_to_message }, person) =>
  !keyboard.selective || reply_to_message === undefined || reply_to_message.from?.id === person.id

/** The message with `force_reply` that the person has not answered yet. */
export function replyFor(messages, person) {
  const asking = messages.findLast((message) => message.keyboard && isMine(message, person))
  const isAnswered = messages.some(
    ({ message_id, author }) => message_id > asking?.message_id && author === person.id,
  )
  return isAnswered ? undefined : asking
}
