import type { Page } from 'playwright-core'
import { chooseK, go, openSetup, unfold, untilMeasured } from '../window'
import { press, seen, type Scenes } from './scene'

async function openEvaluation(page: Page): Promise<void> {
  await go(page, 'Evaluate')
  await openSetup(page)
}

async function openRuns(page: Page): Promise<void> {
  await go(page, 'Evaluate')
  const decision = page.getByRole('region', { name: 'Decision' })
  await seen(decision.or(page.getByRole('button', { name: /Run the evaluation/ })))
  // Measured by a scene before, unless this one is walked alone.
  if (!(await decision.isVisible())) await press(page, /Run the evaluation/)
  await seen(decision.getByText(/tokens a request/))
}

async function openQueries(page: Page): Promise<void> {
  await openRuns(page)
  await unfold(page, 'Failures')
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
    await seen(page.getByRole('region', { name: 'Decision' }).getByText(/tokens a request/))
    await untilMeasured(page)
  },
  'adaptive sets': async (page) => {
    await openEvaluation(page)
    await page.getByRole('combobox', { name: 'Recipe 1' }).selectOption({ label: 'Hybrid' })
    await press(page, 'Options of recipe 1')
    await press(page, /^Selection/)
    await page.getByLabel('Tools per request').selectOption({ label: 'Adaptive' })
    await press(page, 'Options of recipe 1')
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('region', { name: 'Decision' }))
    await unfold(page, 'Details', 'Requests that no tool answers')
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
    await seen(page.getByRole('region', { name: 'Decision' }))
    await unfold(page, 'Details', 'Catalog sizes')
    // The whole catalog is measured last.
    const said = page.getByText(
      /Hybrid has a Recall@5 of [\d.]+ among 10 tools and of [\d.]+ among 102\./,
    )
    await said.waitFor()
    await said.scrollIntoViewIfNeeded()
  },
  'runs side by side': async (page) => {
    await openRuns(page)
    await unfold(page, 'Runs')
  },
  'other settings': async (page) => {
    await openRuns(page)
    await unfold(page, 'Details', 'Weights and settings')
    await seen(page.getByRole('region', { name: 'Other settings' }).getByRole('status'))
  },
  charts: async (page) => {
    await openRuns(page)
    await unfold(page, 'Details', 'Charts')
    await page.getByRole('main').locator('svg').last().scrollIntoViewIfNeeded()
  },
  'a k that was chosen': async (page) => {
    await openRuns(page)
    await chooseK(page, 3)
    await seen(page.getByText(/is recommended/))
  },
  'what the queries cannot decide': async (page) => {
    await openRuns(page)
    await page.getByLabel('Recall at least').fill('0.8')
    await page.getByLabel('Recall at least').press('Tab')
    await seen(page.getByText(/can’t decide/))
  },
  prices: async (page) => {
    await openRuns(page)
    await unfold(page, 'Runs')
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
    await unfold(page, 'Failures')
    const fails = page.getByRole('region', { name: 'Where it fails' })
    await seen(fails.getByText(/Re-ran/))
    await fails.scrollIntoViewIfNeeded()
  },
  'queries that failed in one way': async (page) => {
    await openRuns(page)
    await unfold(page, 'Failures')
    const fails = page.getByRole('region', { name: 'Where it fails' })
    await fails.getByRole('button', { name: /^cut at k/ }).click()
    await seen(page.getByRole('group', { name: 'Why queries failed' }))
    await seen(page.getByRole('grid').getByRole('row'))
  },
  'a query that was fixed': async (page) => {
    await openRuns(page)
    await unfold(page, 'Runs')
    const results = page.getByRole('table', { name: 'Measures by run', exact: true })
    await results.getByRole('button', { name: /fixed/ }).first().click()
    const second = page.getByRole('grid').locator('[role=row][aria-rowindex="2"] [role=gridcell]')
    await second.nth(2).click()
    await seen(page.getByText(/^What differs, from/))
  },
  'requests that no tool answers': async (page) => {
    await openRuns(page)
    await unfold(page, 'Details', 'Requests that no tool answers')
    const panel = page.getByRole('region', { name: 'Requests that no tool answers' })
    await seen(panel.getByRole('table', { name: 'What a threshold does' }))
    await panel.scrollIntoViewIfNeeded()
  },
  'asked again without the right tools': async (page) => {
    await openRuns(page)
    await unfold(page, 'Details', 'Requests that no tool answers')
    const panel = page.getByRole('region', { name: 'Requests that no tool answers' })
    await press(panel, 'Ask again without the right tools')
    await panel.getByText('Right tools left out').first().waitFor()
    await panel.scrollIntoViewIfNeeded()
  },
  'what each part gives': async (page) => {
    await openRuns(page)
    // The one with the fewer parts.
    await page
      .getByRole('combobox', { name: 'Recipe', exact: true })
      .selectOption({ label: 'BM25' })
    await unfold(page, 'Details', 'Ablation')
    const parts = page.getByRole('region', { name: 'Ablation' })
    const start = parts.getByRole('button', { name: 'Leave out each part in turn' })
    await seen(start.or(parts.getByText(/matters/)))
    // Measured by a walk before, unless this is the first.
    if (await start.isVisible()) await start.click()
    await seen(parts.getByText(/matters/))
    await parts.scrollIntoViewIfNeeded()
  },
  'delete runs': async (page) => {
    await openRuns(page)
    await unfold(page, 'Runs')
    await press(page, /^Delete the \d chosen runs?/)
    await seen(page.getByRole('dialog'))
  },
  'what a tool is missed by': async (page) => {
    await openRuns(page)
    await go(page, 'Improve', 'To do')
    await seen(page.getByText(/ask for a decision\. Missed by/))
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await seen(page.getByRole('region', { name: 'To decide' }).getByText(/golden queries\./))
  },
}
