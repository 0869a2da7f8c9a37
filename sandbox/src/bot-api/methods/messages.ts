import { isDeepStrictEqual } from 'node:util'
import type { Message } from 'grammy/types'
import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import { findOwn, send } from '../../send.ts'
import type { State } from '../../state.ts'
import { captionOf, textOf } from '../../text.ts'
import { findOpenRoom, findWritableRoom } from '../../world/access.ts'
import type { StoredFile } from '../../world/files.ts'
import { readMarkup } from '../../world/keyboard.ts'
import type { Content } from '../../world/room.ts'

const ATTACH = 'attach://'
const NAMES = { photo: 'Photo', document: 'Document' } as const
const MEDIA = z.looseObject({
  type: z.enum(['photo', 'document'], 'only photos and documents are known to the sandbox'),
  media: z.string(),
  caption: z.string().optional(),
  parse_mode: z.string().optional(),
})
const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message'

/** Methods that send, edit and delete messages, and chat actions. */
export function messageMethods(state: State): Methods {
  const { world, files, admit } = state

  /** The picture or file that a call sends: uploaded under its own name, `attach://name`, or a file_id of ours. */
  async function readMedia(call: Call, kind: StoredFile['kind'], reference = ''): Promise<Content> {
    const upload = call.upload(reference.startsWith(ATTACH) ? reference.slice(ATTACH.length) : kind)
    if (upload) return files.keep(kind, Buffer.from(await upload.arrayBuffer()), upload.name).content
    if (reference === '') throw badRequest(`there is no ${kind} in the request`)
    if (/^https?:/.test(reference)) throw badRequest('failed to get HTTP URL content')
    const known = files.find(reference)
    if (!known) throw badRequest('wrong file identifier/HTTP URL specified')
    if (known.kind !== kind) throw badRequest(`can't use file of type ${NAMES[known.kind]} as ${NAMES[kind]}`)
    return known.content
  }

  async function sendMedia(call: Call, kind: StoredFile['kind']): Promise<Message> {
    const media = await readMedia(call, kind, call.text(kind))
    const caption = captionOf(call.text('caption'), call.text('parse_mode'), 'message caption is too long')
    return send(state, call, { ...media, ...caption })
  }

  function sendChatAction(call: Call): true {
    const room = findWritableRoom(world, call)
    const action = call.text('action') ?? ''
    world.publish(room.chat.id, { type: 'action', action, thread: call.number('message_thread_id') })
    return true
  }

  /** Replaces the content if one is given, and the keyboard: one that is not given again is gone. */
  function edit(call: Call, content?: Content): Message | true {
    const { inline: reply_markup } = readMarkup(call, true)
    const { room, entry } = findOwn(world, call)
    const { edit_date, ...before } = entry.post
    if (content?.text && before.text === undefined)
      throw badRequest('there is no text in the message to edit')
    const changed = { ...withContent(before, content), ...(reply_markup && { reply_markup }) }
    if (isDeepStrictEqual(changed, before)) throw badRequest(NOT_MODIFIED)
    admit({ chat: room.chat, paid: false })
    const post = { ...changed, edit_date: world.now() }
    world.replace(room, { ...entry, post })
    return call.text('inline_message_id') ? true : post
  }

  async function editMessageMedia(call: Call): Promise<Message | true> {
    const media = call.json('media', MEDIA)
    if (!media) throw badRequest('there is no media in the request')
    const content = await readMedia(call, media.type, media.media)
    return edit(call, { ...content, ...captionOf(media.caption, media.parse_mode) })
  }

  function deleteMessage(call: Call): true {
    const room = findOpenRoom(world, call)
    const entry = room.entries.get(call.number('message_id') ?? 0)
    if (!entry) throw badRequest('message to delete not found')
    const isOwn = entry.authorId === world.bot.id
    if (!isOwn && room.chat.type !== 'private' && !world.isAdministrator(room))
      throw badRequest("message can't be deleted")
    world.remove(room, entry.post.message_id)
    return true
  }

  const readText = (call: Call, tooLong?: string): Content =>
    textOf(call.text('text'), call.text('parse_mode'), tooLong)

  return {
    sendMessage: (call) => send(state, call, readText(call, 'message is too long')),
    sendPhoto: (call) => sendMedia(call, 'photo'),
    sendDocument: (call) => sendMedia(call, 'document'),
    sendChatAction,
    editMessageText: (call) => edit(call, readText(call)),
    editMessageMedia,
    editMessageReplyMarkup: (call) => edit(call),
    deleteMessage,
  }
}

/** A message without its buttons, and with other content if one is given. */
function withContent({ reply_markup, ...post }: Message, content?: Content): Message {
  const { text, entities, caption, caption_entities, photo, document, ...frame } = post
  return content ? { ...frame, ...content } : post
}
