import type { Locator, Page } from 'playwright-core'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from '../../app/small-catalog'
import { go, importFiles, takeFor } from '../window'
import { openTab, press, seen, type Scenes } from './scene'

async function importing(page: Page, name: string, content: unknown): Promise<Locator> {
  await go(page, 'Catalog')
  return importFiles(page, [{ name, content }])
}

async function connecting(page: Page): Promise<Locator> {
  await go(page, 'Catalog')
  await press(page, 'Import')
  const dialog = page.getByRole('dialog')
  await press(dialog, 'Connect a server…')
  await seen(dialog.getByLabel('Command that starts'))
  return dialog
}

async function previewOf(page: Page, name: string, content: unknown): Promise<Locator> {
  const dialog = await importing(page, name, content)
  await seen(dialog.getByRole('button', { name: /^Import \d/ }))
  return dialog
}

async function committed(dialog: Locator): Promise<void> {
  await press(dialog, /^Import \d/)
  await seen(dialog.getByRole('button', { name: 'Done', exact: true }))
}

const changed = SMALL_CATALOG.slice(1).map((tool) => ({
  ...tool,
  function: { ...tool.function, description: `${tool.function.description} Again.` },
}))

const table = [
  'plugin,what it does,tag',
  'send_fax,Sends a fax to a number.,office',
  'read_meter,"Reads the gas meter, in cubic metres.",home',
  'water_plants,Waters the plants of one room.,home',
].join('\n')

const partlyUnusable = [
  ...SMALL_CATALOG.slice(0, 2),
  { type: 'function', function: { description: 'It has no name.' } },
  { type: 'function', function: { name: 'good_tool', parameters: 'none' } },
]

export const importScenes: Scenes = {
  'choose a catalog': async (page) => {
    await go(page, 'Catalog')
    await press(page, 'Import')
    await seen(page.getByRole('dialog'))
  },
  'connect a server': async (page) => {
    await connecting(page)
  },
  'agree to a server': async (page) => {
    const dialog = await connecting(page)
    await dialog.getByText('Variables and folder').click()
    await dialog.getByLabel('Variables it is given, by name').fill('NODE_OPTIONS UNKNOWN_TOKEN')
    await dialog.getByLabel('Command that starts').fill(`"${process.execPath}" server.mjs`)
    await press(dialog, 'Continue')
    await seen(dialog.getByText('loads other code'))
  },
  'choose a golden set': async (page) => {
    await go(page, 'Catalog')
    await press(page, 'Import')
    await takeFor(page.getByRole('dialog'), 'Golden set')
  },
  'a broken file': async (page) => {
    const dialog = await importing(page, 'broken.json', '[\n  {"name": }\n]')
    await seen(dialog.getByRole('alert'))
  },
  'preview of a catalog': (page) => previewOf(page, 'tools.json', SMALL_CATALOG),
  'preview, what was skipped': async (page) => {
    const dialog = await previewOf(page, 'partly.json', partlyUnusable)
    await openTab(dialog, /Report/)
  },
  'columns of a table': async (page) => {
    const dialog = await importing(page, 'plugins.csv', table)
    await seen(dialog.getByRole('region', { name: 'Columns' }))
  },
  'catalog imported': async (page) => {
    await committed(await previewOf(page, 'tools.json', SMALL_CATALOG))
  },
  'preview of changes, with clashes': async (page) => {
    const dialog = await previewOf(page, 'tools.json', changed)
    await openTab(dialog, /Changed/)
  },
  'preview of a golden set': async (page) => {
    const dialog = await importing(page, 'asked.json', SMALL_GOLDEN_SET)
    await takeFor(dialog, 'Golden set')
    await seen(dialog.getByRole('button', { name: /^Import \d/ }))
  },
  'golden set imported': async (page) => {
    const dialog = await importing(page, 'asked.json', SMALL_GOLDEN_SET)
    await takeFor(dialog, 'Golden set')
    await committed(dialog)
  },
}
