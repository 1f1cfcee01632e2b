import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SMALL_CATALOG } from '../app/small-catalog'
import { openPegboard } from './browser'
import { askInPlayground, expectText, go, importFiles, PATIENCE, toolRow } from './window'

/** The window of somebody who has been welcomed and whose new workspaces move to Sentences, as they do of themselves. */
async function openMoving() {
  const { page, close, home } = await openPegboard({ viewport: { width: 1280, height: 800 } })
  onTestFinished(close)
  await writeFile(join(home, 'settings.json'), JSON.stringify({ welcomed: true }))
  // Reloaded before its session is kept, a page would have lost its one-time token.
  await page.getByRole('navigation').waitFor(PATIENCE)
  await page.reload()
  return page
}

it('a new workspace is answered at once, and by Sentences when its tools are embedded', async () => {
  const page = await openMoving()
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'New workspace…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Mine')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('Workspace created: Mine.').waitFor(PATIENCE)
  await go(page, 'Catalog')
  const dialog = await importFiles(page, [{ name: 'tools.json', content: SMALL_CATALOG }])
  await dialog.getByRole('button', { name: 'Import 5 tools' }).click(PATIENCE)
  await expectText(dialog, /5 tools added/)
  await page.keyboard.press('Escape')
  await toolRow(page, 'convert_currency').waitFor(PATIENCE)
  await page
    .getByText('Sentences answers in this workspace from now on.')
    .waitFor({ timeout: 45_000 })
  await askInPlayground(page, 'how much is this in another country’s money')
  await expectText(page.locator('main'), /· Sentences[^]*convert_currency/)
})

it('an older workspace stays with Instant until Sentences is tried there and used', async () => {
  const page = await openMoving()
  await go(page, 'Models')
  await page.getByRole('button', { name: 'Try Sentences' }).click(PATIENCE)
  const line = page.getByRole('region', { name: 'Other settings' })
  await line
    .getByText(
      /Sentences in place of Instant: \d+\.\d points (more|fewer) Recall@5 on your 120 queries/,
    )
    .waitFor({ timeout: 50_000 })
  expect(await page.getByLabel('Embedder', { exact: true }).inputValue()).toBe('')
  await line.getByRole('button', { name: 'Use it' }).click()
  await line.getByRole('button', { name: 'Undo' }).waitFor(PATIENCE)
  await expect
    .poll(() => page.getByLabel('Embedder', { exact: true }).inputValue(), PATIENCE)
    .toBe('sentences')
  await line.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => page.getByLabel('Embedder', { exact: true }).inputValue(), PATIENCE)
    .toBe('')
})
