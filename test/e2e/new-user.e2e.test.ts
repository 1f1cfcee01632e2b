import { expect, it } from 'vitest'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from '../app/small-catalog'
import {
  askInPlayground,
  expectText,
  expectValue,
  go,
  importAll,
  importFiles,
  measuresOf,
  more,
  openDemo,
  openMeasured,
  takeFor,
  toolRow,
  unfold,
  writeQuestion,
} from './window'

it('a new user sees the demo, asks it, and learns why a tool was not picked', async () => {
  const page = await openDemo()
  await askInPlayground(page, 'notify the team that the build broke')
  await expectText(page.locator('main'), /send_direct_message[^]*send_message[^]*cancel_build/)
  await expectText(page.locator('main'), /5 of 102 tools, [\d,]+\s+of\s+[\d,]+\s+tokens/)
  await page.getByRole('tab', { name: /Trace/ }).click()
  await expectText(
    page.locator('main'),
    /The request as asked[^]*Search by words[^]*Search by meaning/,
  )
  await more(page, 'Why not …?')
  await page.getByRole('combobox').last().fill('find_channel')
  await page.getByRole('option', { name: /find_channel/ }).click()
  await expectText(
    page.locator('main').getByRole('status'),
    /Not picked: place \d+, below the cut at k = 5/,
  )
})

it('a new user measures two recipes and walks through the failures', async () => {
  const page = await openMeasured()
  await expectText(page.locator('main'), /0\.\d{3}/)
  await expectText(
    measuresOf(page),
    /baseline[^]*(clearly better|may be chance)[^]*fixed, \d+ broken/,
  )
  const paths = page.locator('main svg path')
  await expect.poll(() => paths.count()).toBeGreaterThan(10)
  await unfold(page, 'Failures')
  const worst = page.getByRole('grid').locator('[role=row][aria-rowindex="2"]')
  await expectText(worst, /0\.000/)
  await worst.click()
  await expectText(page.locator('main'), /Golden tools[^]*missed[^]*Not picked/)
})

it('a new user’s own tools go into a workspace of their own, and the demo stays as it is', async () => {
  const page = await openDemo()
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Files to import').setInputFiles({
    name: 'our tools.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(SMALL_CATALOG)),
  })
  await expectValue(dialog.getByLabel('Name of the new workspace'), 'our tools')
  await dialog.getByRole('button', { name: 'Import 5 tools' }).click()
  await dialog.waitFor({ state: 'detached' })
  await toolRow(page, 'convert_currency').waitFor()
  await expectText(page.getByRole('navigation'), 'our tools')
  await expectText(page.locator('.window'), /5 tools/)
  await page.getByRole('button', { name: 'Workspace: our tools' }).click()
  await page.getByRole('menuitem', { name: 'Demo', exact: true }).click()
  await expectText(page.locator('.window'), /107 tools/)
})

it('a new user imports a catalog with a golden set, and sees what a second import would change', async () => {
  const page = await openDemo()
  await importAll(
    page,
    { name: 'tools.json', content: SMALL_CATALOG },
    { button: 'Import 5 tools', done: /5 tools added/ },
  )
  await page.getByPlaceholder('Search tools').fill('currency')
  await toolRow(page, 'convert_currency').waitFor()

  const changed = SMALL_CATALOG.slice(1).map((tool) => ({
    ...tool,
    function: { ...tool.function, description: `${tool.function.description} Again.` },
  }))
  const again = await importFiles(page, [{ name: 'tools.json', content: changed }])
  await expectText(again, /Changed\s+4\s/)
  const sameName = again.getByLabel('4 tools with the name of another one here')
  await sameName.selectOption('both')
  await again.getByText('search_email#2').first().waitFor()
  await takeFor(again, 'Golden set')
  await page.keyboard.press('Escape')
  await again.waitFor({ state: 'detached' })

  const golden = await importFiles(page, [{ name: 'asked.json', content: SMALL_GOLDEN_SET }])
  await takeFor(golden, 'Golden set')
  await golden.getByRole('button', { name: 'Import 4 golden queries' }).click()
  await expectText(golden, /asked/)
})

it('a broken file is answered with line and column, where the file was chosen', async () => {
  const page = await openDemo()
  const dialog = await importFiles(page, [{ name: 'broken.json', content: '[\n  {"name": }\n]' }])
  await expectText(dialog.getByRole('alert'), /line 2, column 12/)
})

it('what an author writes is saved and changes what is found, and the imported text stays', async () => {
  const page = await openDemo()
  await writeQuestion(page, 'find_channel', 'Where do the zebras hang out?')
  await askInPlayground(page, 'zebras')
  await expectText(page.getByRole('tabpanel', { name: /Tool set/ }), /find_channel/)
  await page.reload()
  await go(page, 'Catalog')
  await page.getByText('13 edited').waitFor()
})
