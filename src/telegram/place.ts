import type { Update } from 'grammy/types'

interface Placed {
  readonly chat?: { readonly id: number }
  readonly message?: { readonly chat: { readonly id: number } }
  readonly from?: { readonly id: number }
}

/**
 * Where an update belongs: updates of one place are worked off one after another. The chat; else, where somebody asks
 * in inline mode, the person.
 */
export function placeOf(update: Update): string {
  const { update_id, ...kinds } = update
  const [content] = Object.values(kinds) as Placed[]
  const chat = content?.chat ?? content?.message?.chat
  if (chat) return String(chat.id)
  return content?.from ? `inline${content.from.id}` : `update${update_id}`
}
