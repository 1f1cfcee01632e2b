import { describe, expect, it } from 'vitest'
import { askInPlayground, expectText, go, importFiles, openDemo, PATIENCE, toolRow } from './window'
import type { Page } from 'playwright-core'

const LOGGED = Array.from({ length: 200 }, (_, at) => ({
  query: `${['ping the crew', 'shout to everybody', 'tell the gang'][at % 3]} about thing ${at}`,
  tools: ['chat/send_message'],
}))

/** Imports logged queries into the demo by the wizard. */
async function importLogged(page: Page): Promise<void> {
  const dialog = await importFiles(page, [{ name: 'log.json', content: LOGGED }])
  await dialog.getByText('Logged queries', { exact: true }).click()
  await expectText(dialog, /holds 260 logged queries of 99 tools/)
  await dialog.getByRole('button', { name: 'Import 200 logged queries' }).click(PATIENCE)
  await expectText(dialog, /200 logged queries added/)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Turns the option on and waits for the answer that follows. */
async function learn(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /options|defaults/i })
    .first()
    .click()
  const section = page.getByRole('button', { name: /^History/ })
  await section.click(PATIENCE)
  await page.getByRole('switch', { name: 'Learn from logged queries' }).click()
  await page.keyboard.press('Escape')
}

describe('logged queries', () => {
  it('are imported, change the answer to a query like them, and say so', async () => {
    const page = await openDemo()
    await importLogged(page)
    await askInPlayground(page, 'ping the gang')
    const first = page.getByRole('listbox').getByRole('option').first()
    await first.waitFor(PATIENCE)
    await learn(page)
    await expectText(first, /send_message/)
    await expectText(page.getByText('history', { exact: true }), /history/)
  }, 120_000)

  it('stand with their tool, and are removed one by one or all at once', async () => {
    const page = await openDemo()
    await importLogged(page)
    await page.getByPlaceholder('Search tools').fill('send_message')
    await toolRow(page, 'send_message').click()
    const detail = page.getByRole('region', { name: 'Tool', exact: true })
    await expectText(detail, /Logged queries\s*206[^]*and 201 more/)
    await detail.getByRole('button', { name: /All 260 logged queries/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Logged queries' })
    await expectText(dialog, /260 logged queries of 99 tools[^]*1 to 50 of 260/)
    await dialog.getByRole('textbox', { name: 'Search' }).fill('thing 199')
    await dialog.getByRole('button', { name: /Remove “.*thing 199”/ }).click()
    await expectText(dialog, /259 logged queries of 99 tools[^]*None of them holds these words/)
    await dialog.getByRole('button', { name: 'Remove all …' }).click()
    await page
      .getByRole('dialog', { name: 'Remove all logged queries?' })
      .getByRole('button', { name: 'Remove all' })
      .click()
    await expectText(dialog, /No query is logged/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expectText(detail, /No logged queries took this tool/)
  }, 120_000)

  it('are logged from the playground with the tools that were right', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'tell everyone that we ship on Friday')
    await page.getByRole('button', { name: 'Log this query …' }).click(PATIENCE)
    const popover = page.getByRole('dialog', { name: 'Log this query' })
    const log = popover.getByRole('button', { name: /^Log/ })
    expect(await log.isDisabled()).toBe(true)
    await popover.getByRole('checkbox').first().check()
    await popover.getByRole('button', { name: 'Log with 1 tool' }).click()
    await expectText(page.getByText(/61 logged queries in all/), /^Logged/)
  }, 120_000)

  it('are named beside what was measured with them', async () => {
    const page = await openDemo()
    await importLogged(page)
    await go(page, 'Evaluation')
    await page
      .getByRole('button', { name: /Options of Hybrid|options/i })
      .last()
      .click()
    await page.getByRole('button', { name: /^History/ }).click(PATIENCE)
    await page.getByRole('switch', { name: 'Learn from logged queries' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    const results = page.getByRole('region', { name: 'Results' })
    await expectText(
      results,
      /could learn from 260 logged queries of 99 tools, 1 to 206 a tool \(median 1\)[^]*; no measured query is among them/,
    )
  }, 120_000)
})
