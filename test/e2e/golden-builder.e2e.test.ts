import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import { JUDGE, writingModel } from '../fakes/writing'
import {
  chooseChatModel,
  decideBy,
  expectCount,
  expectText,
  go,
  openBy,
  openDemo,
  unfold,
} from './window'

/**
 * The demo over an Ollama whose chat model writes and judges; `change` makes what it says something
 * else.
 */
async function openWriting(change?: (question: string) => unknown) {
  const ollama = await startFakeOllama([writingModel(change)])
  onTestFinished(() => ollama.close())
  const page = await openDemo()
  await chooseChatModel(page, ollama.url, 'ollama:small-chat')
  return { page, ollama, dialog: await openDialog(page) }
}

async function openDialog(page: Page): Promise<Locator> {
  await go(page, 'Queries')
  await page.getByRole('button', { name: /Write queries with a model|Writing queries/ }).click()
  return page.getByRole('dialog', { name: 'Write golden queries' })
}

const press = (dialog: Locator, name: string | RegExp) =>
  dialog.getByRole('button', { name }).click()
const review = (dialog: Locator) => dialog.getByText(/^Review \d+$/).click()
const queue = (dialog: Locator) => dialog.getByRole('listbox', { name: 'Written queries' })
const looked = (dialog: Locator) => dialog.getByRole('region', { name: 'The query looked at' })

describe('writing golden queries in the window', () => {
  it('says what it costs, is stopped and gone on with, and asks nothing twice', async () => {
    const { page, ollama, dialog } = await openWriting()
    ollama.msPerToken = 60
    const takes = dialog.getByRole('region', { name: 'What it takes' })
    await expectText(takes, /20 bundles: 20 calls to the model to write, up to 40 to judge/)
    await expectText(takes, /Drawn from 102 tools, each named by a golden query/)
    await dialog.getByLabel('Bundles, by their number of tools').fill('1: 4, 2: x')
    await expectText(dialog, /Write sizes with how many bundles of each/)
    await dialog.getByLabel('Bundles, by their number of tools').fill('1: 8, 2: 4')
    await expectText(takes, /12 bundles: 12 calls[^]*up to 24 to judge/)
    await press(dialog, 'Write for 12 bundles')
    await expectText(dialog, /Writing golden queries[^]*[2-9] of 12/)
    await press(dialog, 'Stop')
    await expectText(dialog, /Stopped\. \d+ of 12 bundles are done, and what was answered is kept/)
    const before = ollama.chatted.length
    ollama.msPerToken = 0
    await press(dialog, 'Go on')
    await expectText(dialog, /bundles written for, \d+ queries judged: \d+ kept by the judge/)
    // The one that was stopped is asked again.
    expect(ollama.chatted.length).toBeLessThanOrEqual(12 * 3 + 1)
    expect(ollama.chatted.length).toBeGreaterThan(before)
    // Earlier calls tell how long further ones take.
    await expectText(takes, /About .* by earlier ones/)
    await page.keyboard.press('Escape')
  })

  it('lets its author go through the queue by keyboard, into a golden set that can be measured', async () => {
    let judged = 0
    const { page, dialog } = await openWriting((question) =>
      // The first query is dropped.
      question.startsWith(JUDGE) && judged++ === 0
        ? { reason: 'The second half cannot be done.', solving: 'partial' }
        : undefined,
    )
    await dialog.getByLabel('Bundles, by their number of tools').fill('1: 2, 2: 4')
    await press(dialog, 'Write for 6 bundles')
    // It opens by itself once all is written.
    await expectText(queue(dialog), /On day 1/)
    await expectText(looked(dialog), /Written by ollama:small-chat, judged by the same model/)
    await expectText(looked(dialog), /would do it all, with none too many/)
    await dialog.getByLabel('Which').selectOption('dropped')
    await expectText(looked(dialog), /would do a part of it[^]*The second half cannot be done/)
    await dialog.getByLabel('Which').selectOption('waiting')
    await expectText(queue(dialog), /On day 1/)
    const options = queue(dialog).getByRole('option')
    await expectCount(options, 5)
    await options.first().click()
    const field = dialog.getByLabel('Query', { exact: true })
    await openBy(page, 'e', field)
    await field.fill('Notify everybody that it is done')
    await press(dialog, 'Save the edit')
    await expectText(looked(dialog), /You edited it since/)
    for (const [key, left] of [
      ['a', 4],
      ['x', 3],
      ['u', 4],
      ['s', 3],
    ] as const) {
      await decideBy(dialog, key, new RegExp(`Review ${left}\\b`))
      await expectCount(options, left)
    }
    await press(dialog, 'Accept all 3 that the judge kept')
    await expectText(dialog, /Nothing waits for you/)
    await press(dialog, 'Done')
    await go(page, 'Evaluate')
    const set = page.getByLabel('Golden set', { exact: true })
    await set.selectOption('written')
    await expectText(page.getByRole('form', { name: 'New evaluation' }), /labels: synthetic/)
    await page.getByRole('button', { name: 'Run the evaluation' }).click()
    await unfold(page, 'Failures')
    const shown = page.getByLabel('Queries to show')
    await shown.getByText(/^All/).click()
    await expectText(shown, /All\s*4/)
    await expectText(page.getByRole('grid'), /Notify everybody that it is done/)
  })

  it('writes from templates without a model, and says what they are', async () => {
    const page = await openDemo()
    const dialog = await openDialog(page)
    const takes = dialog.getByRole('region', { name: 'What it takes' })
    await expectText(takes, /No chat model is chosen: only templates can write/)
    await expectText(takes, /repeats the first sentence of a description/)
    await press(dialog, /^Write 20 queries/)
    await expectText(looked(dialog), /Template: from descriptions and parameters, without a model/)
    await expect.poll(() => looked(dialog).innerText()).not.toMatch(/would do/)
    await looked(dialog)
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expectText(dialog, /Review 19/)
    await review(dialog)
  })
})
