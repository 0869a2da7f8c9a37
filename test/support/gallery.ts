import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from 'playwright-core'
import { launchChromium } from '../../sandbox/test/support/chromium.ts'
import { goTo } from '../../sandbox/test/support/web-chat.ts'
import { SHOTS, type Shot, SILENT_SHOTS, STALE_SHOTS } from './gallery/shots.ts'
import { act, CHANNEL, type Language } from './gallery/steps.ts'
import { startTrouble } from './gallery/trouble.ts'
import { createPeople, type Place } from './people.ts'
import { spawnProgram } from './program.ts'

/**
 * Makes `docs/gallery.md` and its pictures anew: `npx node test/support/gallery.ts [NAME…]`, all or those of these names.
 * The demonstration runs, two people ask it everything, and what it answers is taken from the web chat.
 */
const DOCS = join(import.meta.dirname, '../../docs')
const PICTURES = join(DOCS, 'gallery')
const VIEWPORT = { width: 390, height: 1_600 }
const SCALE = 1.25
const QUALITY = 80
/** Prices have moved by then, so that there are changes to show. */
const AFTER_MS = 25_000
/** An answer as old as that is said to be old. */
const SILENT_AFTER_MS = 155_000
/** Before the operators are told of the source that stands still. */
const TROUBLE_AFTER_MS = 8_000
const PUSHES_MS = 20_000
const LANGUAGES: readonly Language[] = ['es', 'en']
const GROUPS = { es: -1_001_000_000_001, en: -4_000_001 } as const
/** Each has what was said before in a chat of its own. */
const PEOPLE = { es: 10_000_001, en: 10_000_003 } as const
const OPERATORS = Object.values(PEOPLE).join(',')
const OWNER = 10_000_001
const MEMBER = 10_000_002

const ALL = [...SHOTS, ...STALE_SHOTS, ...SILENT_SHOTS]
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
if (wanted.length === 0) writeFileSync(join(DOCS, 'gallery.md'), pageOf(ALL))
process.stdout.write(missing.length > 0 ? `missing:\n${missing.join('\n')}\n` : 'all taken\n')

async function demonstrate(): Promise<void> {
  const program = spawnProgram({ env: { ADMIN_CHAT_IDS: OPERATORS } })
  try {
    const webChat = await program.address('Web chat')
    await sleep(AFTER_MS)
    await takeInAll(webChat, SHOTS)
  } finally {
    await program.stop()
  }
}

async function showTrouble(): Promise<void> {
  const trouble = await startTrouble(OPERATORS)
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

function takeInAll(webChat: string, shots: readonly Shot[]): Promise<unknown> {
  return Promise.all(LANGUAGES.map((language) => takeAll(webChat, language, shots)))
}

async function takeAll(webChat: string, language: Language, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: SCALE,
    bypassCSP: true, // the screenshots add a style of their own
  })
  const people = createPeople(webChat)
  const page = await context.newPage()
  let shown = ''
  for (const shot of shots) {
    const place = placeOf(shot, language)
    const seat = `${webChat}/?user=${place.user}&chat=${shot.seat === 'channel' ? CHANNEL : place.chat}`
    const work = async (): Promise<void> => {
      const id = await act({ people, place, language }, shot.steps)
      if (!isWanted(shot)) return
      if (seat !== shown) await goTo(page, seat)
      shown = seat
      await take(page, id, `${shot.name}.${language}`)
    }
    const done = (shot.isAlone ? lane.then(work) : work()).catch((error: unknown) => {
      missing.push(`${shot.name}.${language}: ${String(error).split('\n', 1)}`)
    })
    if (shot.isAlone) lane = done
    await done
  }
}

/** A group speaks the language of who let the bot in. */
function placeOf({ seat }: Shot, language: Language): Place {
  const own = PEOPLE[language]
  if (seat === undefined) return { user: own, chat: own }
  if (seat === 'channel' || seat === 'private') return { user: OWNER, chat: OWNER }
  return { user: { inviter: own, owner: OWNER, member: MEMBER }[seat], chat: GROUPS[language] }
}

async function take(page: Page, id: number, name: string): Promise<void> {
  const stack = page.locator(`[data-id="${id}"] .stack`)
  await stack.waitFor({ timeout: PUSHES_MS })
  // What comes meanwhile would move it.
  await page.addStyleTag({ content: `[data-id="${id}"] ~ * { display: none !important }` })
  await stack.locator('img').evaluateAll(decodeAll)
  try {
    writeFileSync(join(PICTURES, `${name}.webp`), await pictureOf(stack))
  } finally {
    await page.evaluate("[...document.querySelectorAll('style')].at(-1).remove()")
  }
}

/** Not those of other messages: what is hidden may never be decoded, and nothing ends that wait. */
function decodeAll(images: readonly { decode(): Promise<void> }[]): Promise<unknown> {
  return Promise.all(images.map((image) => image.decode().catch(() => {})))
}

/** A message that changes by itself may be drawn anew while its picture is taken. */
async function pictureOf(stack: Locator): Promise<Buffer> {
  const shoot = () => stack.screenshot({ animations: 'disabled' })
  const image = await loadImage(await shoot().catch(shoot))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.encode('webp', QUALITY)
}

function pageOf(shots: readonly Shot[]): string {
  const intro =
    '`npx node test/support/gallery.ts` takes these pictures from the web chat of the demonstration; it needs Chromium. Spanish is left, English right.'
  const sections = shots.map(({ name, title }) =>
    [`## ${title}`, `![Spanish](gallery/${name}.es.webp) ![English](gallery/${name}.en.webp)`].join('\n\n'),
  )
  return `${['# Gallery', intro, ...sections].join('\n\n')}\n`
}
