import axe from 'axe-core'
import type { Page } from 'playwright-core'

const GRAVE = ['moderate', 'serious', 'critical']
/** What still fades in has the contrast of a moment; what moves for ever (a busy sign) is not waited for. */
const AT_REST = `Promise.all(
  document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
    .map((animation) => animation.finished.catch(() => {})),
)`

/** The violations, but for minor ones, that axe-core finds on a page at rest, each with the element it is about. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  await page.evaluate(AT_REST)
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))
}
