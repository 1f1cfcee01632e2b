import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { expectCount, expectDisabled, go, measuresOf, openDemo, unfold } from './window'

it('measures recipes as the catalog grows, draws it, and says it in words', async () => {
  const page = await openDemo()
  await go(page, 'Evaluate')
  await page.getByText('Test smaller catalogs').click()
  await page.getByLabel('Tools in the catalog').fill('10, 500')
  await page.getByText('The catalog has 107 tools: 500 is more.').waitFor()
  await expectDisabled(page.getByRole('button', { name: /Run the evaluation/ }))

  await page.getByLabel('Tools in the catalog').fill('10, 30, all')
  await page.getByText('6 measurements.').waitFor()
  await page.getByRole('button', { name: /Run the evaluation/ }).click()
  await page.getByText('Made 6 measurements on “demo”.').waitFor()

  // The largest catalog stands in the table, the others folded in the list of runs, and in the
  // charts.
  await unfold(page, 'Runs', 'Details', 'Catalog sizes')
  await expectCount(measuresOf(page).locator('th[scope=row]'), 2)
  await page.getByRole('button', { name: /^Smaller catalogs/ }).click()
  await expectCount(page.getByText('BM25 · 10 of 102 tools'), 1)
  const panel = page.getByRole('region', { name: 'As the catalog grows' })
  await panel.getByText(/^BM25 has a Recall@5 of 0\.\d{3} among 10 tools/).waitFor()
  const drawn = panel.locator('figure svg')
  await expect.poll(() => drawn.count()).toBeGreaterThanOrEqual(3)

  const map = panel.getByRole('figure', { name: /by catalog size and k/ })
  await map.getByRole('button', { name: 'Show the data as a table' }).click()
  // Three sizes at three k each: none is above a size.
  await expectCount(map.getByRole('row'), 1 + 9)
  const download = page.waitForEvent('download')
  await map.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: 'Data (CSV)' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\n')).toHaveLength(10)

  // A run on a smaller catalog beside one on the whole: the same queries, so each difference is
  // told.
  await page.getByLabel(/^Compare Hybrid · 10 of 102 tools/).click()
  await page
    .getByRole('table', { name: 'Measures by run' })
    .getByText(/10 of 102 tools/)
    .waitFor()
})
