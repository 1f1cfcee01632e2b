import { describe, it } from 'vitest'
import {
  askInPlayground,
  detailOf,
  expectDisabled,
  expectText,
  go,
  importFiles,
  more,
  openDemo,
  openSetup,
  takeFor,
  toolRow,
  unfold,
} from './window'
import type { Page } from 'playwright-core'

const LOGGED = Array.from({ length: 200 }, (_, at) => ({
  query: `${['ping the crew', 'shout to everybody', 'tell the gang'][at % 3]} about thing ${at}`,
  tools: ['chat/send_message'],
}))

/** Imports logged queries into the demo by the wizard. */
async function importLogged(page: Page): Promise<void> {
  const dialog = await importFiles(page, [{ name: 'log.json', content: LOGGED }])
  await takeFor(dialog, 'Logged queries')
  await expectText(dialog, /holds 260 logged queries of 99 tools/)
  await dialog.getByRole('button', { name: 'Import 200 logged queries' }).click()
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
  await section.click()
  await page.getByRole('switch', { name: 'Learn from logged queries' }).click()
  await page.keyboard.press('Escape')
}

describe('logged queries', () => {
  it('are imported, change the answer to a query like them, and say so', async () => {
    const page = await openDemo()
    await importLogged(page)
    await askInPlayground(page, 'ping the gang')
    const first = page.getByRole('listbox').getByRole('option').first()
    await first.waitFor()
    await learn(page)
    await expectText(first, /send_message/)
    await expectText(page.getByText('history', { exact: true }), /history/)
  })

  it('stand with their tool, and all are listed by their queries and by their bundles', async () => {
    const page = await openDemo()
    await importLogged(page)
    await page.getByPlaceholder('Search tools').fill('send_message')
    await toolRow(page, 'send_message').click()
    const detail = detailOf(page)
    await expectText(detail, /Logged queries\s*206[^]*and 201 more/)
    await detail.getByRole('button', { name: /All 260 logged queries/ }).click()
    const list = page.getByRole('region', { name: 'Logged queries' })
    await expectText(list, /260 logged queries took 61 different bundles[^]*60 are synthetic/)
    await list.getByText('Bundles', { exact: true }).click()
    const first = list.getByRole('row').nth(1)
    await expectText(first, /send_message\s*200/)
    await first.click()
    const dialog = page.getByRole('dialog', { name: 'Bundle' })
    await expectText(dialog, /200 logged queries took just these tools/)
    await dialog.getByRole('button', { name: 'List its queries' }).click()
    await expectText(list, /Only those that took just send_message/)
    await expectText(list.getByRole('row').nth(1), /thing \d+\s*send_message/)
  })

  it('are changed and removed one by one or all at once, and the last change is undone', async () => {
    const page = await openDemo()
    await go(page, 'Queries', 'Logged queries')
    const list = page.getByRole('region', { name: 'Logged queries' })
    await expectText(list, /All of them are synthetic/)
    await list.getByRole('searchbox').fill('treasurer')
    await list.getByRole('row', { name: /Cash position/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Logged query' })
    await dialog.getByRole('textbox', { name: 'Query' }).fill('Tell the treasurer what is left')
    await dialog.getByRole('button', { name: /Take out .*listPayments/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = list.getByRole('row', { name: /Tell the treasurer what is left/ })
    await expectText(row, /getBalance, send_email/)
    const undo = page.getByRole('button', { name: /^Undo \(/ })
    await undo.click()
    await expectText(
      list.getByRole('row', { name: /Cash position/ }),
      /getBalance, listPayments, send_email/,
    )
    await list.getByRole('button', { name: 'Remove all …' }).click()
    await page
      .getByRole('dialog', { name: 'Remove all logged queries?' })
      .getByRole('button', { name: 'Remove all' })
      .click()
    await expectText(list, /No query is logged/)
    // Not lost with a look at something else.
    await go(page, 'Queries', 'Golden queries')
    await undo.click()
    await go(page, 'Queries', 'Logged queries')
    await expectText(list, /60 logged queries took 60 different bundles/)
  })

  it('are taken from a run of the evaluation, with a warning of the leak that a later run counts', async () => {
    const page = await openDemo()
    await go(page, 'Evaluate')
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    const results = page.getByRole('region', { name: 'Runs', exact: true })
    await unfold(page, 'Runs', 'Failures')
    await page.getByRole('button', { name: 'Log …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log golden queries of this run' })
    await expectText(dialog, /golden queries of [^]*would be logged[^]*This leaks/)
    await dialog.getByRole('button', { name: /^Log \d+ queries/ }).click()
    await openSetup(page)
    await page
      .getByRole('combobox', { name: 'Recipe 1', exact: true })
      .selectOption({ label: 'PTR' })
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    await expectText(
      results,
      /PTR could learn from \d+ logged queries[^]*measured queries are among them, or nearly/,
    )
  })

  it('are logged from the playground with the tools that were right', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'tell everyone that we ship on Friday')
    await more(page, 'Log the query …')
    const popover = page.getByRole('dialog', { name: 'Log this query' })
    const log = popover.getByRole('button', { name: /^Log/ })
    await expectDisabled(log)
    await popover.getByRole('checkbox').first().check()
    await popover.getByRole('button', { name: 'Log with 1 tool' }).click()
    await page.getByText('Logged a query.').waitFor()
    await go(page, 'Queries', 'Logged queries')
    await expectText(page.getByRole('region', { name: 'Logged queries' }), /61 logged queries/)
  })

  it('are named beside what was measured with them', async () => {
    const page = await openDemo()
    await importLogged(page)
    await go(page, 'Evaluate')
    await page
      .getByRole('button', { name: /Options of Hybrid|options/i })
      .last()
      .click()
    await page.getByRole('button', { name: /^History/ }).click()
    await page.getByRole('switch', { name: 'Learn from logged queries' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    const results = page.getByRole('region', { name: 'Runs', exact: true })
    await unfold(page, 'Runs')
    await expectText(
      results,
      /could learn from 260 logged queries of 99 tools, 1 to 206 a tool \(median 1\)[^]*; no measured query is among them/,
    )
  })
})
