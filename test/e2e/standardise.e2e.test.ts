import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AIRLINE } from '../app/airline'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import { standardisingModel } from '../fakes/standardising'
import {
  askInPlayground,
  chooseChatModel,
  detailOf,
  expectText,
  expectValue,
  go,
  importAll,
  importFiles,
  openDemo,
  openSection,
  toolRow,
} from './window'

/** The demo over an Ollama whose chat model standardises tools, but refuses what `change` says. */
async function openStandardising(change?: (tool: string) => string | undefined) {
  const ollama = await startFakeOllama([standardisingModel(change)])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  await go(page, 'Catalog')
  return { page, ollama }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function openFields(page: Page, tool: string) {
  await page.getByPlaceholder('Search tools').fill(tool)
  await toolRow(page, tool).click()
  return openSection(page, 'Fields')
}

describe('standardising in the window', () => {
  it('asks about all tools, is stopped and gone on with, and says what was refused', async () => {
    const { page, ollama } = await openStandardising((tool) =>
      tool === 'create_event' ? 'Certainly, here it is!' : undefined,
    )
    ollama.msPerToken = 60
    await button(page, 'Standardise').click()
    const dialog = page.getByRole('dialog', { name: 'Standardise tools' })
    await expectText(dialog, /107 tools: 107 not standardised\./)
    await expectText(dialog, /It takes 107 questions to ollama:small-chat/)
    await dialog.getByRole('button', { name: 'Standardise 107 tools' }).click()
    await expectText(dialog, /Standardising tools[^]*[2-9] of 107/)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expectText(
      dialog,
      /Stopped\. \d+ of 107 tools were asked about, and what came of it is kept/,
    )
    await expectText(dialog, /\d+ written by a model, \d+ not standardised/)
    const before = ollama.chatted.length
    expect(before).toBeLessThan(60)
    ollama.msPerToken = 0
    await dialog.getByRole('button', { name: /^Standardise \d+ tools/ }).click()
    // It goes on while the dialog is closed.
    await dialog.getByRole('button', { name: 'Close, and let it go on' }).click()
    await button(page, /^Standardis/).click()
    await expectText(dialog, /standardised, 1 refused/)
    await expectText(dialog, /106 written by a model, 1 refused/)
    expect(ollama.chatted.length).toBeLessThanOrEqual(109)
    await dialog.getByRole('button', { name: 'create_event' }).click()
    const detail = detailOf(page)
    await expectText(detail, /Refused: the model answered in prose/)
  })

  it('shows a tool’s fields beside its definition, to be corrected, undone and kept through an import', async () => {
    const { page } = await openStandardising()
    await importAll(
      page,
      { name: 'airline.json', content: AIRLINE },
      { button: /Import 5 tools/, done: /5 tools added/ },
    )
    await go(page, 'Catalog')
    const detail = await openFields(page, 'cook_pasta')
    await expectText(detail, /Nobody standardised this tool/)
    await detail.getByRole('button', { name: 'Standardise', exact: true }).click()
    const field = detail.getByLabel('Description, as compared')
    await expect.poll(() => field.inputValue()).toMatch(/^In short: /)
    await expectText(detail, /written by a model[^]*The definition says: Tells how pasta is cooked/)
    await field.fill('Boils spaghetti al dente.')
    await page.keyboard.press('Control+s')
    await expectText(detail, /Description[^]*corrected by you/)
    await button(page, /^Undo/).click()
    await expect.poll(() => field.inputValue()).toMatch(/^In short: /)
    await field.fill('Boils spaghetti al dente.')
    await detail.getByRole('button', { name: 'Save' }).click()
    await expectText(detail, /corrected by you/)
    const changed = AIRLINE.map((tool) =>
      tool.function.name === 'cook_pasta'
        ? { ...tool, function: { ...tool.function, description: 'Cooks pasta, or rice.' } }
        : tool,
    )
    const again = await importFiles(page, [{ name: 'again.json', content: changed }])
    await again
      .getByRole('button', { name: /^Import/ })
      .last()
      .click()
    await again.getByRole('button', { name: 'Done' }).click()
    await expectText(detail, /Stale: the tool changed since ollama:small-chat described it/)
    await expectText(detail, /The tool changed since you corrected its fields/)
    await expectValue(field, 'Boils spaghetti al dente.')
    await detail.getByRole('button', { name: 'They still fit' }).click()
    await detail.getByText('since you corrected').waitFor({ state: 'hidden' })
    await askInPlayground(page, 'spaghetti al dente')
    await page
      .getByRole('combobox', { name: 'Recipe', exact: true })
      .selectOption({ label: 'MFTR' })
    await page.getByRole('button', { name: 'Run again' }).click()
    await expectText(page.getByRole('listbox', { name: 'Tool set' }), /cook_pasta/)
  })

  it('says that it takes a chat model, and leads to one', async () => {
    const page = await openDemo()
    await button(page, 'Standardise').click()
    const dialog = page.getByRole('dialog', { name: 'Standardise tools' })
    await expectText(dialog, /No chat model is chosen, so none can be asked/)
    await dialog.getByRole('button', { name: 'Choose a model' }).click()
    await page.getByLabel('Chat model', { exact: true }).waitFor()
  })
})
