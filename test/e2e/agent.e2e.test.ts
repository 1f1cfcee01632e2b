import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoAgent } from '../fakes/demo-agent'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import {
  chooseChatModel,
  expectCount,
  expectDisabled,
  expectText,
  go,
  openDemo,
  runEvaluation,
  unfold,
} from './window'

async function openAgent(page: Page): Promise<Locator> {
  await go(page, 'Evaluate')
  await unfold(page, 'Details', 'Agent')
  return page.getByRole('form', { name: 'New agent measurement' })
}

/** The demo over an Ollama whose chat model knows the golden calls and errs in known ways. */
async function openWithModel() {
  const ollama = await startFakeOllama([demoAgent()])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  return { page, ollama, form: await openAgent(page) }
}

const measure = (form: Locator) => form.getByRole('button', { name: 'Measure the agent' }).click()
const summary = (page: Page) => page.getByRole('region', { name: 'The agent in short' })
const queries = (page: Page) => page.getByRole('region', { name: 'Queries of the agent run' })

describe('the agent in the window', () => {
  it('says what it needs where no chat model is chosen, and leads there', async () => {
    const page = await openDemo()
    const form = await openAgent(page)
    await expectText(form, /No chat model is chosen[^]*ollama pull qwen3:4b/)
    await expectDisabled(form.getByRole('button', { name: 'Measure the agent' }))
    await form.getByRole('button', { name: 'Choose a chat model' }).click()
    await page.getByLabel('Chat model', { exact: true }).first().waitFor()
  })

  it('measures with several numbers of tools, splits failures, and opens the queries behind each count', async () => {
    const { page, ollama, form } = await openWithModel()
    await expectText(form, /Asks small-chat[^]*Up to 160 questions[^]*o200k_base/)
    await form.getByLabel('How many tools, M').fill('1, 5, 300')
    await expectText(form, /300 tools cannot be given: the catalog has 10\d/)
    await form.getByLabel('How many tools, M').fill('2, 5, 20')
    await expectText(form, /Up to 120 questions/)
    await measure(form)
    await expectText(summary(page), /With 20 tools of the catalog, small-chat reaches 0\.\d{3} \[/)
    await expectText(summary(page), /Of 20 queries: \d+ right[^]*too many tools given/)
    await expectText(
      page.getByRole('table', { name: 'Scores by agent run' }),
      /2 tools[^]*20 tools/,
    )
    await page.getByRole('figure', { name: 'What the model makes of more tools' }).waitFor()
    const asked = ollama.chatted.length
    await summary(page)
      .getByRole('button', { name: /wrong arguments/ })
      .click()
    await expectText(queries(page), /expected[^]*called[^]*<b>no<\/b>[^]*has another value/)
    expect(await page.locator('main b').count()).toBe(0)
    const outcomes = page.getByRole('table', { name: 'Outcomes by agent run' })
    await outcomes.getByRole('button', { name: /too many tools given, 20 tools/ }).click()
    await expectText(queries(page), /with the right tools alone|With the right tools alone: 1\.000/)
    // The same again asks nothing.
    await measure(form)
    await expectText(
      page.getByRole('contentinfo').or(page.locator('body')),
      /3 of them from before/,
    )
    expect(ollama.chatted).toHaveLength(asked)
  })

  it('is stopped, goes on where it was, and says so when the model is gone', async () => {
    const { page, ollama, form } = await openWithModel()
    await form.getByLabel('How many tools, M').fill('6')
    ollama.msPerToken = 80
    ollama.hold = new Promise((held) => setTimeout(held, 400))
    await measure(form)
    await expectText(form, /small-chat with 6 tools on “demo”[^]*of 20 queries/)
    await form.getByRole('button', { name: 'Stop' }).click()
    await expectText(form, /Stopped\. What the model answered is kept\. Measure again to go on/)
    ollama.msPerToken = 0
    const before = ollama.chatted.length
    ollama.chatFaults.push('deleted')
    await measure(form)
    const failed = page.getByRole('region', { name: 'Failed measurements' })
    await expectText(failed, /1 measurement could not be finished[^]*queries could not be asked/)
    await expectText(failed, /What was answered is kept/)
    ollama.models.push(demoAgent())
    await failed.getByRole('button', { name: 'Dismiss' }).click()
    await measure(form)
    await expectText(summary(page), /With 6 tools of the catalog/)
    const texts = ollama.chatted.map(({ messages, tools }) => JSON.stringify([messages, tools]))
    expect(texts.length).toBeGreaterThan(before)
    // The one that was stopped may be asked again.
    expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(1)
  })

  it('is given the tools of a run, and what is expected of it stands beside', async () => {
    const { page, form } = await openWithModel()
    await form.getByLabel('How many tools, M').fill('1, 5')
    await measure(form)
    await expectText(summary(page), /With 5 tools of the catalog/)
    await runEvaluation(page)
    await page.getByRole('figure', { name: 'Expected agent accuracy' }).waitFor()
    await form.getByText('From a run', { exact: true }).click()
    await form.getByLabel('Run', { exact: true }).waitFor()
    await measure(form)
    await expectText(summary(page), /With 5 tools of (BM25|Hybrid)[^]*right tool not given/)
    // The runs with tools of the catalog are of the same queries, so they stay beside it.
    await expectText(
      page.getByRole('table', { name: 'Scores by agent run' }),
      /1 tool[^]*5 tools of/,
    )
    const list = page.getByRole('region', { name: 'Agent runs', exact: true })
    await list
      .getByRole('checkbox', { name: /tools? of the catalog/ })
      .first()
      .click()
    await list.getByRole('button', { name: 'Delete the 2 chosen agent runs' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectCount(list.getByRole('listitem'), 1)
  })
})
