import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { convertedModel, fakeModel, startFakeOllama } from '../../fakes/ollama/ollama-server'
import type { FakeOllama } from '../../fakes/ollama/fake-ollama'
import { go, PATIENCE } from '../window'
import { press, seen, type Scenes } from './scene'

/** Nothing listens there, whatever runs on this machine. */
const NOWHERE = 'http://127.0.0.1:9'

async function openModels(page: Page, address: string): Promise<void> {
  await go(page, 'Settings')
  const field = page.getByLabel('Ollama address')
  await field.fill(address)
  await field.press('Tab')
  await go(page, 'Models')
  await seen(page.getByText(address.replace('http://', '')))
}

async function withOllama(page: Page): Promise<FakeOllama> {
  const ollama = await startFakeOllama([
    fakeModel({ contextTokens: 2048, dimensions: 768 }),
    fakeModel({ name: 'bge-m3:latest', digest: 'b'.repeat(64), contextTokens: 60 }),
    convertedModel({ name: 'own-embedder:latest', digest: 'c'.repeat(64) }),
  ])
  onTestFinished(() => ollama.close())
  await openModels(page, ollama.url)
  await seen(modelEntry(page, 'bge-m3'))
  return ollama
}

/** Pending until the scene was looked at. */
const untilTheEnd = () => new Promise<void>((release) => onTestFinished(() => release()))

const modelEntry = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name })

async function withModelInUse(page: Page): Promise<FakeOllama> {
  const ollama = await withOllama(page)
  const model = modelEntry(page, 'nomic-embed-text')
  const use = model.getByRole('button', { name: 'Use', exact: true })
  await seen(use.or(model.getByText('in use')))
  if (await use.isVisible()) await use.click()
  await seen(model.getByText('in use'))
  return ollama
}

async function withModelGone(page: Page): Promise<void> {
  await withModelInUse(page)
  await openModels(page, NOWHERE)
}

/** What takes long only with a model, an evaluation that is running included. */
export const modelsScenes: Scenes = {
  'without Ollama': (page) => openModels(page, NOWHERE),
  'with Ollama': withOllama,
  'a model looked at': async (page) => {
    await withOllama(page)
    await modelEntry(page, 'bge-m3').getByRole('button').first().click(PATIENCE)
  },
  indexing: async (page) => {
    const ollama = await withOllama(page)
    ollama.hold = untilTheEnd()
    await modelEntry(page, 'bge-m3').getByRole('button').first().click(PATIENCE)
    await press(page, /^(Index|Embed)/)
    await seen(page.getByRole('button', { name: 'Stop' }))
  },
  'an evaluation running': async (page) => {
    const ollama = await withModelInUse(page)
    ollama.hold = untilTheEnd()
    await go(page, 'Evaluation')
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('button', { name: 'Stop' }))
  },
  'the model in use gone': withModelGone,
  'an evaluation that failed': async (page) => {
    await withModelGone(page)
    await go(page, 'Evaluation')
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('alert'))
  },
  'a query that failed': async (page) => {
    await withModelGone(page)
    await go(page, 'Playground')
    await page.getByPlaceholder(/What should the agent do/).fill('book a room')
    await page.keyboard.press('Enter')
    await seen(page.getByRole('alert'))
  },
}
