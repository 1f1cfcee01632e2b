import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { askInPlayground, expectText, go, openDemo, unfold } from './window'

const recipeIn = (page: Page, label = 'Recipe') =>
  page.getByRole('combobox', { name: label, exact: true })

describe('sets of the right size', () => {
  it('say why so many tools, on which logged query they lean, and from how many was learned', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'message the crew that the build is broken')
    await recipeIn(page).selectOption({ label: 'PTR' })
    const why = page.getByRole('region', { name: 'Why these tools, and this many' })
    await expectText(why, /tool[^]*Leans on[^]*which took[^]*Learned from\s*60\s*logged queries/)
    await page.getByRole('tab', { name: /Trace/ }).click()
    await page.getByText('Choose by what logged queries taught').first().waitFor()
  })

  it('are measured on one part of a golden set, with the other as history, which the figures name', async () => {
    const page = await openDemo()
    await go(page, 'Evaluate')
    await recipeIn(page, 'Recipe 1').selectOption({ label: 'PTR' })
    await page
      .getByRole('combobox', { name: 'History' })
      .selectOption({ label: 'Golden set: 80 %, drawn' })
    await page.getByRole('spinbutton', { name: 'Seed' }).fill('3')
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    await unfold(page, 'Runs')
    const results = page.getByRole('region', { name: 'Runs', exact: true })
    await expectText(results, /a random fifth \(seed 3\), with the other \d+ as history/)
    await expectText(results, /PTR could learn from \d+ logged queries/)
  })
})
