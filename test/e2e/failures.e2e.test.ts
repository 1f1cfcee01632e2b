import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  chooseK,
  expectCount,
  expectRows,
  expectText,
  measuresOf,
  openMeasured,
  rowsIn,
  unfold,
} from './window'

const fails = (page: Page): Locator => page.getByRole('region', { name: 'Where it fails' })

/** How many golden tools a class of failure has, and in how many queries. */
async function countsOf(one: Locator): Promise<[tools: number, queries: number]> {
  const [, tools, queries] = /(\d+)\s+in (\d+) quer/.exec(await one.innerText()) ?? []
  return [Number(tools), Number(queries)]
}

describe('where a run fails', () => {
  it('is counted by class, which add up, and each opens its queries with the true ranks', async () => {
    const page = await openMeasured()
    await unfold(page, 'Failures')
    await expectText(fails(page), /Re-ran \d+ queries on the catalog that was measured/)
    const [, missing] = /misses (\d+) right tools/.exec(await fails(page).innerText()) ?? []
    const classes = fails(page).getByRole('list', { name: 'Why right tools are missing' })
    const sum = async () => {
      const all = await classes.getByRole('button').all()
      const counts = await Promise.all(all.map(countsOf))
      return counts.reduce((tools, [of]) => tools + of, 0)
    }
    // Those that are looked up first stand there while the others are.
    await expect.poll(sum).toBe(Number(missing))
    const cut = classes.getByRole('button', { name: /^cut at k/ })
    const [, queries] = await countsOf(cut)
    await cut.click()
    const chosen = page.getByRole('group', { name: 'Why queries failed' }).getByText(/cut at k/)
    await expectText(chosen, new RegExp(`cut at k\\s*${queries}$`))
    const grid = page.getByRole('grid')
    await expectText(grid, /#\d+/)
    await expectRows(grid, queries)
    await grid.locator('[role=row][aria-rowindex="2"] [role=gridcell]').nth(2).click()
    await expectText(page.getByRole('article', { name: 'Query' }), /following/)
  })

  it('opens the queries that miss one tool, and gives the choice up again', async () => {
    const page = await openMeasured()
    await unfold(page, 'Failures')
    const most = fails(page)
      .getByRole('table', { name: 'Tools missed most' })
      .getByRole('row')
      .nth(1)
    const [name = ''] = (await most.getByRole('button').first().innerText()).split(',')
    const missed = Number(await most.getByRole('cell').nth(1).innerText())
    await most.getByRole('button').first().click()
    const chosen = page.getByRole('button', { name: new RegExp(`misses .*${name}`) })
    await chosen.waitFor()
    const grid = page.getByRole('grid')
    await expectRows(grid, missed)
    await chosen.click()
    await expect.poll(() => rowsIn(grid)).toBeGreaterThan(missed)
  })
})

it('a query that one run fixed opens with both answers, both traces and what differs', async () => {
  const page = await openMeasured()
  const fixed = measuresOf(page)
    .getByRole('button', { name: /\d+ fixed/ })
    .first()
  const [, queries] = /(\d+) fixed/.exec(await fixed.innerText()) ?? []
  await fixed.click()
  const grid = page.getByRole('grid')
  // What was chosen of the list before goes with it.
  await expectRows(grid, Number(queries))
  await grid.locator('[role=row][aria-rowindex="2"] [role=gridcell]').nth(2).click()
  const both = page.getByRole('region', { name: 'Beside BM25' })
  await expectText(both.getByRole('region', { name: 'BM25', exact: true }), /missed/)
  await expectText(both.getByRole('region', { name: 'Hybrid', exact: true }), /found, #\d/)
  await expectText(both, /What differs, from BM25 to Hybrid[^]*tools? came/)
  await expectText(both.getByRole('region', { name: 'Trace of BM25' }), /following/)
  await expectText(both.getByRole('region', { name: 'Trace of Hybrid' }), /following/)
})

it('a recipe is measured without each of its parts, and what matters is said', async () => {
  const page = await openMeasured()
  const recipe = page.getByRole('combobox', { name: 'Recipe', exact: true })
  await recipe.selectOption({ label: 'BM25' })
  await chooseK(page, 5)
  await expect
    .poll(() => recipe.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label))
    .toBe('BM25')
  await unfold(page, 'Details', 'Ablation')
  const parts = page.getByRole('region', { name: 'Ablation' })
  await expectText(parts, /14 runs of 120 queries/)
  await parts.getByRole('button', { name: 'Leave out each part in turn' }).click()
  await parts.getByText(/What matters most to Recall@5: without description/).waitFor()
  // All of them, and nothing is under way any more.
  await parts.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await parts.getByRole('button', { name: 'Show the data as a table' }).click()
  const rows = parts.getByRole('table').getByRole('row')
  // A heading, the whole recipe, and its 14 parts.
  await expectCount(rows, 16)
  await expectText(parts.getByRole('table'), /without questions/)
  // The runs on show stay those that were chosen.
  await expectCount(measuresOf(page).locator('th[scope=row]'), 2)
})
