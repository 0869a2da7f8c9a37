import type { Clock } from '../../runtime/clock.ts'
import { Failure } from '../../runtime/log.ts'
import { readPages } from '../../service/demo/demonstration.ts'
import type { Doubt } from '../../service/history/stored-monitor.ts'
import { createAgents } from '../../service/sources/connect/agents.ts'
import { createSource, type Part } from '../../service/sources/create-source.ts'
import {
  intermediatesOf,
  type PageConfig,
  type SourceConfig,
} from '../../service/sources/file/sources-file.ts'
import { createPageParser, type ParsePage } from '../../service/sources/parse/page-parser.ts'
import { readOptions } from '../import-line.ts'
import type { Output } from '../print.ts'
import { checkSources, saveAnswer } from './check.ts'
import { reportOf } from './report.ts'

const USAGE = 'usage: npm run sources -- check [FILE] [--save DIR]'
export const SOURCES_HELP = `${USAGE}
  Calls every source of FILE once (venezuela, simulated or a path; else SOURCES_FILE, else venezuela) and prints
  a line for each source and monitor, as text for a bug report: which one leads, which echo another, and which
  stand still, if the program runs with the REDIS_URL or DATA_DIR given. Exit code 1 if a monitor has no price.
  --save DIR  keeps what each source answered`

const OPTIONS = { help: { type: 'boolean', short: 'h' }, save: { type: 'string' } } as const

/** What the command line asks for; undefined: the help. */
export interface Check {
  readonly file: string | undefined
  readonly save: string | undefined
}

/** Reads the command line. Throws a Failure with the usage. */
export function parseSourcesLine(args: readonly string[]): Check | undefined {
  const { values, positionals } = readOptions(args, OPTIONS, USAGE)
  if (values.help) return undefined
  const [command, file, ...more] = positionals
  if (command !== 'check' || more.length > 0) throw new Failure(USAGE)
  return { file, save: values.save }
}

export interface RunCheckOptions extends Output {
  readonly sourcesFile: string
  readonly save: string | undefined
  readonly clock: Clock
  /** Reads what the program that runs has seen of monitors; without it nothing is known of that. */
  readonly readDoubts?: (refs: readonly string[]) => Promise<Doubt[]>
}

/** Checks the sources and prints the report. Returns whether every monitor has a price. */
export async function runCheck({
  sourcesFile,
  save,
  print,
  isTerminal,
  clock,
  readDoubts = async () => [],
}: RunCheckOptions): Promise<boolean> {
  const pages = await readPages(sourcesFile)
  const agents = createAgents({ intermediates: intermediatesOf(pages) })
  const parse = createPageParser()
  const parts = new Map<string, Part>()
  const isMeans = ({ sources }: PageConfig): boolean => sources.some(({ kind }) => kind === 'mean')

  const parseAndSave =
    (page: string, source: string, onAnswer: () => void): ParsePage =>
    async (answer, signal) => {
      onAnswer()
      if (save !== undefined) await saveAnswer(save, { page, source, kind: answer.kind, text: answer.text })
      return parse(answer, signal)
    }
  const connect = (page: string, source: SourceConfig, onAnswer: () => void) =>
    createSource(page, source, {
      agents,
      parse: parseAndSave(page, source.name, onAnswer),
      clock,
      random: () => 0.5, // a simulated source stands where it begins
      stored: () => undefined,
      findPart: (name) => parts.get(name),
    })
  try {
    const options = { createSource: connect, clock }
    const monitors = await checkSources(
      pages.filter((page) => !isMeans(page)),
      options,
    )
    for (const { monitor, combined } of monitors)
      if (combined)
        parts.set(monitor, { title: monitor, price: combined.price, simulated: false, stale: false })
    monitors.push(...(await checkSources(pages.filter(isMeans), options)))
    const seen = await readDoubts(monitors.map(({ ref }) => ref))
    const all = monitors.map((one, i) => ({ ...one, seen: seen[i] }))
    print(reportOf(all, { now: clock(), isTerminal }))
    return monitors.every(({ combined }) => combined !== undefined)
  } finally {
    await agents.close()
  }
}
