import type { Locator, Page } from 'playwright-core'
import { askInPlayground, go, nothingTicked } from '../window'
import { choose, press, seen, type Scenes } from './scene'

async function openGolden(page: Page): Promise<Locator> {
  await go(page, 'Queries', 'Golden queries')
  const list = page.getByRole('region', { name: 'Golden queries' })
  await seen(list.getByRole('grid'))
  return list
}

/** Golden queries, where they are listed and where they are saved. */
export const goldenScenes: Scenes = {
  'golden queries': openGolden,
  'a golden query': async (page) => {
    const list = await openGolden(page)
    await list.getByRole('row').nth(3).click()
    const dialog = page.getByRole('dialog', { name: 'Golden query' })
    await press(dialog, 'Add earlier turns')
    await press(dialog, /^Call of/)
    await seen(dialog.getByLabel(/^Arguments of/))
  },
  'a golden query that leaks': async (page) => {
    const list = await openGolden(page)
    await press(list, 'New query')
    const dialog = page.getByRole('dialog', { name: 'New golden query' })
    await dialog.getByLabel('Query').fill('write a quarterly bill for the museum and send it')
    await seen(dialog.getByRole('note'))
  },
  'golden queries to change': async (page) => {
    const list = await openGolden(page)
    for (const row of [1, 2]) await list.getByRole('checkbox').nth(row).click()
    await press(list, 'Tags …')
    await seen(page.getByLabel('Give them tags, separated by commas'))
  },
  'a golden set to split': async (page) => {
    await openGolden(page)
    await choose(page, 'Sets', 'Split …')
    const dialog = page.getByRole('dialog', { name: 'Split the golden set' })
    await dialog.getByText('Tools', { exact: true }).click()
    await seen(dialog.getByText(/tools on both sides/))
  },
  'a query to save as golden': async (page) => {
    await askInPlayground(page, 'remind the whole team about the survey')
    const form = page.getByRole('form', { name: 'Save as golden query' })
    await nothingTicked(page)
    await page.getByRole('listbox').first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('t')
    await seen(form.getByRole('button', { name: /1 right tool/ }))
  },
}
