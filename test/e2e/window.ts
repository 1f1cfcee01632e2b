import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { STAYING } from '../fixtures/staying'
import { openPegboard } from './browser'

/** Long enough for a busy machine; nothing waits longer than it must. */
export const PATIENCE = { timeout: 15_000 }

/** The window on the demo, on its first start, its catalog shown; closed, and its problems reported, when the test ends. */
export async function openDemo(options: BrowserContextOptions = {}): Promise<Page> {
  const { page, close } = await openPegboard({
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  onTestFinished(close)
  await go(page, 'Catalog')
  await toolRow(page, 'approve_deployment').waitFor(PATIENCE)
  return page
}

/** The window of somebody who has been welcomed and has this chat model of the Ollama at `url`. */
export async function openWithChatModel(
  { url, model }: { url: string; model: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page, close, home } = await openPegboard({
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  onTestFinished(close)
  const settings = { ...STAYING, chatModel: `ollama:${model}`, ollamaUrl: url, welcomed: true }
  await writeFile(join(home, 'settings.json'), JSON.stringify(settings))
  // Reloaded before its session is kept, a page would have lost its one-time token.
  await page.getByRole('navigation').waitFor(PATIENCE)
  await page.reload()
  return page
}

/** A tool's name in the catalog's table. */
export const toolRow = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByText(name, { exact: true })

/** Writes a question into a tool's author's layer, in the catalog. */
export async function writeQuestion(page: Page, tool: string, question: string): Promise<void> {
  await toolRow(page, tool).click()
  await page.getByRole('tab', { name: /Author/ }).click()
  await page
    .getByLabel(/Questions/)
    .first()
    .fill(question)
  await page.keyboard.press('Control+s')
}

/** Opens a section by the navigation on the left. */
export async function go(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation').getByText(section, { exact: true }).click()
}

/** Has the window ask the Ollama at this address, and chooses its chat model. */
export async function chooseChatModel(page: Page, address: string, model: string): Promise<void> {
  await go(page, 'Settings')
  const field = page.getByLabel('Ollama address')
  await field.fill(address)
  await field.press('Tab')
  await go(page, 'Models')
  await page.getByLabel('Chat model', { exact: true }).first().selectOption(model, PATIENCE)
}

/** Goes to the playground and asks. */
export async function askInPlayground(page: Page, query: string): Promise<void> {
  await go(page, 'Playground')
  const box = page.getByPlaceholder(/What should the agent do/)
  await box.fill(query)
  await box.press('Enter')
}

/** Imports files through the wizard, as chosen in the browser's dialog; gives the dialog after the import. */
export async function importFiles(
  page: Page,
  files: { name: string; content: unknown }[],
): Promise<Locator> {
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Files to import').setInputFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    })),
  )
  return dialog
}

/** Waits until the locator's text matches. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await locator.first().waitFor(PATIENCE)
  await expect.poll(() => locator.first().innerText(), PATIENCE).toMatch(text)
}
