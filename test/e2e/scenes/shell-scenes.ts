import type { Page } from 'playwright-core'
import { go, PATIENCE } from '../window'
import { choose, press, seen, type Scenes } from './scene'

async function typeInPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByLabel('Search commands and tools').fill(text, PATIENCE)
  await page.waitForTimeout(300)
}

const chooseOfWorkspace = (page: Page, item: string) => choose(page, /^Workspace: /, item)

const dialogOfWorkspace = (item: string) => async (page: Page) => {
  await chooseOfWorkspace(page, item)
  await seen(page.getByRole('dialog'))
}

/** What surrounds the sections, and the sections while there is nothing in them. */
export const shellScenes: Scenes = {
  'first start': (page) => seen(page.getByRole('main').getByText(/[a-z]+_[a-z]+/)),
  'palette, nothing typed': (page) => typeInPalette(page, ''),
  'palette, tools found': (page) => typeInPalette(page, 'send'),
  'palette, a command found': (page) => typeInPalette(page, 'theme'),
  'palette, nothing found': (page) => typeInPalette(page, 'zzzz qqqq'),
  'workspace menu': async (page) => {
    await press(page, /^Workspace: /)
    await seen(page.getByRole('menu'))
  },
  'new workspace': dialogOfWorkspace('New workspace…'),
  'new demo workspace': dialogOfWorkspace('New demo workspace…'),
  'open a folder': dialogOfWorkspace('Open a folder…'),
  'open a folder that is none': async (page) => {
    await chooseOfWorkspace(page, 'Open a folder…')
    await page.getByRole('dialog').getByLabel('Folder').fill('/nowhere/at all')
    await press(page.getByRole('dialog'), 'Open')
    await seen(page.getByRole('dialog').getByRole('alert'))
  },
  'import a workspace': dialogOfWorkspace('Import from a file…'),
  'rename a workspace': dialogOfWorkspace('Rename…'),
  'duplicate a workspace': dialogOfWorkspace('Duplicate…'),
  'delete a workspace': dialogOfWorkspace('Delete…'),
  settings: async (page) => {
    await go(page, 'Settings')
    await seen(page.getByText('Theme', { exact: true }))
  },
  'prompts of a workspace': async (page) => {
    await go(page, 'Settings')
    await press(page, 'Read and edit')
    const dialog = page.getByRole('dialog', { name: 'Prompts' })
    await press(dialog, 'Rank tools')
    await dialog.getByLabel('Wording').fill('Rank the tools by what they do.')
    await seen(dialog.getByText('not saved'))
  },
  glossary: async (page) => {
    await go(page, 'Settings')
    await press(page, 'Open')
    await seen(page.getByRole('dialog', { name: 'Glossary' }))
  },
  'a term explained': async (page) => {
    await go(page, 'Settings')
    await page.getByRole('button', { name: 'Embedder', exact: true }).hover(PATIENCE)
    await seen(page.getByRole('tooltip'))
  },
  'settings, a wrong address': async (page) => {
    await go(page, 'Settings')
    const address = page.getByLabel('Ollama address')
    await address.fill('not an address')
    await address.press('Enter')
    await seen(page.getByRole('alert'))
  },
  'a notice, and an empty catalog': async (page) => {
    await chooseOfWorkspace(page, 'New workspace…')
    await page.getByRole('dialog').getByLabel('Name').fill('An empty one')
    await press(page.getByRole('dialog'), 'Create')
    await seen(page.getByText('Workspace created: An empty one.'))
    await go(page, 'Catalog')
    await seen(page.getByText('This catalog is empty'))
  },
  'empty playground': async (page) => {
    await go(page, 'Playground')
    await seen(page.getByText('This workspace has no tools yet'))
  },
  'empty evaluation': async (page) => {
    await go(page, 'Evaluation')
    await seen(page.getByText('No golden set to measure on yet'))
  },
  'unknown browser': async (page) => {
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await seen(page.getByText('Pegboard does not know this browser'))
  },
}
