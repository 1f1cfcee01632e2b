import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { askInPlayground, expectText, go, openDemo, unfold } from './window'

async function chooseAdaptive(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Selection/ }).click()
  await page.getByLabel('Tools per request').selectOption({ label: 'Adaptive' })
}

describe('a recipe that decides how many tools a request needs', () => {
  it('gives as many as are likely enough, and none where no tool fits, with why', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'notify the team that the build broke')
    await page.getByRole('button', { name: /^Options/ }).click()
    await chooseAdaptive(page)
    const why = page.getByRole('region', { name: 'Why these tools, and this many' })
    await expectText(why, /^(?:One tool|\d tools): the next, [^]* would be needed by a chance of/)
    await page.getByText('adaptive k', { exact: true }).waitFor()
    await page.getByLabel('k, tools handed to the agent').waitFor({ state: 'detached' })

    await askInPlayground(page, 'play a song by the band')
    await expectText(why, /No tool fits\. [^]*“song”[^]*of the 120 golden queries/)
    await expectText(
      page.getByRole('tabpanel'),
      /0 of 102 tools[^]*Left out: no tool fits the query/,
    )
  })

  it('is measured with its misses and false activations, and beside a fixed size', async () => {
    const page = await openDemo()
    await go(page, 'Evaluate')
    await page.getByRole('combobox', { name: 'Recipe 1' }).selectOption({ label: 'Hybrid' })
    await page.getByRole('button', { name: 'Remove recipe 2' }).click()
    await page.getByRole('button', { name: 'Options of recipe 1' }).click()
    await chooseAdaptive(page)
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    // Each query is asked three times, once with a catalog of its own.
    await page.getByRole('region', { name: 'Results' }).waitFor()
    await unfold(page, 'Runs', 'Details', 'Requests that no tool answers')
    const results = page.getByRole('region', { name: 'Runs', exact: true })
    await expectText(results, /Hybrid · Tools per request: Adaptive/)
    const fits = page.getByRole('group', { name: 'Where no tool fits' })
    await expectText(fits, /Misses[^]*\d+ of 120[^]*\d+ of 30[^]*\d+ of 120/)
    await expectText(
      page.getByRole('group', { name: /^What adaptive k gains/ }),
      /TRACC\s+0\.\d{3}\s+0\.\d{3}\s+[+−]?\d\.\d{3} \[/,
    )
  })
})
