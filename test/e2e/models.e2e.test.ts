import { expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { askInPlayground, expectText, expectValue, go, openDemo } from './window'

const chat = fakeModel({
  name: 'qwen3:4b',
  digest: 'qwen',
  family: 'qwen3',
  capabilities: ['completion', 'tools', 'thinking'],
})

/** The demo over an Ollama with one model that embeds and one that chats; bge-m3 can be pulled. */
async function openOnOllama() {
  const ollama = await startFakeOllama([fakeModel({ contextTokens: 512 }), chat])
  onTestFinished(() => ollama.close())
  ollama.registry.models = [fakeModel({ name: 'bge-m3:latest', digest: 'bge', contextTokens: 512 })]
  const page = await openDemo()
  await setAddress(page, ollama.url)
  await go(page, 'Settings', 'Models')
  await entry(page, 'nomic-embed-text').waitFor()
  return { page, ollama }
}

async function setAddress(page: Page, address: string): Promise<void> {
  await go(page, 'Settings', 'General')
  const field = page.getByLabel('Ollama address')
  await field.fill(address)
  await field.press('Tab')
}

const entry = (page: Page, name: string) => page.locator('.list > li').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const role = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('a model is pulled, stopped, gone on with, and chosen for one workspace', async () => {
  const { page, ollama } = await openOnOllama()
  Object.assign(ollama.registry, { chunk: 2_000_000, msPerChunk: 150 })
  await page.getByLabel('Model to pull').fill('bge-m3')
  await button(page, 'Pull').click()
  await page.getByText(/layer dc4387e22421/).waitFor()
  await page.getByText(/MB of 45.9 MB/).waitFor()
  // A pull goes on while another part of the window is on show.
  await go(page, 'Catalog')
  await go(page, 'Settings', 'Models')
  await button(page, 'Stop').click()
  await page.getByText(/Stopped pulling bge-m3 at \d+ %/).waitFor()
  expect(ollama.models).toHaveLength(2)
  ollama.registry.msPerChunk = 0
  await button(page, 'Go on').click()
  await entry(page, 'bge-m3').waitFor()
  await role(page, 'Embedder').selectOption('ollama:bge-m3')
  await entry(page, 'bge-m3').getByText('in use: embedder').waitFor()
  await button(page, 'Embed now').click()
  await page.getByText(/^\s*\d+ embedded/).waitFor()
  expect(new Set(ollama.embedded.map(({ model }) => model))).toEqual(new Set(['bge-m3']))
  await askInPlayground(page, 'book a room')
  await expectText(page.locator('main'), /counted by o200k_base\s+· bge-m3/)
  await go(page, 'Settings', 'General')
  await expectValue(role(page, 'Embedder'), 'builtin')
})

test('a model is tested, its templates are changed, and it is deleted', async () => {
  const { page, ollama } = await openOnOllama()
  await role(page, 'Embedder').selectOption('ollama:nomic-embed-text')
  await entry(page, 'nomic-embed-text').getByText('in use: embedder').waitFor()
  await button(page, 'Embed now').click()
  await page.getByText(/^\s*\d+ embedded/).waitFor()
  await entry(page, 'nomic-embed-text').getByRole('button').first().click()
  await button(page, 'Test').click()
  const found = page.getByRole('table', { name: 'What testing nomic-embed-text found' })
  await expectText(found, /Round trip[\s\S]*Dimensions\s+24/)
  await role(page, 'Queries').fill('find: {text}')
  await page.getByText(/tool documents of this workspace will be embedded again/).waitFor()
  await button(page, 'Save').click()
  await expectText(page.getByText('The first query that needs it'), /does this by itself/)
  await button(page, 'Back to what it comes with').click()
  await page.getByText(/^\s*\d+ embedded/).waitFor()
  await button(page, 'Delete').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByText('nomic-embed-text is not there now.').waitFor()
  expect(ollama.models).toHaveLength(1)
  await button(page, 'Use Instant').click()
  await page.getByText('nomic-embed-text is not there now.').waitFor({ state: 'hidden' })
  await askInPlayground(page, 'book a room')
  await page
    .getByText(/^\d+ of \d+ tools/)
    .first()
    .waitFor()
})

test('an address at which something else answers, and none, are told from Ollama', async () => {
  const { page } = await openOnOllama()
  await setAddress(page, `${new URL(page.url()).origin}/`)
  await go(page, 'Settings', 'Models')
  await expectText(page.getByRole('alert'), /What answers at http.* is not Ollama\./)
  await page.getByText('Ollama is optional').waitFor()
  await setAddress(page, 'http://127.0.0.1:9')
  await go(page, 'Settings', 'Models')
  await expectText(page.getByRole('alert'), /Ollama is not reachable at http:\/\/127\.0\.0\.1:9/)
})
