import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { axePath } from './browser'
import { askInPlayground, go, importFiles, openDemo, PATIENCE, toolRow } from './window'

const AxeResults = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
})

/** What axe-core holds against the page by WCAG 2 A and AA, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(axePath, 'utf8'))
  const results = await page.evaluate(
    'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] })',
  )
  return AxeResults.parse(results).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}

/** Polled, as colours fade in. */
const expectNoViolations = (page: Page, where: string) =>
  expect.poll(() => violations(page), { ...PATIENCE, message: where }).toEqual([])

describe.each(['light', 'dark'] as const)('the %s theme', (colorScheme) => {
  it('meets WCAG AA in every section', async () => {
    const page = await openDemo({ colorScheme })
    await toolRow(page, 'create_event').click()
    await page.getByRole('tab', { name: 'Overview' }).waitFor(PATIENCE)
    await expectNoViolations(page, 'Catalog')
    await askInPlayground(page, 'book a room for Friday')
    await page.getByRole('tab', { name: /Tool set/ }).waitFor(PATIENCE)
    await expectNoViolations(page, 'Playground')
    await go(page, 'Evaluation')
    await page.getByRole('button', { name: /Run the evaluation/ }).click()
    await page.getByRole('tab', { name: /Compare\s*2/ }).waitFor(PATIENCE)
    await expectNoViolations(page, 'Evaluation')
    for (const section of ['Models', 'Settings']) {
      await go(page, section)
      await page.getByRole('heading').first().waitFor(PATIENCE)
      await expectNoViolations(page, section)
    }
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
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('dialog').getByRole('textbox'))
    .first()
    .fill('settings')
  await page.keyboard.press('Enter')
  await page.getByText('Theme').first().waitFor(PATIENCE)
  expect(page.url()).toContain('#')
})
