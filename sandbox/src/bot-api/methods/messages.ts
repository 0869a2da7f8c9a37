import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import { send } from '../../send.ts'
import type { State } from '../../state.ts'
import { NEW_CAPTION_TOO_LONG, NEW_TEXT_TOO_LONG, readCaption, readText } from '../../text/text.ts'
import { findOpenRoom, findWritableRoom } from '../../world/access.ts'
import { documentContent, photoContent, readDocument, readPhoto } from '../media.ts'

const ACTIONS = [
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]
const REACTIONS = z.array(z.looseObject({ type: z.string(), emoji: z.string().optional() }))

/** Methods that send messages, chat actions and reactions. */
export function messageMethods(state: State): Methods {
  const { world, files } = state

  function sendChatAction(call: Call): true {
    const room = findWritableRoom(world, call)
    const action = call.text('action') ?? ''
    if (!ACTIONS.includes(action)) throw badRequest('wrong parameter action in request')
    const thread = call.number('message_thread_id')
    world.feed.publish(room.chat.id, { type: 'action', action, ...(thread !== undefined && { thread }) })
    return true
  }

  function setMessageReaction(call: Call): true {
    const room = findOpenRoom(world, call)
    const entry = room.entries.get(call.number('message_id') ?? 0)
    if (!entry) throw badRequest('message to react not found')
    const { reaction: _, ...rest } = entry
    const emoji = call.json('reaction', REACTIONS)?.[0]?.emoji
    world.replace(room, { ...rest, ...(emoji && { reaction: emoji }) })
    return true
  }

  return {
    sendMessage: (call) => send(state, call, readText(call, NEW_TEXT_TOO_LONG)),
    sendPhoto: (call) => {
      const photo = readPhoto(files, call, { reference: call.text('photo'), own: 'photo' })
      return send(state, call, { ...photoContent(photo), ...readCaption(call, NEW_CAPTION_TOO_LONG) })
    },
    sendDocument: (call) => {
      const document = readDocument(files, call, { reference: call.text('document'), own: 'document' })
      return send(state, call, { ...documentContent(document), ...readCaption(call, NEW_CAPTION_TOO_LONG) })
    },
    sendChatAction,
    setMessageReaction,
  }
}
