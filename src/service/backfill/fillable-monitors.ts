import { SECOND_MS } from '../../domain/durations.ts'
import { monitorName, monitorRef } from '../../domain/monitor.ts'
import { createPageRequest, type PageRequestOptions } from '../sources/page-request.ts'
import type { PageConfig } from '../sources/schema/page-config.ts'
import { lastPastDay } from '../sources/shipped/past.ts'
import type { FillableMonitor } from './backfill.ts'

/** Thousands of rows may be made up at the moment of asking. */
const TIMEOUT_MS = 60 * SECOND_MS

type Connections = Pick<PageRequestOptions, 'userAgent' | 'agents'>

/** The monitors of the pages whose past can be read, in page order. */
export const fillableMonitors = (
  pages: readonly PageConfig[],
  { userAgent, agents }: Connections,
): FillableMonitor[] =>
  pages.flatMap(({ page, monitors }) =>
    monitors.flatMap(({ key, currency, past, history = [] }) => {
      const monitor = { page, currency, key }
      const sources = history.map(({ url, headers, rows, date, price }) => ({
        url,
        pointers: { rows, date, price },
        read: (signal: AbortSignal) =>
          createPageRequest({ url, headers, userAgent, agents, timeoutMs: TIMEOUT_MS }).read(
            signal,
            (text) => text,
          ),
      }))
      if (sources.length === 0) return []
      const knownUntil = past && lastPastDay(past)
      return [{ ref: monitorRef(monitor), name: monitorName(monitor), sources, knownUntil }]
    }),
  )
