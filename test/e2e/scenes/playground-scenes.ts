import type { Page } from 'playwright-core'
import { askInPlayground, go, PATIENCE } from '../window'
import { openTab, press, seen, type Scenes } from './scene'

const QUERY = 'notify the team that the build broke'

async function asked(page: Page, query = QUERY): Promise<void> {
  await askInPlayground(page, query)
  await seen(page.getByRole('tab', { name: /Tool set/ }))
}

async function askWhyNot(page: Page, tool: string): Promise<void> {
  await asked(page)
  await openTab(page, /Why not/)
  await page.getByRole('combobox', { name: 'Tool to ask about' }).fill(tool)
  await page.getByRole('option', { name: tool }).first().click(PATIENCE)
  await seen(page.getByRole('table'))
}

export const playgroundScenes: Scenes = {
  'first minute': async (page) => {
    await go(page, 'Playground')
    await seen(page.getByRole('region', { name: 'What this is' }))
  },
  'nothing asked': async (page) => {
    await go(page, 'Playground')
    await press(page, 'Close this introduction')
    await page.reload()
    await seen(page.getByPlaceholder(/What should the agent do/))
  },
  answered: (page) => asked(page),
  'a tool opened': async (page) => {
    await asked(page)
    await page.getByRole('main').getByText('send_message', { exact: true }).first().click(PATIENCE)
  },
  trace: async (page) => {
    await asked(page)
    await openTab(page, /Trace/)
  },
  'why not, nothing chosen': async (page) => {
    await asked(page)
    await openTab(page, /Why not/)
  },
  'why not, not picked': (page) => askWhyNot(page, 'find_channel'),
  'why not, picked': (page) => askWhyNot(page, 'send_message'),
  'right tools known, raw scores': async (page) => {
    await asked(page, `${QUERY} — they hang out in #web-team`)
    await page.getByLabel('Raw scores').click(PATIENCE)
    await seen(page.getByText('1 right tool is missing'))
  },
  'an answer to something else': async (page) => {
    await asked(page)
    await page.getByPlaceholder(/What should the agent do/).fill('book a room')
    await seen(page.getByText('Answer to'))
  },
  'options open': async (page) => {
    await asked(page)
    await press(page, /^Options/)
    await press(page, /^Matching/)
    await page.getByLabel('Drop stop words').click(PATIENCE)
    await seen(page.getByText('stop words kept'))
  },
  'nothing found': async (page) => {
    await go(page, 'Playground')
    await page.getByLabel('Recipe').first().selectOption({ label: 'BM25' }, PATIENCE)
    await askInPlayground(page, 'zzzz qqqq')
    await seen(page.getByText('No tool was found'))
  },
}
