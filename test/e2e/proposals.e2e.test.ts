import type { Locator, Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { AIRLINE } from '../app/airline'
import {
  atOnce,
  command,
  decideBy,
  decidedOf,
  detailOf,
  expectCount,
  expectText,
  go,
  importAll,
  lookAtFirst,
  openBy,
  openDemo,
  toDoOf,
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
  await command(page, 'Review proposed edges')
  const queue = toDoOf(page)
  await queue.getByRole('button', { name: 'Look for edges' }).click()
  await queue.getByRole('grid').getByRole('row').nth(1).waitFor()
  return queue
}

describe('proposed edges', () => {
  it('are looked for, read, and decided by keyboard, with their effect beside them', async () => {
    const page = await withAirline()
    const queue = await lookForEdges(page)
    await expectText(queue, /edges proposed for 112 tools, from their schemas and \d+ tools/)
    await queue.getByPlaceholder('Tool or words').fill('united')
    await queue.getByRole('grid').getByText('united_book_flight').click()
    const pane = decidedOf(page)
    const items = pane.getByRole('listbox', { name: 'Of this tool' }).getByRole('option')
    await items.filter({ hasText: 'needs united_user_login' }).click()
    await expectText(pane, /takes what logging in gives/)
    const all = await items.count()
    await decideBy(page.locator('main'), 'a', /Accepted \(1\)/)
    await decideBy(page.locator('main'), 'u', /Accepted \(0\)/)
    await expectCount(items, all)
    await openBy(page, 'x', pane.getByLabel('Why not?'))
    await pane.getByLabel('Why not?').fill('It never expires.')
    await page.keyboard.press('Enter')
    await expectText(queue, /Rejected, dismissed \(1\)/)
    await queue.getByLabel('Which').selectOption('rejected')
    await lookAtFirst(page)
    await expectText(pane, /It never expires\./)
  })

  it('show what they do to golden queries before they are accepted, all at once too', async () => {
    const page = await openDemo()
    const queue = await lookForEdges(page)
    await lookAtFirst(page)
    await expectText(decidedOf(page), /MAP@10, all queries\s*\.?0?\.\d+ → /)
    await queue.getByLabel('Min. confidence').selectOption('0.9')
    await atOnce(page, /^Accept \d+ proposed edges? …/)
    const dialog = page.getByRole('dialog')
    await expectText(dialog, /Effect on [^]*MAP@10, all queries/)
    await dialog.getByRole('button', { name: /^Accept \d/ }).click()
    await expectText(queue, /Accepted \([1-9]/)
    await page.keyboard.press('Control+z')
    await expectText(queue, /Accepted \(0\)/)
  })

  it('stand with their tool, and are reviewed from there', async () => {
    const page = await openDemo()
    await lookForEdges(page)
    await go(page, 'Catalog')
    await page.getByPlaceholder('Search tools').fill('create_event')
    await toolRow(page, 'create_event').click()
    const detail = detailOf(page)
    await expectText(detail, /Proposed edges/)
    await detail.getByRole('button', { name: 'Review …' }).click()
    const queue = toDoOf(page)
    await queue.getByRole('button', { name: /^Only .*create_event$/ }).waitFor()
    await lookAtFirst(page)
    await expectText(decidedOf(page), /create_event/)
  })
})
