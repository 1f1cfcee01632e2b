import type { Page } from 'playwright-core'
import { askInPlayground, go, more } from '../window'
import { openTab, press, seen, type Scenes } from './scene'

const QUERY = 'notify the team that the build broke'
const KNOWN = 'hungry! anything vegetarian and open around 9 Mill Lane, Zurich, min 4 stars'
const SEVERAL = 'create an issue for the failing login, tell the team about it and book a room'

async function asked(page: Page, query = QUERY): Promise<void> {
  await askInPlayground(page, query)
  await seen(page.getByRole('tab', { name: /Tool set/ }))
}

async function askWhyNot(page: Page, tool: string): Promise<void> {
  await asked(page)
  await more(page, 'Why not …?')
  await page.getByRole('combobox', { name: 'Tool to ask about' }).fill(tool)
  await page.getByRole('option', { name: tool }).first().click()
  await seen(page.getByRole('table'))
}

async function openWeights(page: Page): Promise<void> {
  await go(page, 'Playground')
  await page.getByLabel('Recipe').first().selectOption({ label: 'MFTR' })
  await press(page, 'Options')
  await press(page, 'Weights of fields …')
}

export const playgroundScenes: Scenes = {
  'first start': (page) => seen(page.getByRole('main').getByText(/[a-z]+_[a-z]+/)),
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
    await page.getByRole('main').getByText('send_message', { exact: true }).first().click()
  },
  trace: async (page) => {
    await asked(page)
    await openTab(page, /Trace/)
  },
  'a recipe of one’s own': async (page) => {
    await asked(page)
    await press(page, 'Options')
    await page.getByRole('button', { name: /^Selection/ }).click()
    await page.getByRole('switch', { name: /clause/i }).click()
    await page.getByRole('button', { name: 'Save as a recipe of your own …' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('mail finder')
    await press(page, 'Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save as a recipe of your own …' }).click()
    await seen(page.getByText('Your own recipes'))
  },
  'weights of fields': async (page) => {
    await openWeights(page)
    await seen(page.getByText('Learn from a golden set'))
  },
  'weights of fields, learned': async (page) => {
    await openWeights(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Compare fields').selectOption('words')
    await press(dialog, 'Learn weights')
    await dialog.getByText('Learned weights are ahead by').first().waitFor()
  },
  'a tool by its fields': async (page) => {
    await asked(page)
    await page.getByLabel('Recipe').first().selectOption({ label: 'MFTR' })
    await seen(page.getByText(/^description −?\d*\.\d\d/))
    await page.getByRole('listbox', { name: 'Tool set' }).getByRole('option').first().click()
    await seen(page.getByRole('list', { name: 'What each field adds' }))
  },
  'why not, nothing chosen': async (page) => {
    await asked(page)
    await more(page, 'Why not …?')
  },
  'why not, not picked': (page) => askWhyNot(page, 'find_channel'),
  'why not, picked': (page) => askWhyNot(page, 'send_message'),
  'right tools known, raw scores': async (page) => {
    await asked(page, KNOWN)
    await more(page, 'Show raw scores')
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
    await page.getByLabel('Drop stop words').click()
    await seen(page.getByText('stop words kept'))
  },
  'no tool fits': async (page) => {
    await asked(page, 'play a song by the band')
    await press(page, /^Options/)
    await press(page, /^Selection/)
    await page.getByLabel('Tools per request').selectOption({ label: 'Adaptive' })
    await press(page, /^Options/)
    await seen(page.getByText(/^No tool fits/))
  },
  'a request of several parts': async (page) => {
    await asked(page, SEVERAL)
    await openTab(page, /Trace/)
    await press(page, 'Fold all')
    await press(page, 'Cover the parts of the request')
    await seen(page.getByRole('region', { name: /^Part 2/ }))
  },
  'side by side': async (page) => {
    await asked(page, SEVERAL)
    await press(page, 'A | B')
    await seen(page.getByRole('region', { name: /^B:/ }))
  },
  'side by side, the trace of B': async (page) => {
    await asked(page, KNOWN)
    await press(page, 'A | B')
    await seen(page.getByRole('region', { name: /^B:/ }))
    await openTab(page, /Trace/)
    await page.getByText('B', { exact: true }).last().click()
  },
  'a follow-up': async (page) => {
    await asked(page)
    await more(page, 'Follow up on it')
    await page.getByPlaceholder(/What should the agent do/).fill('and book a room for Friday')
    await page.keyboard.press('Enter')
    await seen(page.getByText('does not read what was said before'))
  },
  'a session, begun': async (page) => {
    await asked(page, SEVERAL)
    await more(page, 'Begin a session with it')
    await seen(page.getByText('It begins with these 5 tools'))
  },
  'a session of three searches': async (page) => {
    await asked(page, SEVERAL)
    await more(page, 'Begin a session with it')
    for (const search of ['Search 1', 'Search 2', 'Search 3']) {
      await press(page, 'Next step')
      await seen(page.getByText(search))
    }
    await seen(page.getByText('Every part of the request is searched.'))
  },
  'as agents read it': async (page) => {
    await asked(page)
    await more(page, 'Show what an agent reads of it')
    await seen(page.getByText(/An agent reads/))
  },
  'try it, no model': async (page) => {
    await asked(page)
    await more(page, 'Try it with the chat model')
    await press(page, /^Try it:/)
    await seen(page.getByText('No chat model is chosen'))
  },
  'nothing found': async (page) => {
    await go(page, 'Playground')
    await page.getByLabel('Recipe').first().selectOption({ label: 'BM25' })
    await askInPlayground(page, 'zzzz qqqq')
    await seen(page.getByText('No tool was found'))
  },
}
