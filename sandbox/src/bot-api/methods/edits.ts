import { isDeepStrictEqual } from 'node:util'
import type { InlineKeyboardMarkup } from 'grammy/types'
import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { Content, Post } from '../../post.ts'
import { findOwn } from '../../send.ts'
import type { State } from '../../state.ts'
import { captionOf, readCaption, readText } from '../../text/text.ts'
import { findOpenRoom } from '../../world/access.ts'
import { readInlineMarkup } from '../../world/keyboard.ts'
import { documentContent, photoContent, readDocument, readPhoto } from '../media.ts'

const MEDIA = z.looseObject({
  type: z.enum(['photo', 'document'], 'only photos and documents are known to the sandbox'),
  media: z.string(),
  caption: z.string().optional(),
  parse_mode: z.string().optional(),
})

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message'

type Change = (post: Post) => Content

/** Methods that edit and delete messages. */
export function editMethods(state: State): Methods {
  const { world, files, flood } = state

  function edit(call: Call, change: Change): Post | true {
    const markup = readInlineMarkup(call)
    const { room, entry } = findOwn(world, call)
    const changed = withContent(entry.post, change(entry.post), markup)
    const { edit_date: _, ...before } = entry.post
    if (isDeepStrictEqual(changed, before)) throw badRequest(NOT_MODIFIED)
    flood.admit({ chat: room.chat, paid: false })
    const { post } = world.replace(room, { ...entry, post: { ...changed, edit_date: world.now() } })
    return call.has('inline_message_id') ? true : post
  }

  function deleteMessage(call: Call): true {
    const room = findOpenRoom(world, call)
    const entry = room.entries.get(call.number('message_id') ?? 0)
    if (!entry) throw badRequest('message to delete not found')
    const own = entry.authorId === world.bot.id
    const allowed = own || room.chat.type === 'private' || world.isAdministrator(room, world.bot.id)
    if (!allowed) throw badRequest("message can't be deleted")
    world.remove(room, entry.post.message_id)
    return true
  }

  function newMedia(call: Call): Content {
    const media = call.json('media', MEDIA)
    if (!media) throw badRequest('there is no media in the request')
    const field = { reference: media.media, own: 'media' }
    const content =
      media.type === 'photo'
        ? photoContent(readPhoto(files, call, field))
        : documentContent(readDocument(files, call, field))
    const caption = captionOf({ text: media.caption ?? '', parseMode: media.parse_mode, entities: undefined })
    return { ...content, ...caption }
  }

  return {
    editMessageText: (call) => {
      const content = readText(call)
      return edit(call, (post) => {
        if (post.text === undefined) throw badRequest('there is no text in the message to edit')
        return content
      })
    },
    editMessageCaption: (call) => {
      const caption = readCaption(call)
      return edit(call, ({ photo, document }) => {
        if (!photo && !document) throw badRequest('there is no caption in the message to edit')
        return { ...(photo && { photo }), ...(document && { document }), ...caption }
      })
    },
    editMessageMedia: (call) => {
      const content = newMedia(call)
      return edit(call, () => content)
    },
    editMessageReplyMarkup: (call) => edit(call, contentOf),
    deleteMessage,
  }
}

function contentOf({
  text,
  entities,
  caption,
  caption_entities,
  photo,
  document,
  link_preview_options,
}: Post): Content {
  return {
    ...(text !== undefined && { text }),
    ...(entities && { entities }),
    ...(caption !== undefined && { caption }),
    ...(caption_entities && { caption_entities }),
    ...(photo && { photo }),
    ...(document && { document }),
    ...(link_preview_options && { link_preview_options }),
  }
}

/** An edit replaces all content, and the keyboard: one that is not given again is gone. */
function withContent(post: Post, content: Content, markup: InlineKeyboardMarkup | undefined): Post {
  const { text, entities, caption, caption_entities, photo, document, ...others } = post
  const { link_preview_options, reply_markup, edit_date, ...frame } = others
  return { ...frame, ...content, ...(markup && { reply_markup: markup }) }
}
