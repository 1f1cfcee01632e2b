import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { axePath } from './browser'
import { outOfReach } from './scenes/out-of-reach'
import { walkScenes } from './scenes/walk-scenes'
import { importFiles, openDemo, PATIENCE, toolRow } from './window'

const AxeResults = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
})

/**
 * Rules beyond those that axe-core runs by itself, which include best practices. Left out are AAA, `hidden-content`, which
 * only asks for a review, and `focus-order-semantics`, an experiment that takes a splitter's handle for plain text.
 */
const MORE_RULES = [
  'css-orientation-lock',
  'identical-links-same-purpose',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]
const EVERY_RULE = { rules: Object.fromEntries(MORE_RULES.map((id) => [id, { enabled: true }])) }

/** What axe-core holds against the page, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(axePath, 'utf8'))
  const results = await page.evaluate(`axe.run(${JSON.stringify(EVERY_RULE)})`)
  return AxeResults.parse(results).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}

/** Polled, as colours fade in. */
const expectNoViolations = (page: Page, where: string) =>
  expect.poll(() => violations(page), { ...PATIENCE, message: where }).toEqual([])

const WIDE = { width: 1280, height: 800 }
/** A small window, and one of 1280 px at a zoom of 200 %. */
const NARROW = [
  { width: 900, height: 700 },
  { width: 640, height: 400 },
]

describe('nothing can be held against', () => {
  walkScenes(async (page, { area, scene }) => {
    await expectNoViolations(page, `${area}, ${scene}, light`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolations(page, `${area}, ${scene}, dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    for (const size of NARROW) {
      await page.setViewportSize(size)
      await expect
        .poll(() => outOfReach(page), { ...PATIENCE, message: `${scene} at ${size.width} px` })
        .toEqual([])
    }
    await page.setViewportSize(WIDE)
  })
})

it('markup and scripts in a catalog are shown as the text they are', async () => {
  const page = await openDemo()
  const description = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>zebra'
  const tool = { type: 'function', function: { name: 'evil_tool', description } }
  const dialog = await importFiles(page, [{ name: 'evil.json', content: [tool] }])
  await dialog.getByRole('button', { name: /^Import 1/ }).click(PATIENCE)
  await dialog.getByText(/1 tool added/).waitFor(PATIENCE)
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('Search tools').fill('zebra')
  await page.getByRole('grid').getByText('<img src=x').first().waitFor(PATIENCE)
  await toolRow(page, 'evil_tool').click()
  await page.getByRole('tab', { name: 'Overview' }).waitFor(PATIENCE)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
})

it('the keyboard reaches every section and the command palette', async () => {
  const page = await openDemo()
  await page.keyboard.press('Control+3')
  await page.getByRole('button', { name: /Run the evaluation/ }).waitFor(PATIENCE)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('settings')
  await page.keyboard.press('Enter')
  await page.getByText('Theme').first().waitFor(PATIENCE)
  expect(page.url()).toContain('#')
})
