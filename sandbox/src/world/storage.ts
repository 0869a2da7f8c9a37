import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chat } from 'grammy/types'
import { z } from 'zod'
import type { Entry } from '../post.ts'
import type { Log } from '../surroundings.ts'
import type { Topic } from './cast.ts'
import type { Files } from './files.ts'
import type { World } from './world.ts'

const MESSAGES_PER_CHAT_MAX = 100
const SAVE_PAUSE_MS = 500
const SNAPSHOT = 'chats.json'
const PICTURE = /\.png$/

const STATUS = z.enum(['creator', 'administrator', 'member', 'left', 'kicked'])
const ROOM = z.object({
  chat: z.custom<Chat>(),
  topics: z.array(z.custom<Topic>()),
  bot_status: STATUS,
  statuses: z.array(z.tuple([z.number(), STATUS])),
  entries: z.array(z.custom<Entry>()),
  anonymous: z.array(z.number()),
  pinned: z.array(z.number()),
  moved_to: z.number().optional(),
})
const ROOMS = z.array(ROOM)

/** What is stored, and in which directory. */
export interface StorageOptions {
  readonly directory: string
  readonly world: World
  readonly files: Files
  readonly log: Log
}

/** Stores chats and pictures on disk for the next start; a crash may lose the last half second. */
export function createStorage({ directory, world, files, log }: StorageOptions) {
  let saving = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await loadPictures()
    await loadRooms()
    files.watch({
      stored: (name, bytes) => void keepPicture(name, bytes),
      dropped: (name) => void rm(join(directory, name), { force: true }),
    })
    world.listen((_chat, change) => {
      if (change.type === 'action') return
      if (change.type === 'chat') save()
      else timer ??= setTimeout(save, SAVE_PAUSE_MS)
    })
  }

  async function keepPicture(name: string, bytes: Buffer): Promise<void> {
    await replaceFile(join(directory, name), bytes).catch((error: unknown) =>
      log.warn({ err: error }, 'a picture was not stored'),
    )
  }

  async function loadPictures(): Promise<void> {
    const names = (await readdir(directory)).filter((name) => PICTURE.test(name))
    for (const name of names) files.keep('photo', { name, bytes: await readFile(join(directory, name)) })
  }

  /** Loads the stored chats; the sandbox starts without them when they cannot be read. */
  async function loadRooms(): Promise<void> {
    try {
      const rooms = ROOMS.parse(JSON.parse(await readFile(join(directory, SNAPSHOT), 'utf8')))
      for (const room of rooms) restore(room)
    } catch (error) {
      const isFirstStart = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isFirstStart) log.warn({ err: error }, 'the stored chats of the sandbox cannot be read')
    }
  }

  function restore({ chat, topics, bot_status, moved_to, ...stored }: z.output<typeof ROOM>): void {
    const room = world.rooms.get(chat.id) ?? world.open(chat, topics)
    const { statuses, entries, anonymous, pinned } = stored
    for (const [id, status] of statuses) room.statuses.set(id, status)
    room.statuses.set(world.bot.id, bot_status)
    for (const entry of entries) room.entries.set(entry.post.message_id, entry)
    for (const id of anonymous) room.anonymous.add(id)
    for (const id of pinned) room.pinned.add(id)
    room.movedTo = moved_to
  }

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    saving = saving.then(write)
  }

  async function write(): Promise<void> {
    try {
      await replaceFile(join(directory, SNAPSHOT), JSON.stringify(snapshotOf(world)))
    } catch (error) {
      log.warn({ err: error }, 'the chats of the sandbox were not stored')
    }
  }

  async function stop(): Promise<void> {
    save()
    await saving
  }

  return { start, stop }
}

/** Writes a new file and renames it, so that a crash leaves no half file. */
async function replaceFile(path: string, content: Buffer | string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

function snapshotOf(world: World): z.input<typeof ROOMS> {
  return [...world.rooms.values()].map(({ chat, topics, statuses, movedTo, ...room }) => ({
    chat,
    topics: [...topics],
    bot_status: statuses.get(world.bot.id) ?? 'left',
    statuses: [...statuses].filter(([id]) => id !== world.bot.id),
    entries: [...room.entries.values()].slice(-MESSAGES_PER_CHAT_MAX),
    anonymous: [...room.anonymous],
    pinned: [...room.pinned],
    ...(movedTo !== undefined && { moved_to: movedTo }),
  }))
}
