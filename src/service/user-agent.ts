import { readFileSync } from 'node:fs'
import { z } from 'zod'

const ABOUT = z.object({ name: z.string(), version: z.string() })
const about = ABOUT.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))

/** How we name ourselves to the pages we read. */
export const USER_AGENT = `${about.name}/${about.version}`
