import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { expectCount, expectText, go, measuresOf, openDemo, unfold } from './window'

const experiment = (page: Page) => page.getByRole('region', { name: 'Experiment', exact: true })
const list = (page: Page) => page.getByRole('region', { name: 'Experiments', exact: true })
const table = (page: Page) => measuresOf(page).locator('tbody')

describe('an experiment', () => {
  it('is saved, measured, opened again with its runs, and deleted without them', async () => {
    const page = await openDemo()
    await go(page, 'Evaluate')
    await unfold(page, 'Runs', 'Details', 'Experiments')
    await page.getByRole('button', { name: 'Save as experiment…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Words or meaning')
    await dialog.getByLabel('Note').fill('Before the release.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectText(experiment(page), /Words or meaning[^]*0 of 2 measurements made[^]*release/)
    await experiment(page).getByRole('button', { name: 'Measure it' }).click()
    await expectText(experiment(page), /2 of 2 measurements made/)
    await expectText(list(page), /Words or meaning\s+\S+ · 2 of 2 measured/)
    await expectText(table(page), /BM25[^]*Hybrid/)

    await page.reload()
    await go(page, 'Evaluate')
    await unfold(page, 'Runs', 'Details', 'Experiments')
    await list(page)
      .getByRole('button', { name: /Words or meaning/ })
      .click()
    await experiment(page).getByRole('button', { name: 'Words or meaning' }).click()
    await experiment(page)
      .getByRole('button', { name: /^[.\d]+: Hybrid, Whole catalog: measured/ })
      .click()
    await expectCount(table(page).getByRole('row'), 1)
    await expectText(table(page), /Hybrid/)
    await experiment(page).getByRole('button', { name: 'Compare its 2 runs' }).click()
    await expectText(table(page), /BM25[^]*Hybrid/)

    await experiment(page).getByRole('button', { name: 'More for this experiment' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectText(list(page), /Save this setup/)
    await expectText(table(page), /BM25[^]*Hybrid/)
  })
})
