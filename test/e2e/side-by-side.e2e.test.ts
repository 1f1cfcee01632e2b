import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chatModel } from '../fakes/ollama/models'
import { startFakeOllama } from '../fakes/ollama/ollama-server'
import {
  askInPlayground,
  expectCount,
  expectPageWidth,
  expectText,
  more,
  openDemo,
  openWithChatModel,
} from './window'

const SEVERAL = 'create an issue for the failing login, tell the team about it and book a room'
const KNOWN = 'notify the team that the build broke — they hang out in #web-team'

const sideOf = (page: Page, side: 'A' | 'B') =>
  page.getByRole('region', { name: new RegExp(`^${side}:`) })
const setOf = (page: Page, side: 'A' | 'B') =>
  page.getByRole('listbox', { name: `Tool set of ${side}` }).getByRole('option')
const namesOf = async (page: Page, side: 'A' | 'B') => {
  await setOf(page, side).first().waitFor()
  return setOf(page, side).locator('.name').allInnerTexts()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function sideBySide(page: Page, query: string): Promise<void> {
  await askInPlayground(page, query)
  await page.getByRole('listbox', { name: 'Tool set' }).waitFor()
  await press(page, 'A | B')
  await sideOf(page, 'B').waitFor()
}

describe('two recipes side by side', () => {
  it('stand beside each other with lines between the same tools, and follow k', async () => {
    const page = await openDemo()
    await sideBySide(page, SEVERAL)
    const a = await namesOf(page, 'A')
    const b = await namesOf(page, 'B')
    expect([a.length, b.length]).toEqual([5, 5])
    expect(a).not.toEqual(b)
    const both = a.filter((name) => b.includes(name))
    expect(both).not.toEqual([])
    const lines = page.locator('.lines path')
    await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(both.length)
    const lineWidth = async () => (await lines.first().boundingBox())?.width
    await expect.poll(lineWidth).toBeGreaterThan(30)
    await expectText(sideOf(page, 'A'), new RegExp(`${5 - both.length} only in this set`))
    await page.getByRole('separator', { name: 'Cut at k' }).first().press('ArrowUp')
    await expect.poll(() => namesOf(page, 'A')).toEqual(a.slice(0, 4))
    await expect.poll(() => namesOf(page, 'B')).toEqual(b.slice(0, 4))
  })

  it('tick the right tools on both, and say of each tool where the other has it', async () => {
    const page = await openDemo()
    await sideBySide(page, KNOWN)
    await expectText(sideOf(page, 'A'), /✓ \d of 2 right/)
    await expectText(sideOf(page, 'B'), /✓ \d of 2 right/)
    await expectText(setOf(page, 'A').first(), /#\d+ (there|cut)|only here|far down there/)
  })

  it('show the trace and the reasons of the side that was chosen, and leave by Esc', async () => {
    const page = await openDemo()
    await sideBySide(page, SEVERAL)
    await setOf(page, 'B').nth(1).click()
    await page.getByRole('tab', { name: /Trace/ }).click()
    await page.getByText('Search by words').first().waitFor()
    expect(await page.getByText('Search by meaning').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /Tool set/ }).waitFor()
    await expectCount(page.getByLabel('Recipe B'), 0)
  })

  it('stack on a narrow screen, without lines and without leaving it', async () => {
    const page = await openDemo({ viewport: { width: 900, height: 700 } })
    await sideBySide(page, SEVERAL)
    const isBelow = async () => {
      const a = await sideOf(page, 'A').boundingBox()
      const b = await sideOf(page, 'B').boundingBox()
      return !!a && !!b && b.y > a.y + a.height - 1
    }
    await expect.poll(isBelow).toBe(true)
    await page.locator('.lines').waitFor({ state: 'hidden' })
    await expectPageWidth(page, 900)
  })
})

describe('the trace', () => {
  it('shows the parts of a request as lanes, folds, and lights a tool’s way', async () => {
    const page = await openDemo()
    await askInPlayground(page, SEVERAL)
    await page.getByRole('tab', { name: /Trace/ }).click()
    await expectText(page.locator('.sum'), /5 stages, [\d.]+ ms · no language model was asked/)
    await expectCount(page.getByRole('region', { name: /^Part \d: / }), 3)
    const main = await page.locator('main').innerText()
    expect(main).not.toMatch(/cover parts|calibrated scores|parts 0/)
    await page.locator('.step button.open', { hasText: 'book_room' }).first().click()
    await press(page, 'Fold all')
    await expectText(page.locator('.sum'), /following book_room/)
    const way: unknown = expect.stringMatching(/^#\d+( → #\d+)?$/)
    const ways = page.locator('.step > .head .way')
    await expect.poll(() => ways.allInnerTexts()).toEqual([way, way, way, way])
  })
})

describe('trying it with a model', () => {
  it('says what to do where no chat model is chosen, and leads there', async () => {
    const page = await openDemo()
    const panel = await askAndTry(page)
    await expectText(panel, /No chat model is chosen[^]*under Settings, Models/)
    await panel.getByRole('button', { name: 'Models' }).click()
    await page.getByRole('heading', { name: 'Models' }).first().waitFor()
  })

  it('shows the calls that the model would make, what is wrong with them, and executes none', async () => {
    const model = chatModel({
      says: ({ tools }) => ({
        tokens: ['Done.'],
        calls: [{ name: tools[0]?.function.name ?? '', arguments: { colour: 'red' } }],
      }),
    })
    const ollama = await startFakeOllama([model])
    onTestFinished(() => ollama.close())
    const page = await openWithChatModel({ url: ollama.url, model: model.name })
    const panel = await askAndTry(page)
    await expectText(panel, /It would make 1 call; arguments fit in 0 of 1\./)
    await expectText(panel, /fault/)
    await expectText(panel, /The server counted [\d,]+ tokens[^]*o200k_base counts [\d,]+/)
    expect(ollama.chatted.map(({ tools }) => tools.length)).toEqual([5])
  })
})

async function askAndTry(page: Page): Promise<Locator> {
  await askInPlayground(page, SEVERAL)
  await more(page, 'Try it with the chat model')
  const panel = page.getByRole('region', { name: 'Try it with a model' })
  await panel.getByRole('button', { name: /^Try it: 1 model call, about [\d,]+ tokens/ }).click()
  return panel
}
