import { z } from 'zod'

/** What a collection tells the copies in memory: when, which monitors it could read, and the new state of those that changed. */
const ANNOUNCEMENT = z.object({
  at: z.number(),
  collected: z.array(z.string()),
  /** Those that it could read, and whose source says that they stand still. */
  stale: z.array(z.string()).default([]),
  states: z.record(z.string(), z.string()).default({}),
  /** Refs whose history was written from elsewhere. */
  imported: z.array(z.string()).default([]),
})
export type Announcement = z.output<typeof ANNOUNCEMENT>

export const formatAnnouncement = (announcement: z.input<typeof ANNOUNCEMENT>): string =>
  JSON.stringify(announcement)

/** Reads what `formatAnnouncement` wrote. Throws on anything else. */
export const parseAnnouncement = (text: string): Announcement => ANNOUNCEMENT.parse(JSON.parse(text))
