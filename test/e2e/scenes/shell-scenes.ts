import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { freePort } from '../../fixtures/free-port'
import { expectText, go, marked, openPalette, unfold } from '../window'
import { choose, press, seen, type Scenes } from './scene'

/** Types into the palette, until this is marked and nothing is looked for any more. */
const paletteOf = (text: string, first: RegExp) => async (page: Page) => {
  await openPalette(page, text)
  await expectText(marked(page), first)
  await seen(page.getByRole('dialog').locator('[role=listbox][aria-busy=false]'))
}

const chooseOfWorkspace = (page: Page, item: string) => choose(page, /^Workspace: /, item)

const dialogOfWorkspace = (item: string) => async (page: Page) => {
  await chooseOfWorkspace(page, item)
  await seen(page.getByRole('dialog'))
}

/** What surrounds the sections, and the sections while there is nothing in them. */
export const shellScenes: Scenes = {
  'palette, nothing typed': paletteOf('', /./),
  'palette, tools found': paletteOf('send_m', /send_message/),
  'palette, a command found': paletteOf('theme', /theme/i),
  'palette, nothing found': paletteOf('zzzz qqqq', /Ask “zzzz qqqq”/),
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
    await go(page, 'Settings', 'General')
    await seen(page.getByText('Theme', { exact: true }))
  },
  serve: async (page) => {
    await go(page, 'Serve')
    await seen(page.getByText(/Agents search \d+ tools with/))
    await unfold(page, 'What an agent is given')
    await seen(page.getByText('Finds tools for what you need to do', { exact: false }))
  },
  'what an answer holds': async (page) => {
    await go(page, 'Serve')
    await unfold(page, 'What an answer holds')
    await unfold(page, 'Parameters that agents are not shown')
    await seen(page.getByRole('table', { name: 'Parameters that many tools share' }))
  },
  'serve over HTTP': async (page) => {
    await go(page, 'Serve')
    await page.getByLabel('Port', { exact: true }).fill(String(await freePort()))
    await press(page, 'Start serving')
    await seen(page.getByText(/Serving at/))
    await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Cursor' })
    await seen(page.getByText('Bearer •', { exact: false }))
  },
  'requests of agents': async (page) => {
    await go(page, 'Serve', 'Requests')
    await seen(page.getByText('No agent has asked yet'))
  },
  'prompts of a workspace': async (page) => {
    await go(page, 'Settings', 'General')
    await press(page, 'Read and edit')
    const dialog = page.getByRole('dialog', { name: 'Prompts' })
    await press(dialog, 'Rank tools')
    await dialog.getByLabel('Wording').fill('Rank the tools by what they do.')
    await seen(dialog.getByText('not saved'))
  },
  'a term explained': async (page) => {
    await go(page, 'Settings', 'General')
    await page.getByRole('button', { name: 'Embedder', exact: true }).hover()
    await seen(page.getByRole('tooltip'))
  },
  'settings, a wrong address': async (page) => {
    await go(page, 'Settings', 'General')
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
  'empty serve': async (page) => {
    await go(page, 'Serve')
    await seen(page.getByText('No tools to serve yet'))
  },
  'empty evaluation': async (page) => {
    await go(page, 'Evaluate')
    await seen(page.getByText('No golden set to measure on yet'))
  },
  'unknown browser': async (page) => {
    const kept = await page.evaluate(() => ({ ...localStorage }))
    onTestFinished(async () => {
      await page.evaluate((session) => Object.assign(localStorage, session), kept)
      await page.reload()
    })
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await seen(page.getByText('Pegboard does not know this browser'))
  },
}
