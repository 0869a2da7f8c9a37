import { expect, test } from 'vitest'
import { read } from '../project.ts'

const [page, alerts] = [read('docs/operations.md'), read('ops/alerts.yaml')]
const board: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('ops/grafana.json'))

const named = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]
const ALERTS = named(alerts, /- alert: (\w+)/g)

test('each alert has a section in docs/operations.md, and each section an alert', () => {
  const section = page.split('## When an alert fires')[1]?.split(/^## /m)[0] ?? ''
  expect(ALERTS.length).toBeGreaterThan(5)
  expect(named(section, /^### (\w+)$/gm)).toEqual(ALERTS)
  expect(named(alerts, /runbook: docs\/operations\.md#(\w+)/g)).toEqual(
    ALERTS.map((alert) => alert.toLowerCase()),
  )
})

test('each alert is shown firing and silent', () => {
  const blocks = read('ops/alerts.test.yaml')
    .split(/^ +- (?=\{ eval_time|eval_time)/m)
    .slice(1)
  const shownAs = (isSilent: boolean): string[] =>
    blocks
      .filter((block) => /exp_alerts: \[\]/.test(block) === isSilent)
      .map((block) => /alertname: (\w+)/.exec(block)?.[1] ?? '')
  for (const isSilent of [false, true]) expect(new Set(shownAs(isSilent))).toEqual(new Set(ALERTS))
})

test.each([
  ['the alerts', alerts],
  ['the board', board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')],
])('%s ask for metrics that docs/metrics.md lists', (_, queries) => {
  const listed = named(read('docs/metrics.md'), /^\| `(tasa_\w+)` \|/gm)
  const asked = named(queries, /\b(tasa_(?!nodejs_|process_)\w+?)(?:_bucket)?\b/g)
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !listed.includes(name))).toEqual([])
})
