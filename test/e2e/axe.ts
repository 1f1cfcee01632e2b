import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'

/** For `page.evaluate`: a strict CSP lets no script tag in. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const AxeResults = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
})

/**
 * What axe-core holds against the page, as `rule: element`.
 * @param options of axe-core; its own rules without
 */
async function violations(page: Page, options: object): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(script)
  const asked = { ...options, resultTypes: ['violations'] }
  const results = await page.evaluate(`axe.run(${JSON.stringify(asked)})`)
  return AxeResults.parse(results).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}

/** Waits until axe-core finds nothing, as colours fade in. */
export const expectNoViolations = (
  page: Page,
  where: string,
  options: object = {},
): Promise<void> => expect.poll(() => violations(page, options), { message: where }).toEqual([])
