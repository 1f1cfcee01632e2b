import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  command,
  expectCount,
  expectFocus,
  expectText,
  go,
  importAll,
  marked,
  newWorkspace,
  openDemo,
  openPalette,
} from './window'

it('the page does not wait for the charts before it shows its first view', () => {
  const first = readFileSync('out/renderer/index.html', 'utf8')
  expect(first).toMatch(/modulepreload[^>]*\/vue-/)
  expect(first).not.toMatch(/\/charts-/)
})

it('the palette puts the same name first, however early Enter comes', async () => {
  const page = await openDemo()
  const tools = ['message', 'message_log', 'log_message', 'post'].map((name) => ({
    type: 'function',
    function: { name, description: 'Has to do with a message.' },
  }))
  await importAll(
    page,
    { name: 'messages.json', content: tools },
    { button: 'Import 4 tools', done: /4 tools added/ },
  )
  await openPalette(page, 'message')
  const names = page.getByRole('dialog').locator('[role=option] .title')
  await expect.poll(() => names.allInnerTexts()).toContain('log_message')
  const firstTwo = async () => (await names.allInnerTexts()).slice(0, 2)
  await expect.poll(firstTwo).toEqual(['message', 'message_log'])
  await expectText(marked(page), /^message\s/)
  await page.keyboard.press('Escape')
  await openPalette(page, 'message')
  await page.keyboard.press('Enter')
  await expectText(page.getByRole('main').getByRole('heading', { level: 2 }), /^message$/)
})

it('one row of the palette is always marked, and the arrows move the mark', async () => {
  const page = await openDemo()
  await openPalette(page)
  const first = await marked(page).innerText()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => marked(page).innerText()).not.toBe(first)
  for (const letter of 'send') {
    await page.keyboard.type(letter)
    await expectCount(marked(page), 1)
  }
})

it('the palette runs commands beside finding tools, and what was done last comes first', async () => {
  const page = await openDemo()
  await command(page, 'run the eval')
  await page.getByText(/Measured 2 recipes/).waitFor()

  await openPalette(page, 'theme dark')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
    .toBe('dark')

  await openPalette(page)
  await expectText(marked(page), 'Theme: dark')
  await page.keyboard.type('new workspace')
  await page.keyboard.press('Enter')
  await expectText(page.getByRole('dialog').getByRole('heading'), 'New workspace')
  await page.keyboard.press('Escape')

  await openPalette(page, 'export the catalog as openai')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toMatch(/#\/catalog$/)
  await expectText(page.getByRole('dialog'), /OpenAI/)
})

it('a workspace is made with the keyboard alone, and the next start begins with it', async () => {
  const page = await openDemo()
  await openPalette(page, 'new workspace')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('dialog').getByLabel('Name'))
  await page.keyboard.type('Airline')
  await page.keyboard.press('Enter')
  await page.getByText('Workspace created: Airline.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Workspace: Airline' }).waitFor()
})

it('Inter is loaded from the window’s own origin and is what text is set in', async () => {
  const page = await openDemo()
  await go(page, 'Settings', 'General')
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ family, status }) => /Inter Variable/.test(family) && status === 'loaded')
          .map(({ weight }) => weight),
      ),
    )
    .toContain('100 900')
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(family).toMatch(/^"?Inter Variable/)
})

describe.skipIf(process.env['PEGBOARD_E2E_HOST'] === 'electron')('while the window starts', () => {
  it.each([1280, 1000])('no section moves under the hand, at %i px', async (width) => {
    const page = await openDemo({ viewport: { width, height: 800 } })
    const answer = await holdAnswers(page, 'workspace.first', 'golden.list')
    await page.reload()
    const begun = await sectionPlaces(page)
    expect(begun.length).toBeGreaterThan(5)
    answer('workspace.first')
    await page.getByTitle(/^Works with .+ k = 5$/).waitFor()
    expect(await sectionPlaces(page)).toEqual(begun)
    answer('golden.list')
    await page.getByTitle(/^Works with .+ judged on demo$/).waitFor()
    expect(await sectionPlaces(page)).toEqual(begun)
    await newWorkspace(page, 'Judged on nothing')
    await page.getByTitle(/^Works with .+ k = 5$/).waitFor()
    expect(await sectionPlaces(page)).toEqual(begun)
  })
})

/** Holds what these actions answer until each is let go by its name. */
async function holdAnswers(page: Page, ...actions: string[]): Promise<(action: string) => void> {
  const held = new Map(actions.map((action) => [action, Promise.withResolvers<undefined>()]))
  await page.route('**/message', async (route) => {
    const { action } = route.request().postDataJSON() as { action?: string }
    await held.get(action ?? '')?.promise
    await route.continue()
  })
  return (action) => held.get(action)?.resolve(undefined)
}

/** Where each section’s button stands, once they are there. */
async function sectionPlaces(page: Page) {
  const sections = page.getByRole('navigation').getByRole('listitem').getByRole('button')
  await sections.first().waitFor()
  return sections.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return { title: button.getAttribute('title'), x, y, width, height }
    }),
  )
}
