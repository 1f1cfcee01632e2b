import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { demoAgent } from '../../fakes/demo-agent'
import { startFakeOllama, type FakeOllama } from '../../fakes/ollama/ollama-server'
import { chooseChatModel, go, openSetup, unfold } from '../window'
import { press, seen, type Scenes } from './scene'

let ollama: FakeOllama | undefined
afterAll(() => ollama?.close())

async function openAgent(page: Page): Promise<void> {
  await go(page, 'Evaluate')
  await unfold(page, 'Details', 'Agent')
  await seen(page.getByRole('form', { name: 'New agent measurement' }))
}

/** Measured by a scene before, unless this one is walked alone. */
async function openMeasured(page: Page): Promise<void> {
  if (!ollama) {
    ollama = await startFakeOllama([demoAgent()])
    await chooseChatModel(page, ollama.url, 'ollama:small-chat')
    await go(page, 'Evaluate')
    await openSetup(page)
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('region', { name: 'Decision' }).getByText(/tokens a request/))
    await openAgent(page)
    await page.getByLabel('How many tools, M').fill('1, 3, 5, 10, 20')
    await press(page, 'Measure the agent')
  } else await openAgent(page)
  const scores = page.getByRole('table', { name: 'Scores by agent run' })
  await scores.getByText('20 tools').waitFor()
  await seen(page.getByRole('button', { name: 'Measure the agent' }))
  await seen(page.getByRole('figure', { name: 'Expected agent accuracy' }))
}

export const agentScenes: Scenes = {
  'no chat model': async (page) => {
    await openAgent(page)
    await seen(page.getByText(/No chat model is chosen/))
  },
  measured: openMeasured,
  'measured, charts': async (page) => {
    await openMeasured(page)
    await page.getByRole('main').locator('svg').last().scrollIntoViewIfNeeded()
  },
  'tools of a run': async (page) => {
    await openMeasured(page)
    await page.getByText('From a run', { exact: true }).click()
    await press(page, 'Measure the agent')
    await seen(page.getByText(/With 5 tools of/))
  },
  'queries with wrong arguments': async (page) => {
    await openMeasured(page)
    const short = page.getByRole('region', { name: 'The agent in short' })
    await short.getByRole('button', { name: /wrong arguments/ }).click()
    await seen(page.getByText('has another value'))
  },
}
