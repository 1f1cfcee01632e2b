import type { Page } from 'playwright-core'
import { go } from '../window'
import { openTab, press, seen, type Scenes } from './scene'

async function openEvaluation(page: Page): Promise<void> {
  await go(page, 'Evaluate')
  await seen(page.getByRole('button', { name: /Run the evaluation/ }))
}

async function openRuns(page: Page): Promise<void> {
  await openEvaluation(page)
  const compared = page.getByRole('tab', { name: /Compare\s*2/ })
  const others = page.getByRole('tab', { name: /Compare\s*\d/ })
  await seen(others.or(page.getByText(/^(Nothing is measured yet|No run is chosen)$/)))
  // Measured by a scene before, unless this one is walked alone or others were measured since.
  if (!(await compared.isVisible())) await press(page, /Run the evaluation/)
  await seen(compared)
}

async function openQueries(page: Page): Promise<void> {
  await openRuns(page)
  await openTab(page, /Queries/)
  await seen(page.getByRole('grid').getByRole('row'))
}

async function openWriting(page: Page): Promise<void> {
  await openEvaluation(page)
  await press(page, /^Write queries with a model/)
  await seen(page.getByText(/queries, one for each bundle|calls to the model to write/))
}

export const evaluationScenes: Scenes = {
  'nothing measured': openEvaluation,
  'golden queries to write': async (page) => {
    await openWriting(page)
    await press(page, 'The bundles')
  },
  'written golden queries': async (page) => {
    await openWriting(page)
    await press(page, /^Write \d+ quer/)
    await seen(page.getByRole('listbox', { name: 'Written queries' }).getByRole('option'))
  },
  'a written query edited': async (page) => {
    await openWriting(page)
    await page.getByText(/^Review \d+$/).click()
    const written = page.getByRole('listbox', { name: 'Written queries' }).getByRole('option')
    const nothing = page.getByText(/^\s*Nothing waits for you\./)
    await seen(written.or(nothing))
    // Written by a scene before, unless this one is walked alone.
    if (await nothing.isVisible()) {
      await page.getByText('Write', { exact: true }).click()
      await press(page, /^Write \d+ quer/)
      await seen(written)
    }
    await press(page.getByRole('region', { name: 'The query looked at' }), /^Edit/)
    await seen(page.getByLabel('Query', { exact: true }))
  },
  'a sample only': async (page) => {
    await openEvaluation(page)
    await page.getByText('Measure a sample only').click()
  },
  'options of a recipe': async (page) => {
    await openEvaluation(page)
    await press(page, 'Options of recipe 1')
  },
  finished: async (page) => {
    await openEvaluation(page)
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('tab', { name: /Compare\s*2/ }))
    await page.getByText(/^Re-ran/).waitFor()
    const others = page.getByRole('region', { name: 'Other settings' })
    await others.getByRole('status').waitFor()
  },
  'adaptive sets': async (page) => {
    await openEvaluation(page)
    await page.getByRole('combobox', { name: 'Recipe 1' }).selectOption({ label: 'Hybrid' })
    await press(page, 'Options of recipe 1')
    await press(page, /^Selection/)
    await page.getByLabel('Tools per request').selectOption({ label: 'Adaptive' })
    await press(page, 'Options of recipe 1')
    await press(page, /Run the evaluation/)
    await page.getByRole('group', { name: 'Where no tool fits' }).scrollIntoViewIfNeeded()
  },
  'smaller catalogs too': async (page) => {
    await openEvaluation(page)
    await page.getByText('Test smaller catalogs').click()
    await seen(page.getByText(/^\d+ measurements/))
  },
  'as the catalog grows': async (page) => {
    await openEvaluation(page)
    await page.getByText('Test smaller catalogs').click()
    await press(page, /Run the evaluation/)
    // The whole catalog is measured last.
    const said = page.getByText(
      /Hybrid has a Recall@5 of [\d.]+ among 10 tools and of [\d.]+ among 102\./,
    )
    await said.waitFor()
    await said.scrollIntoViewIfNeeded()
  },
  'compared, below': async (page) => {
    await openRuns(page)
    await page.getByRole('main').locator('svg').last().scrollIntoViewIfNeeded()
  },
  'what to work with': async (page) => {
    await openRuns(page)
    const panel = page.getByRole('region', { name: 'Recommended k' })
    await seen(panel.getByText(/tokens a request/))
    await panel.scrollIntoViewIfNeeded()
  },
  prices: async (page) => {
    await openRuns(page)
    await press(page, /^(What does it cost\?|Prices)$/)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model', { exact: true }).fill('a model')
    await dialog.getByLabel('Per million tokens read', { exact: true }).fill('0.25')
    await press(dialog, /^(Add|Change)$/)
    await seen(dialog.getByRole('table', { name: 'Prices' }))
  },
  queries: openQueries,
  'a failed query opened': async (page) => {
    await openQueries(page)
    await page.getByRole('grid').locator('[role=row][aria-rowindex="2"]').click()
  },
  'where it fails': async (page) => {
    await openRuns(page)
    const fails = page.getByRole('region', { name: 'Where it fails' })
    await seen(fails.getByText(/Re-ran/))
    await fails.scrollIntoViewIfNeeded()
  },
  'queries that failed in one way': async (page) => {
    await openRuns(page)
    const fails = page.getByRole('region', { name: 'Where it fails' })
    await fails.getByRole('button', { name: /^cut at k/ }).click()
    await seen(page.getByRole('group', { name: 'Why queries failed' }))
    await seen(page.getByRole('grid').getByRole('row'))
  },
  'a query that was fixed': async (page) => {
    await openRuns(page)
    const results = page.getByRole('table', { name: 'Measures by run', exact: true })
    await results.getByRole('button', { name: /fixed/ }).first().click()
    const second = page.getByRole('grid').locator('[role=row][aria-rowindex="2"] [role=gridcell]')
    await second.nth(2).click()
    await seen(page.getByText(/^What differs, from/))
  },
  'requests that no tool answers': async (page) => {
    await openRuns(page)
    const panel = page.getByRole('region', { name: 'Requests that no tool answers' })
    await seen(panel.getByRole('table', { name: 'What a threshold does' }))
    await panel.scrollIntoViewIfNeeded()
  },
  'asked again without the right tools': async (page) => {
    await openRuns(page)
    const panel = page.getByRole('region', { name: 'Requests that no tool answers' })
    await press(panel, 'Ask again without the right tools')
    await panel.getByText('Right tools left out').first().waitFor()
    await panel.scrollIntoViewIfNeeded()
  },
  'what each part gives': async (page) => {
    await openRuns(page)
    const parts = page.getByRole('region', { name: 'Ablation' })
    // The one with the fewer parts.
    await parts
      .getByRole('combobox', { name: 'Recipe taken apart' })
      .selectOption({ label: 'BM25' })
    const start = parts.getByRole('button', { name: 'Leave out each part in turn' })
    await seen(start.or(parts.getByText(/matters/)))
    // Measured by a walk before, unless this is the first.
    if (await start.isVisible()) await start.click()
    await seen(parts.getByText(/matters/))
    await parts.scrollIntoViewIfNeeded()
  },
  'delete runs': async (page) => {
    await openRuns(page)
    await press(page, /^Delete the 2 chosen runs/)
    await seen(page.getByRole('dialog'))
  },
  'a paper to repeat': async (page) => {
    await openEvaluation(page)
    await press(page, 'Repeat a paper…')
    await seen(page.getByRole('dialog').getByText('How it is measured'))
  },
  'an experiment': async (page) => {
    await openEvaluation(page)
    await press(page, 'Save as experiment…')
    await press(page.getByRole('dialog'), 'Save')
    const stand = experiment(page).getByText(/\d of 2 measurements made/)
    await seen(stand)
    // An earlier scene may have measured the same.
    if ((await stand.innerText()).startsWith('0')) await press(page, 'Measure it')
    await experiment(page).getByText('2 of 2 measurements made').waitFor()
    await seen(page.getByRole('region', { name: 'Verdict' }))
  },
  'an experiment unfolded': async (page) => {
    await evaluationScenes['an experiment']?.(page)
    await experiment(page).locator('h2 button').click()
    await seen(experiment(page).getByRole('region', { name: 'Measurements' }))
  },
  'a paper repeated': async (page) => {
    await openEvaluation(page)
    await press(page, 'Repeat a paper…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Published experiment').selectOption('toolsee')
    await press(dialog, 'Save and measure')
    await experiment(page).getByText('4 of 4 measurements made').waitFor()
    await press(experiment(page), 'Published and here')
  },
}

const experiment = (page: Page) => page.getByRole('region', { name: 'Experiment', exact: true })
