import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OFFICE, officeQueries, questionsAsAsked, questionsOfAnother } from '../app/office'
import { enhancingModel } from '../fakes/enhancing'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import {
  chooseChatModel,
  command,
  expectText,
  go,
  importAll,
  importFiles,
  newWorkspace,
  openDemo,
  openSection,
  takeFor,
  toDoOf,
  toolRow,
} from './window'

/** An office that gives one tool at a time, with so many golden queries for each, and a writer. */
async function openOffice(each: number, writes = questionsAsAsked) {
  const ollama = await startFakeOllama([
    enhancingModel((question) => JSON.stringify(writes(question))),
  ])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await newWorkspace(page, 'Office')
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  await go(page, 'Catalog')
  await importAll(
    page,
    { name: 'tools.json', content: OFFICE },
    { button: /^Import 6/, done: /6 tools added/ },
  )
  const queries = officeQueries(each).map(({ id, text, tools }) => ({ id, query: text, tools }))
  const wizard = await importFiles(page, [{ name: 'office.json', content: queries }])
  await wizard.getByText(/holds no catalog/).waitFor()
  await takeFor(wizard, 'Golden set')
  await wizard.getByRole('button', { name: /^Import \d+ golden queries/ }).click()
  await expectText(wizard, /Golden set “office” with \d+ queries/)
  await pressIn(wizard, 'Done')
  await wizard.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Works with/ }).click()
  await page.getByRole('dialog').getByLabel('k', { exact: true }).fill('1')
  await page.keyboard.press('Tab')
  await page.getByTitle(/^Works with .+ k = 1, judged on office$/).waitFor()
  await page.keyboard.press('Escape')
  return { page, ollama }
}

const dialogOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Write for what is missed' })
const pressIn = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name }).click()

/** Opens the dialog from the bar of Improve. */
async function openDialog(page: Page): Promise<Locator> {
  await go(page, 'Improve')
  await pressIn(page, 'Write for what is missed…')
  return dialogOf(page)
}

const questionsOf = async (page: Page, tool: string): Promise<string> => {
  await go(page, 'Catalog')
  await toolRow(page, tool).click()
  const texts = await openSection(page, 'Texts')
  return texts
    .getByLabel(/Questions/)
    .first()
    .inputValue()
}

describe('writing for what is missed in the window', () => {
  it('says what it takes, goes on while another page is on show, says what was won, and is undone', async () => {
    const { page, ollama } = await openOffice(40)
    const dialog = await openDialog(page)
    await expectText(dialog, /Missed: 4 tools, 8 answers of the chat model/)
    await expectText(dialog, /\d+ queries of “office”, \d+ say what is missed, \d+ which texts/)
    ollama.msPerToken = 1500
    await pressIn(dialog, 'Write for 4 tools')
    await expectText(dialog, /Writing for what is missed: \+\d+\.\d points so far/)
    await pressIn(dialog, 'Close, and let it go on')
    await page.getByRole('button', { name: /^Writing \d of 4/ }).waitFor()
    await go(page, 'Playground')
    ollama.msPerToken = 0
    await page.getByText(/Accepted \d texts of \d tools/).waitFor()
    await go(page, 'Improve')
    await pressIn(page, 'Write for what is missed…')
    await expectText(
      dialog,
      /On queries of “office” that decided nothing, hybrid gives of the right tools \.\d+ → \.\d+, \+\d+\.\d points \[\+/,
    )
    await dialog.getByText(/^Sets of texts that were tried/).click()
    await expectText(dialog.getByRole('table'), /all texts\s+4\s+\+0\.\d+/)
    await pressIn(dialog, 'Done')
    expect(await questionsOf(page, 'ledger_post')).toContain('petrol receipt')

    await pressIn(await openDialog(page), 'Undo')
    await expectText(dialog, /Taken back: /)
    await pressIn(dialog, 'Review')
    await expectText(toDoOf(page), /4 proposals to review/)
    expect(await questionsOf(page, 'ledger_post')).toBe('')
  })

  it('is stopped, keeps what it has, and asks for nothing twice', async () => {
    const { page, ollama } = await openOffice(40)
    await command(page, 'Write for what is missed')
    const dialog = dialogOf(page)
    ollama.msPerToken = 1500
    await pressIn(dialog, 'Write for 4 tools')
    await expectText(dialog, /Writing for what is missed[^]*[2-3] of 4 tools/)
    await pressIn(dialog, 'Stop')
    await expectText(dialog, /Stopped\. What was written is kept/)
    await expectText(dialog, /Missed: 4 tools, [56] answers? of the chat model/)
    ollama.msPerToken = 0
    await pressIn(dialog, 'Go on')
    await expectText(dialog, /Accepted \d texts of \d tools/)
    expect(ollama.chatted.length).toBeLessThanOrEqual(9)
  })

  it('accepts nothing by few queries, and leads to the review', async () => {
    const { page } = await openOffice(4)
    const dialog = await openDialog(page)
    await expectText(dialog, /too few to tell what texts are worth: what is written waits/)
    await dialog.getByText('All tools').click()
    await pressIn(dialog, 'Write for 6 tools')
    await expectText(dialog, /24 queries: too few to tell/)
    await pressIn(dialog, 'Review')
    await expectText(toDoOf(page), /6 proposals to review/)
    expect(await questionsOf(page, 'ledger_post')).toBe('')
  })

  it('accepts nothing of a writer whose texts lead elsewhere', async () => {
    const { page } = await openOffice(40, questionsOfAnother)
    const dialog = await openDialog(page)
    await pressIn(dialog, 'Write for 4 tools')
    await expectText(dialog, /No set of them gains on the \d+ queries that judge/)
    expect(await dialog.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})
