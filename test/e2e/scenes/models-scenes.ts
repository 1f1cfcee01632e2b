import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { convertedModel, fakeModel, startFakeOllama } from '../../fakes/ollama/ollama-server'
import type { FakeOllama } from '../../fakes/ollama/fake-ollama'
import { go, openSetup } from '../window'
import { press, seen, type Scenes } from './scene'

/** Nothing listens there, whatever runs on this machine. */
const NOWHERE = 'http://127.0.0.1:9'

async function openModels(page: Page, address: string): Promise<void> {
  await go(page, 'Settings', 'General')
  const field = page.getByLabel('Ollama address')
  await field.fill(address)
  await field.press('Tab')
  await go(page, 'Settings', 'Models')
  await seen(page.getByText(address.replace('http://', '')))
}

async function withOllama(page: Page): Promise<FakeOllama> {
  const ollama = await startFakeOllama([
    fakeModel({ contextTokens: 2048, dimensions: 768 }),
    fakeModel({ name: 'bge-m3:latest', digest: 'b'.repeat(64), contextTokens: 60 }),
    convertedModel({ name: 'own-embedder:latest', digest: 'c'.repeat(64) }),
    fakeModel({
      name: 'qwen3:4b',
      digest: 'd'.repeat(64),
      family: 'qwen3',
      parameterSize: '4.0B',
      size: 2_497_293_803,
      contextTokens: 40_960,
      quantization: 'Q4_K_M',
      capabilities: ['completion', 'tools', 'thinking'],
    }),
    fakeModel({
      name: 'hf.co/someone/a-model-with-a-very-long-name-indeed-GGUF:Q4_K_M',
      digest: 'e'.repeat(64),
      capabilities: ['completion', 'insert', 'vision', 'tools'],
    }),
  ])
  ollama.loaded.add('qwen3:4b')
  ollama.registry.models = [fakeModel({ name: 'all-minilm' })]
  onTestFinished(() => ollama.close())
  await openModels(page, ollama.url)
  await seen(modelEntry(page, 'bge-m3'))
  return ollama
}

/** Pending until the scene was looked at. */
const untilTheEnd = () => new Promise<void>((release) => onTestFinished(() => release()))

const modelEntry = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name })

const openModel = (page: Page, name: string) =>
  modelEntry(page, name).getByRole('button').first().click()

async function withModelInUse(page: Page): Promise<FakeOllama> {
  const ollama = await withOllama(page)
  await page.getByLabel('Embedder', { exact: true }).selectOption('ollama:nomic-embed-text')
  await seen(modelEntry(page, 'nomic-embed-text').getByText('in use: embedder'))
  return ollama
}

/** With a pull under way, a quarter of it done. */
async function pulling(page: Page): Promise<FakeOllama> {
  const ollama = await withOllama(page)
  Object.assign(ollama.registry, { chunk: 3_000_000, msPerChunk: 400 })
  await page.getByLabel('Model to pull').fill('all-minilm')
  await press(page, 'Pull')
  await seen(page.getByText(/of 45.9 MB/))
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
  'a model opened': async (page) => {
    await withOllama(page)
    await openModel(page, 'nomic-embed-text')
  },
  'a model tested': async (page) => {
    await withOllama(page)
    await openModel(page, 'nomic-embed-text')
    await press(page, 'Test')
    await seen(page.getByRole('table', { name: /What testing/ }))
  },
  'templates changed': async (page) => {
    await withModelInUse(page)
    await openModel(page, 'nomic-embed-text')
    await page.getByLabel('Queries', { exact: true }).fill('find: {text}')
    await seen(page.getByText(/will be embedded again/))
  },
  'a model pulled': pulling,
  'a pull stopped': async (page) => {
    await pulling(page)
    await press(page, 'Stop')
    await seen(page.getByRole('button', { name: 'Go on' }))
  },
  'a pull that failed': async (page) => {
    const ollama = await withOllama(page)
    ollama.registry.state = 'no such host'
    await page.getByLabel('Model to pull').fill('all-minilm')
    await press(page, 'Pull')
    await seen(page.getByText(/this machine is offline/))
  },
  'a model to be deleted': async (page) => {
    await withModelInUse(page)
    await openModel(page, 'nomic-embed-text')
    await press(page, 'Delete')
    await seen(page.getByRole('dialog'))
  },
  indexing: async (page) => {
    const ollama = await withModelInUse(page)
    await page.getByLabel('Embedder', { exact: true }).selectOption('ollama:bge-m3')
    await seen(modelEntry(page, 'bge-m3').getByText('in use: embedder'))
    ollama.hold = untilTheEnd()
    await press(page, 'Embed now')
    await seen(page.getByRole('button', { name: 'Stop' }))
  },
  'an evaluation running': async (page) => {
    const ollama = await withModelInUse(page)
    ollama.hold = untilTheEnd()
    await go(page, 'Evaluate')
    await openSetup(page)
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('button', { name: 'Stop' }))
  },
  'the model in use gone': withModelGone,
  'an evaluation that failed': async (page) => {
    await withModelGone(page)
    await go(page, 'Evaluate')
    await openSetup(page)
    await press(page, /Run the evaluation/)
    await seen(page.getByRole('alert'))
  },
  'a query answered by words': async (page) => {
    await withModelGone(page)
    await go(page, 'Playground')
    await page.getByPlaceholder(/What should the agent do/).fill('book a room')
    await page.keyboard.press('Enter')
    await seen(page.getByText(/Meaning was not searched/))
  },
}
