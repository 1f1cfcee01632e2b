import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askedFor, enhancingModel, fittingText } from '../fakes/enhancing'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import { chooseChatModel, detailOf, expectText, go, openDemo, openSection, toolRow } from './window'

/**
 * The demo over an Ollama whose chat model proposes texts, but answers otherwise what `change`
 * says.
 */
async function openEnhancing(change?: (question: string) => string | undefined) {
  const ollama = await startFakeOllama([enhancingModel(change)])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  await go(page, 'Catalog')
  return { page, ollama }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function switchOff(page: Page, ...labels: string[]): Promise<void> {
  for (const label of labels) await page.getByRole('switch', { name: label }).click()
}

describe('enhancing in the window', () => {
  it('says what it takes, is stopped and gone on with, and says what was refused', async () => {
    const { page, ollama } = await openEnhancing((question) =>
      askedFor(question) === 'create_event questions' ? 'Certainly, here it is!' : undefined,
    )
    await go(page, 'Improve')
    await button(page, 'Enhance…').click()
    const dialog = page.getByRole('dialog', { name: 'Enhance all tools' })
    await expectText(dialog, /It takes 428 answers of ollama:small-chat/)
    await switchOff(page, 'Topics and intents', 'Retrieval description', 'When to use it')
    await expectText(dialog, /It takes 107 answers of ollama:small-chat/)
    ollama.msPerToken = 60
    await dialog.getByRole('button', { name: 'Ask for 107 texts' }).click()
    await expectText(dialog, /Enhancing tools[^]*[2-9] of 107 answers/)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expectText(dialog, /Stopped\. \d+ of 107 answers were had, and what came of them is kept/)
    expect(ollama.chatted.length).toBeLessThan(60)
    ollama.msPerToken = 0
    await dialog.getByRole('button', { name: /^Ask for \d+ texts/ }).click()
    // It goes on while the dialog is closed.
    await dialog.getByRole('button', { name: 'Close, and let it go on' }).click()
    await button(page, /^Enhanc/).click()
    await expectText(dialog, /texts? proposed, 1 refused/)
    expect(ollama.chatted.length).toBeLessThanOrEqual(109)
    await expectText(dialog, /Refused: 1 answer did not fit, twice[^]*create_event/)
    await dialog.getByRole('button', { name: 'create_event' }).click()
    await detailOf(page).waitFor()
  })

  it('asks for one tool from its menu, and takes the proposals back', async () => {
    const { page, ollama } = await openEnhancing()
    await page.getByPlaceholder('Search tools').fill('create_event')
    await toolRow(page, 'create_event').click()
    await button(page, 'More about this tool').click()
    await page.getByRole('menuitem', { name: 'Enhance…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Enhance .*create_event/ })
    await dialog.getByRole('button', { name: 'Ask for 4 texts' }).click()
    await expectText(dialog, /4 answers: 4 texts proposed, 0 refused/)
    const questions = ollama.chatted.map(({ messages }) => messages.at(-1)?.content ?? '')
    expect(questions.map((each) => Object.keys(fittingText(each))[0]).toSorted()).toEqual([
      'description',
      'messages',
      'topics',
      'whenToUse',
    ])
    await dialog.getByRole('button', { name: 'Take them back' }).click()
    await expectText(dialog, /4 proposals taken back/)
    await expectText(dialog, /It takes 4 answers/)
    await expectText(dialog, /going by the answers that it gave|How long an answer takes/)
  })

  it('proposes questions without a model, for the tools selected', async () => {
    const page = await openDemo()
    await go(page, 'Catalog')
    await page.getByRole('row').nth(1).getByRole('checkbox').click()
    await page.getByRole('row').nth(2).getByRole('checkbox').click()
    await button(page, 'Enhance…').click()
    const dialog = page.getByRole('dialog', { name: 'Enhance 2 tools' })
    await expectText(dialog, /Examples of the tools/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await button(page, 'Enhance…').click()
    const all = page.getByRole('dialog', { name: 'Enhance all tools' })
    await all.getByRole('button', { name: /^Propose \d+ questions/ }).click()
    await expectText(all, /\d+ questions proposed for \d+ tools/)
  })

  it('has fields for when to use a tool and what it does not do, shown in its document', async () => {
    const page = await openDemo()
    await go(page, 'Catalog')
    await page.getByPlaceholder('Search tools').fill('create_event')
    await toolRow(page, 'create_event').click()
    const detail = detailOf(page)
    await detail.getByLabel('When to use it').fill('When a zebra is to be met.')
    await detail.getByLabel('What it does not do').fill('It feeds no zebra.')
    await page.keyboard.press('Control+s')
    await openSection(page, 'Document as indexed')
    await expectText(detail, /Details\s*words 0\.5, meaning 0\.5[^]*When a zebra is to be met/)
    await expectText(
      detail,
      /what it does not do\s*Not matched unless a recipe’s components name it:\s*It feeds no zebra/,
    )
  })
})
