import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chat } from 'grammy/types'
import { z } from 'zod'
import type { State } from './state.ts'
import type { Entry, Room } from './world/room.ts'

const MESSAGES_PER_CHAT_MAX = 100
const SAVE_PAUSE_MS = 500
const SNAPSHOT = 'chats.json'

const STATUS = z.enum(['creator', 'administrator', 'member', 'left', 'kicked'])
const ROOMS = z.array(
  z.object({
    chat: z.custom<Chat>(),
    bot_status: STATUS,
    statuses: z.array(z.tuple([z.number(), STATUS])),
    entries: z.array(z.custom<Entry>()),
    anonymous: z.array(z.number()),
    pinned: z.array(z.number()),
    moved_to: z.number().optional(),
  }),
)
type StoredRoom = z.output<typeof ROOMS>[number]

/** Stores chats and pictures in a directory for the next start; a crash may lose the last half second. */
export function createStorage(directory: string, { world, files, log }: State) {
  /** Names of the pictures in the directory. */
  let pictures = new Set<string>()
  let saving = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    pictures = new Set((await readdir(directory)).filter((name) => name.endsWith('.png')))
    for (const name of pictures) files.keep('photo', await readFile(join(directory, name)))
    await loadRooms()
    world.listen((_chat, change) => {
      if (change.type === 'action') return
      if (change.type === 'chat') save()
      else timer ??= setTimeout(save, SAVE_PAUSE_MS)
    })
  }

  /** Loads the stored chats; the sandbox starts without them when they cannot be read. */
  async function loadRooms(): Promise<void> {
    try {
      const stored = ROOMS.parse(JSON.parse(await readFile(join(directory, SNAPSHOT), 'utf8')))
      for (const room of stored) world.rooms.set(room.chat.id, roomOf(room))
    } catch (error) {
      const isFirstStart = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isFirstStart) log.warn({ err: error }, 'the stored chats of the sandbox cannot be read')
    }
  }

  /** A stored room; the people, the title and the topics of the cast are those of today. */
  function roomOf({ bot_status, moved_to, ...stored }: StoredRoom): Room {
    const cast = world.rooms.get(stored.chat.id)
    return {
      ...stored,
      chat: cast?.chat ?? stored.chat,
      topics: cast?.topics ?? [],
      statuses: new Map([...(cast?.statuses ?? []), ...stored.statuses, [world.bot.id, bot_status]]),
      entries: new Map(stored.entries.map((entry) => [entry.post.message_id, entry])),
      anonymous: new Set(stored.anonymous),
      pinned: new Set(stored.pinned),
      movedTo: moved_to,
    }
  }

  const storedOf = ({ topics: _, statuses, movedTo, ...room }: Room): StoredRoom => ({
    ...room,
    bot_status: statuses.get(world.bot.id) ?? 'left',
    statuses: [...statuses].filter(([id]) => id !== world.bot.id),
    entries: [...room.entries.values()].slice(-MESSAGES_PER_CHAT_MAX),
    anonymous: [...room.anonymous],
    pinned: [...room.pinned],
    moved_to: movedTo,
  })

  function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    saving = saving.then(write).catch((err) => log.warn({ err }, 'the chats of the sandbox were not stored'))
    return saving
  }

  async function write(): Promise<void> {
    const kept = files.photos()
    const names = new Set(kept.map(({ name }) => name))
    for (const { name, bytes } of kept) if (!pictures.has(name)) await replaceFile(name, bytes)
    for (const name of pictures) if (!names.has(name)) await rm(join(directory, name), { force: true })
    pictures = names
    await replaceFile(SNAPSHOT, JSON.stringify([...world.rooms.values()].map(storedOf)))
  }

  /** Writes a new file and renames it, so that a crash leaves no half file. */
  async function replaceFile(name: string, content: Buffer | string): Promise<void> {
    const path = join(directory, name)
    await writeFile(`${path}.new`, content, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  return { start, stop: save }
}
