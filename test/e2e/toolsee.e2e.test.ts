import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chatModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import {
  askInPlayground,
  chooseChatModel,
  expectDisabled,
  expectText,
  go,
  more,
  openDemo,
  unfold,
} from './window'

const SEVERAL =
  'notify the team that the build broke, open an issue and put a review into my calendar'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const sessionOf = (page: Page) => page.getByRole('region', { name: 'Agent session' })

/** Asks, and opens the session that begins with the answer's tools. */
async function openSession(page: Page, text = SEVERAL) {
  await askInPlayground(page, text)
  await more(page, 'Begin a session with it')
  const session = sessionOf(page)
  await expectText(session, /holds 5 of 102 tools[^]*after 0 of at most 10 searches/)
  return session
}

describe('an agent’s session', () => {
  it('is stepped through: three searches join tools, with what each costs and how it found them', async () => {
    const page = await openDemo()
    const session = await openSession(page)
    await button(page, 'Next step').click()
    await expectText(
      session,
      /Search 1: “notify the team that the build broke”\s*part of the request/,
    )
    await button(page, 'Next step').click()
    await expectText(session, /Search 2: “open an issue”/)
    const field = page.getByPlaceholder(/Or search as the agent would/)
    await field.fill('who is on call tonight')
    await field.press('Enter')
    await expectText(session, /Search 3: “who is on call tonight”\s*you[^]*get_on_call/)
    await expectText(session, /after 3 of at most 10 searches/)
    await expectText(session, /3 tools joined · [^]*\+\d+ tokens · [\d.]+ ms/)

    await button(page, 'How it was found').last().click()
    await expectText(session, /The request as asked[^]*Cut at k/)
    const tools = await session.locator('.tools .name').allInnerTexts()
    expect(new Set(tools).size).toBe(tools.length)

    // It is kept while other tabs are looked at, and ends with the answer it began with.
    await page.getByRole('tab', { name: /Trace/ }).click()
    await page.getByRole('tab', { name: 'Session' }).click()
    await expectText(session, /Search 3/)
    await button(page, 'Start anew').click()
    await expectText(session, /after 0 of at most 10 searches/)
  })

  it('says what to do where the request has no parts, and opens a tool’s card', async () => {
    const page = await openDemo()
    const session = await openSession(page, 'notify the team')
    await button(page, 'Next step').click()
    await expectText(session, /asks for one thing[^]*let the chat model/)
    await expectDisabled(button(page, 'Next step'))
    await session
      .getByRole('button', { name: /^send_message/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Selected tool' }).getByText('chat').first().waitFor()
  })

  it('lets the chat model search: it is answered, and what it would call is never executed', async () => {
    const page = await openOnModel()
    const session = await openSession(page)
    await page.getByText('The chat model', { exact: true }).click()
    await button(page, /^Next step: 1 model call, about/).click()
    await expectText(session, /Search 1: “who is on call”\s*chat model[^]*get_on_call/)
    await expectText(session, /read [\d,]+ tokens and wrote \d+/)
    await button(page, /^Next step: 1 model call/).click()
    await expectText(session, /It would make 1 call[^]*get_on_call/)
    await expectText(session, /The chat model searches for nothing more/)
  })
})

it('what few tools save is told beside the whole catalog', async () => {
  const page = await openOnModel()
  await askInPlayground(page, SEVERAL)
  await more(page, 'Try it with the chat model')
  await button(page, /^Compare with the whole catalog/).click()
  const table = page.getByRole('table', { name: 'Compared with the whole catalog' })
  await expectText(table, /These tools\s+5\s+\d[^]*Every visible tool\s+102\s+\d/)
})

it('ToolSEE’s statistic is measured in the window, on a sample', async () => {
  const page = await openDemo()
  await go(page, 'Evaluate')
  await button(page, 'Add a recipe').click()
  await page.getByRole('combobox', { name: 'Recipe 3' }).selectOption('toolsee')
  await page.getByLabel('k, tools handed to the agent').fill('5, 10, 20')
  await page.getByLabel('Measure a sample only').click()
  await page.getByRole('spinbutton', { name: 'Queries' }).fill('40')
  await page.getByLabel('Seed').fill('42')
  await button(page, 'Run the evaluation').click()
  await unfold(page, 'Runs')
  const results = page.getByRole('region', { name: 'Runs', exact: true })
  await expectText(results, /a sample of 40 queries, seed 42/)
  await button(page, /^Measures/).click()
  await page.getByRole('option', { name: /ToolSEE’s correctness/ }).click()
  await page.keyboard.press('Escape')
  await expectText(results, /ToolCorrectness@n\+5/)
})

/** The demo over an Ollama whose model searches once, and then calls what it found. */
async function openOnModel() {
  const model = chatModel({
    contextTokens: 131_072,
    says({ tools }) {
      const hasFound = tools.some((tool) => tool.function.name === 'get_on_call')
      const call = hasFound
        ? { name: 'get_on_call', arguments: { schedule: 'web' } }
        : { name: 'search_tools', arguments: { query: 'who is on call' } }
      return { tokens: [], calls: [call] }
    },
  })
  const ollama = await startFakeOllama([model])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  return page
}
