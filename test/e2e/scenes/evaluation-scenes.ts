import type { Page } from 'playwright-core'
import { go, PATIENCE } from '../window'
import { openTab, press, seen, type Scenes } from './scene'

async function openEvaluation(page: Page): Promise<void> {
  await go(page, 'Evaluation')
  await seen(page.getByRole('button', { name: /Run the evaluation/ }))
}

async function openRuns(page: Page): Promise<void> {
  await openEvaluation(page)
  const compared = page.getByRole('tab', { name: /Compare\s*2/ })
  // Measured by a scene before, unless this one is walked alone.
  const known = compared.waitFor({ timeout: 3_000 })
  await known.catch(() => press(page, /Run the evaluation/))
  await seen(compared)
}

async function openQueries(page: Page): Promise<void> {
  await openRuns(page)
  await openTab(page, /Queries/)
  await seen(page.getByRole('grid').getByRole('row'))
}

export const evaluationScenes: Scenes = {
  'nothing measured': openEvaluation,
  'a sample only': async (page) => {
    await openEvaluation(page)
    await page.getByText('Measure a sample only').click(PATIENCE)
  },
  'options of a recipe': async (page) => {
    await openEvaluation(page)
    await press(page, 'Options of recipe 1')
  },
  finished: async (page) => {
    await openEvaluation(page)
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('tab', { name: /Compare\s*2/ }))
  },
  'sets of their own size': async (page) => {
    await openEvaluation(page)
    await page.getByRole('combobox', { name: 'Recipe 1' }).selectOption({ label: 'Hybrid' })
    await press(page, 'Options of recipe 1')
    await press(page, /^Selection/)
    await page.getByLabel('Tools per request').selectOption({ label: 'Its own size' })
    await press(page, 'Options of recipe 1')
    await press(page, /Run the evaluation/)
    await page
      .getByRole('group', { name: 'Where no tool fits' })
      .scrollIntoViewIfNeeded({ timeout: 60_000 })
  },
  'compared, below': async (page) => {
    await openRuns(page)
    await page.getByRole('main').locator('svg').last().scrollIntoViewIfNeeded(PATIENCE)
  },
  queries: openQueries,
  'a failed query opened': async (page) => {
    await openQueries(page)
    await page.getByRole('grid').locator('[role=row][aria-rowindex="2"]').click(PATIENCE)
  },
  'delete runs': async (page) => {
    await openRuns(page)
    await press(page, /^Delete the 2 chosen runs/)
    await seen(page.getByRole('dialog'))
  },
}
