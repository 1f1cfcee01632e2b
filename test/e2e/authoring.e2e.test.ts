import type { Locator, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { askedFor, enhancingModel, partAsked } from '../fakes/enhancing'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import {
  chooseChatModel,
  chooseK,
  command,
  decideBy,
  decidedOf,
  detailOf,
  expectFocus,
  expectRows,
  expectText,
  measuresOf,
  nothingTicked,
  openBy,
  openDemo,
  paste,
  queryBox,
  saveForm,
  saveTicked,
  tabTo,
  toDoOf,
  toolRow,
  unfold,
} from './window'

/** Tools that say nothing of what they do, and what people ask of them. */
const BARE = [
  {
    name: 'zb_run',
    asked: ['feed the zebras their hay', 'hay for the zebras at noon', 'zebra feeding, please'],
  },
  {
    name: 'gr_run',
    asked: ['mow the lawn behind the office', 'cut the grass of the lawn', 'lawn is too high'],
  },
  {
    name: 'bk_run',
    asked: ['oil the chain of my bicycle', 'bicycle chain squeaks', 'grease a bicycle chain'],
  },
]
/** What a model writes of them: like what is asked, in other words. */
const WRITTEN: Readonly<Record<string, string[]>> = {
  zb_run: ['Give the zebras in the stable some hay', 'Are the zebras fed with hay yet?'],
  gr_run: ['Have somebody mow the lawn', 'The grass on the lawn needs mowing'],
  bk_run: ['Put oil on a bicycle chain', 'A dry bicycle chain wants oil'],
}
/** And of one tool of the demo, the words of another. */
const HARMFUL = { tool: 'create_event', description: 'Report a bug. File a ticket in the tracker.' }
/** Four parts of each of five tools. */
const PROPOSED = 20
const PASTED = ['one', 'two', 'three', 'four', 'five'].map((each) => ({
  type: 'function',
  function: { name: `spare_${each}`, description: `Spare tool ${each}.`, parameters: {} },
}))

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function makeTools(page: Page): Promise<void> {
  for (const { name } of BARE) {
    await command(page, 'New tool')
    await expectFocus(dialogOf(page, 'New tool').getByLabel('Name'))
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expectText(detailOf(page), new RegExp(name))
    await dialogOf(page, 'New tool').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  }
}

async function pasteTools(page: Page): Promise<void> {
  await paste(page.locator('body'), JSON.stringify(PASTED))
  const dialog = page.getByRole('dialog')
  await pressOn(page, dialog.getByRole('radio', { name: 'A new workspace' }), 'ArrowRight')
  await pressOn(page, dialog.getByRole('button', { name: 'Import 5 tools' }))
  await expectText(dialog, /5 tools added/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/**
 * Twelve queries: three for each of the bare tools, and three that a tool of the demo answers
 * already.
 */
async function saveGolden(page: Page): Promise<void> {
  const queries = [
    ...BARE.flatMap(({ name, asked }) => asked.map((text) => ({ text, tool: name }))),
    ...['create an event for the team lunch', 'create a calendar event', 'new event on Monday'].map(
      (text) => ({ text, tool: HARMFUL.tool }),
    ),
  ]
  await page.keyboard.press('Control+1')
  const form = saveForm(page)
  for (const [at, { text, tool }] of queries.entries()) {
    if (at === 0) await tabTo(page, queryBox(page))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await nothingTicked(page)
    if (at === 0) {
      await openBy(page, 'g', form)
      await form.getByLabel('Into the golden set').selectOption({ label: 'A new set …' })
      await form.getByLabel('Name of the new golden set').fill('mine')
    }
    await tickTool(page, tool)
    await saveTicked(page, at + 1)
  }
}

/** Ticks a tool of the answer, or names one that the answer lacks. */
async function tickTool(page: Page, tool: string): Promise<void> {
  const list = page.getByRole('listbox').first()
  const names = await list.getByRole('option').allInnerTexts()
  const place = names.findIndex((text) => text.includes(tool))
  if (place < 0) {
    if (!(await saveForm(page).isVisible())) await page.keyboard.press('g')
    await tabTo(page, page.getByLabel('A right tool that is not listed'))
    await page.keyboard.type(tool)
    // At once: the list may still have other tools.
    await page.keyboard.press('Enter')
    return
  }
  await tabTo(page, list)
  await page.keyboard.press('Home')
  for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('t')
}

/** Measures the author's own golden set anew. */
async function measure(page: Page): Promise<void> {
  await page.keyboard.press('Control+5')
  await page.getByLabel('Golden set', { exact: true }).selectOption('mine')
  await command(page, 'Run the evaluation')
  await unfold(page, 'Runs')
  await measuresOf(page).waitFor()
  await chooseK(page, 5)
}

/** Recall@5 of the run on show. */
async function recall(page: Page): Promise<number> {
  const row = measuresOf(page).getByRole('row').filter({ hasText: 'Hybrid' }).first()
  return Number((await row.innerText()).match(/[01]\.\d{3}/)?.[0])
}

async function enhanceSome(page: Page): Promise<void> {
  await command(page, 'Tools of the catalog')
  await page.getByPlaceholder('Search tools').waitFor()
  await toolRow(page, 'approve_deployment').waitFor()
  for (const name of [...BARE.map((tool) => tool.name), HARMFUL.tool, 'cancel_build']) {
    await page.keyboard.press('/')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(name)
    await toolRow(page, name).waitFor()
    await expectRows(page.getByRole('grid'), 1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
  }
  await page.getByText('5 selected').waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Enhance…' }))
  const dialog = dialogOf(page, 'Enhance 5 tools')
  await pressOn(page, dialog.getByRole('button', { name: /^Ask for \d+ texts/ }))
  await expectText(dialog, /20 answers: 20 texts proposed/)
  await pressOn(page, dialog.getByRole('button', { name: /^Review \d+ proposals/ }))
}

/** Goes through the proposals: what would harm is rejected, all else accepted. */
async function review(page: Page): Promise<void> {
  const queue = toDoOf(page)
  await atOnceByKeys(page, /^Measure \d+/)
  await expectText(queue, /[1-9]\d* would harm/)
  const pane = decidedOf(page)
  await page.keyboard.press('/')
  await page.keyboard.type('create_event')
  await expectRows(queue.getByRole('grid'), 1)
  await page.keyboard.press('ArrowDown')
  const items = pane.getByRole('listbox', { name: 'Of this tool' })
  await tabTo(page, items)
  const lookedAt = page.getByRole('region', { name: 'The proposal looked at' })
  // The next is gone to once this one is on show: one that comes up slowly would be passed over.
  let left = ''
  await expect
    .poll(async () => {
      const text = await lookedAt.innerText()
      if (!/Retrieval description/.test(text) && text !== left) {
        left = text
        await page.keyboard.press('ArrowDown')
      }
      return text
    })
    .toMatch(/Retrieval description/)
  await openBy(page, 'x', page.getByLabel('Why not?'))
  await page.keyboard.type('It is about issues.')
  await page.keyboard.press('Enter')
  await expectText(queue, new RegExp(`${PROPOSED - 1} proposals to review`))
  // The list can hear of it before the field closes: until then, keys are typed into the reason.
  await page.getByLabel('Why not?').waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await page.getByLabel('Search what is to do').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await expectRows(queue.getByRole('grid'), 5)
  await page.keyboard.press('ArrowDown')
  await decideBy(page.locator('main'), 'a', /Nothing to review/)
}

/** Does something with all that the queue shows, without a mouse. */
async function atOnceByKeys(page: Page, name: RegExp): Promise<void> {
  const button = toDoOf(page).getByRole('button', { name: 'All at once' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name }).waitFor()
  const item = page.getByRole('menuitem', { name })
  await expect
    .poll(async () => {
      const isThere = await item.evaluate((element) => element === document.activeElement)
      if (!isThere) await page.keyboard.press('ArrowDown')
      return isThere
    })
    .toBe(true)
  await page.keyboard.press('Enter')
}

it('an author makes tools, writes golden queries, has texts proposed and stops the one that harms', async () => {
  const ollama = await startFakeOllama([
    enhancingModel((question) => {
      const [tool = ''] = askedFor(question).split(' ')
      if (tool === HARMFUL.tool && partAsked(question) === 'description')
        return JSON.stringify({ description: HARMFUL.description })
      const written = WRITTEN[tool]
      if (!written || partAsked(question) !== 'questions') return undefined
      return JSON.stringify({ messages: written })
    }),
  ])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  await page.keyboard.press('Control+2')
  await makeTools(page)
  await pasteTools(page)
  await saveGolden(page)
  await command(page, 'Findings')
  await expectText(toDoOf(page).getByRole('grid'), /zb_run/)
  await measure(page)
  const before = await recall(page)
  await enhanceSome(page)
  await review(page)
  await measure(page)
  await expect.poll(() => recall(page)).toBeGreaterThan(before)
})
