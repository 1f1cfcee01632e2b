import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AIRLINE } from '../app/airline'
import {
  decideBy,
  detailOf,
  expectText,
  go,
  importAll,
  more,
  openBy,
  openDemo,
  toolRow,
} from './window'

/** Adds the airline's tools and their golden queries to the demo. */
async function withAirline(): Promise<Page> {
  const page = await openDemo()
  await importAll(
    page,
    { name: 'airline.json', content: AIRLINE },
    { button: /Import 5 tools/, done: /5 tools added/ },
  )
  await go(page, 'Catalog')
  return page
}

async function lookForEdges(page: Page): Promise<Locator> {
  await go(page, 'Improve')
  await more(page, 'Proposed edges')
  const dialog = page.getByRole('dialog', { name: 'Proposed edges' })
  await dialog.getByRole('button', { name: 'Look for edges' }).first().click()
  await dialog.getByRole('listbox').getByRole('option').first().waitFor()
  return dialog
}

const countsOf = (dialog: Locator) => dialog.getByRole('group', { name: 'Which' })

describe('proposed edges', () => {
  it('are looked for, read, and decided by keyboard, with their effect beside them', async () => {
    const page = await withAirline()
    const dialog = await lookForEdges(page)
    await expectText(dialog, /edges proposed for 112 tools, from their schemas and \d+ tools/)
    await dialog.getByPlaceholder('Name of a tool').fill('united')
    const listed = dialog.getByRole('listbox').getByRole('option')
    await expectText(listed.first(), /united/)
    await listed.filter({ hasText: /united_book_flight\s*needs united_user_login/ }).click()
    await expectText(dialog, /takes what logging in gives/)
    await listed.first().click()
    const first = await listed.first().innerText()
    await decideBy(dialog, 'a', /Accepted 1/)
    await expect.poll(() => listed.first().innerText()).not.toBe(first)
    await decideBy(dialog, 's', /Skipped 1/)
    await decideBy(dialog, 'u', /Skipped 0/)
    await openBy(page, 'x', dialog.getByLabel('Why not?'))
    await dialog.getByLabel('Why not?').fill('It never expires.')
    await page.keyboard.press('Enter')
    await expectText(countsOf(dialog), /Accepted 1[^]*Rejected 1/)
    await dialog.getByText(/^Rejected 1/).click()
    await expectText(dialog, /It never expires\./)
  })

  it('show what they do to golden queries before they are accepted, all at once too', async () => {
    const page = await openDemo()
    const dialog = await lookForEdges(page)
    await expectText(dialog, /MAP@10, all queries\s*\.?0?\.\d+ → /)
    await dialog.getByRole('slider', { name: 'Min. confidence' }).fill('0.9')
    const all = dialog.getByRole('button', { name: /^All \d+ at once/ })
    await expectText(all, /All \d+ at once/)
    await all.click()
    await expectText(dialog, /that are at least 0\.90 sure/)
    await expectText(dialog, /Effect on [^]*Effect on/)
    await dialog.getByRole('button', { name: /^Accept all/ }).click()
    await expectText(countsOf(dialog), /Accepted [1-9]/)
    await dialog.getByRole('button', { name: /Undo the last/ }).click()
    await expectText(countsOf(dialog), /Accepted 0/)
  })

  it('stand with their tool, and are reviewed from there', async () => {
    const page = await openDemo()
    const dialog = await lookForEdges(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await go(page, 'Catalog')
    await page.getByPlaceholder('Search tools').fill('create_event')
    await toolRow(page, 'create_event').click()
    const detail = detailOf(page)
    await expectText(detail, /Proposed edges/)
    await detail.getByRole('button', { name: 'Review …' }).click()
    const own = page.getByRole('dialog', { name: /Proposed edges of/ })
    await expectText(own, /create_event/)
    await page.keyboard.press('Escape')
    await own.waitFor({ state: 'hidden' })
  })
})
