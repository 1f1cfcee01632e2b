import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { fieldFiles, queriesOf } from '../app/fields-catalog'
import {
  askInPlayground,
  expectCount,
  expectText,
  go,
  importFiles,
  measuresOf,
  newWorkspace,
  openDemo,
  openSetup,
  unfold,
} from './window'

/** A folder of MFTR’s format with published folds and weights, in a workspace of its own. */
async function importFields(page: Page): Promise<void> {
  await newWorkspace(page, 'Fields')
  const queries = queriesOf(60)
  const weights = { base_bias: [0], tau: 0.4, w_req: 0.5, w_opt: 0, alpha: 15 }
  const files: Record<string, unknown> = {
    ...fieldFiles(60),
    'fold_0_test_queries.json': queries.slice(0, 20),
    'fold_1_test_queries.json': queries.slice(20, 40),
    'fold_2_test_queries.json': queries.slice(40),
    'bm25_fold_0_learned_params.json': { ...weights, base_weight: [[1, 0.2, 0.3, 0.4]] },
  }
  const dialog = await importFiles(
    page,
    Object.entries(files).map(([name, content]) => ({ name, content })),
  )
  await dialog.getByRole('button', { name: 'Import 24 tools' }).click()
  await expectText(dialog, /can weigh fields with them, as “published bm25”/)
  await page.keyboard.press('Escape')
}

const weightsOf = (page: Page) => page.getByRole('dialog', { name: 'Weights of fields' })

it('weights are learned in the window, used, compared and deleted, and say why a tool lost points', async () => {
  const page = await openDemo()
  await importFields(page)
  await askInPlayground(page, 'Please read my mail, number 8')
  const main = page.getByRole('main')
  await page.getByRole('combobox', { name: 'Recipe', exact: true }).selectOption({ label: 'MFTR' })

  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await page.getByRole('button', { name: 'Weights of fields …' }).click()
  const dialog = weightsOf(page)
  await expectText(dialog, /published, for comparing by words, with 20 queries held out by fold/)
  await dialog.getByRole('button', { name: 'Use “published bm25”' }).click()
  const set = page.getByRole('listbox', { name: 'Tool set' })
  await expectText(set.getByRole('option').first(), /read_mail[^]*description \d?\.\d\d · /)
  await main.getByRole('option').filter({ hasText: 'found no argument' }).first().click()
  const card = page.getByRole('region', { name: 'Selected tool' })
  await expectText(card, /parameters\s*−\.\d\d\s*“\w+” found no argument/)

  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await page.getByRole('button', { name: 'Weights of fields …' }).click()
  await dialog.getByLabel('Compare fields').selectOption('words')
  await dialog.getByLabel('Parts held out in turn').selectOption('published')
  await dialog.getByLabel('Keep as').fill('mine')
  await dialog.getByRole('button', { name: 'Learn weights' }).click()
  await expectText(dialog, /60 queries, 24 tools, 3 published folds · nDCG@10 \d\.\d{3}/)
  await expectText(dialog, /Learned weights\s+\d\.\d{3}\s+\[\d\.\d{3}, \d\.\d{3}\]/)
  await dialog.getByRole('button', { name: 'Use “mine”' }).click()
  await expectText(main, /weights Learned here, compare fields By words/)

  await go(page, 'Evaluate')
  const recipe = (place: number) => page.getByRole('combobox', { name: `Recipe ${place}` })
  for (const place of [1, 2]) await recipe(place).selectOption({ label: 'MFTR' })
  for (const [place, name] of [
    [1, 'published bm25'],
    [2, 'mine'],
  ] as const) {
    await page.getByRole('button', { name: `Weights of fields … of recipe ${place}` }).click()
    await weightsOf(page)
      .getByRole('button', { name: `Use “${name}”` })
      .click()
  }
  await page.getByRole('button', { name: 'Run the evaluation' }).click()
  await unfold(page, 'Runs')
  const measures = measuresOf(page)
  await expectText(measures, /MFTR · Weights: Published/)
  await expectText(measures, /MFTR · Weights: Learned here/)

  await openSetup(page)
  await page.getByRole('button', { name: 'Weights of fields … of recipe 2' }).click()
  await dialog.getByRole('button', { name: 'Delete “mine”' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectCount(dialog.getByText('mine'), 0)
})
