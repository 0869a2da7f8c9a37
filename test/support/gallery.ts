import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { createActor, type Place } from './gallery/actor.ts'
import { SHOTS, type Shot } from './gallery/shots.ts'
import { shrink } from './gallery/shrink.ts'
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
const GROUPS = { es: -1_001_000_000_001, en: -4_000_001 } as const
/** Each has what was said before in a chat of its own. */
const PEOPLE = { es: 10_000_001, en: 10_000_003 } as const
const OWNER = 10_000_001
const MEMBER = 10_000_002
const PUSHES_MS = 20_000

type Language = keyof typeof PEOPLE

const wanted = process.argv.slice(2)
mkdirSync(PICTURES, { recursive: true })
const program = spawnProgram({ env: { ADMIN_CHAT_IDS: Object.values(PEOPLE).join(',') } })
const browser = await launchChromium()
const missing: string[] = []
try {
  const webChat = await program.address('Web chat')
  await sleep(AFTER_MS)
  await Promise.all(
    (Object.keys(PEOPLE) as Language[]).map((language) => takeAll(browser, webChat, language)),
  )
} finally {
  await browser.close()
  await program.stop()
}
if (wanted.length === 0) writeFileSync(join(DOCS, 'gallery.md'), pageOf(SHOTS))
process.stdout.write(missing.length > 0 ? `missing:\n${missing.join('\n')}\n` : 'all taken\n')

async function takeAll(chromium: Browser, webChat: string, language: Language): Promise<void> {
  const context = await chromium.newContext({ viewport: VIEWPORT, deviceScaleFactor: SCALE })
  const pages = new Map<number, Page>()
  for (const shot of SHOTS) {
    const place = placeOf(shot, language)
    const page = pages.get(place.chat) ?? (await open(context.newPage(), webChat, place))
    pages.set(place.chat, page)
    try {
      await take(page, shot, { webChat, place, language })
    } catch (error) {
      missing.push(
        `${shot.name}.${language}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`,
      )
    }
  }
}

/** A group speaks the language of who let the bot in. */
function placeOf({ inGroup }: Shot, language: Language): Place {
  if (!inGroup) return { user: PEOPLE[language], chat: PEOPLE[language] }
  const users = { inviter: PEOPLE[language], owner: OWNER, member: MEMBER }
  return { user: users[inGroup], chat: GROUPS[language] }
}

async function open(opening: Promise<Page>, webChat: string, { user, chat }: Place): Promise<Page> {
  const page = await opening
  page.setDefaultTimeout(PUSHES_MS)
  await page.goto(`${webChat}/?user=${user}&chat=${chat}`)
  await page.getByRole('log').waitFor()
  return page
}

interface Setting {
  readonly webChat: string
  readonly place: Place
  readonly language: Language
}

async function take(page: Page, shot: Shot, { webChat, place, language }: Setting): Promise<void> {
  const id = await createActor(webChat, place, language).act(shot.steps)
  if (wanted.length > 0 && !wanted.includes(shot.name)) return
  const stack = page.locator(`[data-id="${id}"] .stack`)
  await stack.waitFor()
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode().catch(() => {})))')
  const path = join(PICTURES, `${shot.name}.${language}.png`)
  await stack.screenshot({ path })
  await shrink(path)
}

function pageOf(shots: readonly Shot[]): string {
  const rows = shots.map(({ name, title }) =>
    [
      `## ${title}`,
      '',
      '| Español | English |',
      '|---|---|',
      `| ${imageOf(name, 'es')} | ${imageOf(name, 'en')} |`,
      '',
    ].join('\n'),
  )
  return [
    '# Gallery',
    '',
    'What people see, from the web chat of the demonstration at the width of a phone. Made anew by',
    '`npx node test/support/gallery.ts`, which needs Chromium; prices are simulated and differ each time.',
    '',
    ...rows,
  ].join('\n')
}

function imageOf(name: string, language: Language): string {
  return `<img src="gallery/${name}.${language}.png" width="330" alt="${name}">`
}
