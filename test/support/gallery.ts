import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { launchChromium } from '../../sandbox/test/support/chromium.ts'
import { goTo } from '../../sandbox/test/support/web-chat.ts'
import { CHANNEL, createActor, type Place } from './gallery/actor.ts'
import type { Shot } from './gallery/shot.ts'
import { SHOTS } from './gallery/shots.ts'
import { SILENT_SHOTS, STALE_SHOTS } from './gallery/shots-of-trouble.ts'
import { shrink } from './gallery/shrink.ts'
import { startTrouble } from './gallery/trouble.ts'
import { spawnProgram } from './program.ts'

/**
 * Makes `docs/gallery.md` and its pictures anew: `npx node test/support/gallery.ts [NAME…]`, all or those of these names.
 * The demonstration runs, two people ask it everything, and what it answers is taken from the web chat.
 */
const DOCS = join(import.meta.dirname, '../../docs')
const PICTURES = join(DOCS, 'gallery')
const VIEWPORT = { width: 390, height: 1_600 }
const SCALE = 1.25
/** Prices have moved by then, so that there are changes to show. */
const AFTER_MS = 25_000
/** An answer as old as that is said to be old. */
const SILENT_AFTER_MS = 155_000
const GROUPS = { es: -1_001_000_000_001, en: -4_000_001 } as const
/** Each has what was said before in a chat of its own. */
const PEOPLE = { es: 10_000_001, en: 10_000_003 } as const
const OWNER = 10_000_001
const MEMBER = 10_000_002
/** Before the operators are told of the source that stands still. */
const TROUBLE_AFTER_MS = 8_000
const PUSHES_MS = 20_000

type Language = keyof typeof PEOPLE

const wanted = process.argv.slice(2)
const isWanted = ({ name }: Shot): boolean => wanted.length === 0 || wanted.includes(name)
mkdirSync(PICTURES, { recursive: true })
const browser = await launchChromium()
const missing: string[] = []
let lane: Promise<unknown> = Promise.resolve()
try {
  if (SHOTS.some(isWanted)) await demonstrate()
  if ([...STALE_SHOTS, ...SILENT_SHOTS].some(isWanted)) await showTrouble()
} finally {
  await browser.close()
}
if (wanted.length === 0)
  writeFileSync(join(DOCS, 'gallery.md'), pageOf([...SHOTS, ...STALE_SHOTS, ...SILENT_SHOTS]))
process.stdout.write(missing.length > 0 ? `missing:\n${missing.join('\n')}\n` : 'all taken\n')

async function demonstrate(): Promise<void> {
  const program = spawnProgram({ env: { ADMIN_CHAT_IDS: Object.values(PEOPLE).join(',') } })
  try {
    const webChat = await program.address('Web chat')
    await sleep(AFTER_MS)
    await takeInAll(webChat, SHOTS)
  } finally {
    await program.stop()
  }
}

async function showTrouble(): Promise<void> {
  const trouble = await startTrouble(Object.values(PEOPLE).join(','))
  try {
    await sleep(TROUBLE_AFTER_MS)
    await takeInAll(trouble.webChat, STALE_SHOTS)
    trouble.silence()
    if (SILENT_SHOTS.some(isWanted)) await sleep(SILENT_AFTER_MS)
    await takeInAll(trouble.webChat, SILENT_SHOTS)
  } finally {
    await trouble.stop()
  }
}

async function takeInAll(webChat: string, shots: readonly Shot[]): Promise<void> {
  const languages = Object.keys(PEOPLE) as Language[]
  await Promise.all(languages.map((language) => takeAll(webChat, language, shots)))
}

/** One after the other, whoever asks. */
function inLane(work: () => Promise<void>): Promise<void> {
  const done = lane.then(work)
  lane = done
  return done
}

async function takeAll(webChat: string, language: Language, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: SCALE,
    bypassCSP: true, // the screenshots add a style of their own
  })
  const pages = new Map<string, Page>()
  for (const shot of shots) {
    const place = placeOf(shot, language)
    const seat = `${place.user} in ${place.chat}`
    const page = pages.get(seat) ?? (await open(context.newPage(), webChat, place))
    pages.set(seat, page)
    const work = () => tryToTake(page, shot, { webChat, place, language })
    await (shot.alone ? inLane(work) : work())
  }
}

/** A group speaks the language of who let the bot in. */
function placeOf({ inGroup, inChannel, isOwner }: Shot, language: Language): Place {
  if (isOwner) return { user: OWNER, chat: OWNER }
  if (inChannel) return { user: OWNER, chat: CHANNEL }
  if (!inGroup) return { user: PEOPLE[language], chat: PEOPLE[language] }
  const users = { inviter: PEOPLE[language], owner: OWNER, member: MEMBER }
  return { user: users[inGroup], chat: GROUPS[language] }
}

async function open(opening: Promise<Page>, webChat: string, { user, chat }: Place): Promise<Page> {
  const page = await opening
  page.setDefaultTimeout(PUSHES_MS)
  await goTo(page, `${webChat}/?user=${user}&chat=${chat}`)
  return page
}

interface Setting {
  readonly webChat: string
  readonly place: Place
  readonly language: Language
}

async function tryToTake(page: Page, shot: Shot, setting: Setting): Promise<void> {
  try {
    await take(page, shot, setting)
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
    missing.push(`${shot.name}.${setting.language}: ${reason}`)
  }
}

async function take(page: Page, shot: Shot, { webChat, place, language }: Setting): Promise<void> {
  const id = await createActor(webChat, place, language).act(shot.steps)
  if (!isWanted(shot)) return
  const stack = page.locator(`[data-id="${id}"] .stack`)
  await stack.waitFor()
  // What comes meanwhile would move it.
  await page.addStyleTag({ content: `[data-id="${id}"] ~ * { display: none !important }` })
  await stack.locator('img').evaluateAll(decodeAll)
  const path = join(PICTURES, `${shot.name}.${language}.png`)
  try {
    await picture(stack, path)
  } finally {
    await page.evaluate("[...document.querySelectorAll('style')].at(-1).remove()")
  }
  await shrink(path)
}

/** Not those of other messages: what is hidden may never be decoded, and nothing ends that wait. */
function decodeAll(images: readonly { decode(): Promise<void> }[]): Promise<unknown> {
  return Promise.all(images.map((image) => image.decode().catch(() => {})))
}

/** A message that changes by itself may be drawn anew while its picture is taken. */
async function picture(stack: Locator, path: string): Promise<void> {
  const shoot = () => stack.screenshot({ path, animations: 'disabled' })
  await shoot().catch(shoot)
}

function pageOf(shots: readonly Shot[]): string {
  const intro =
    '`npx node test/support/gallery.ts` takes these pictures from the web chat of the demonstration; it needs Chromium. Spanish is left, English right.'
  const sections = shots.map(({ name, title }) =>
    [`## ${title}`, `![${title}](gallery/${name}.es.png) ![${title}](gallery/${name}.en.png)`].join('\n\n'),
  )
  return `${['# Gallery', intro, ...sections].join('\n\n')}\n`
}
