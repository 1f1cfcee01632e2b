import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { STAYING } from '../fixtures/staying'
import { openPegboard } from './browser'

/**
 * The window on the demo, not measured, its catalog shown; closed, and its problems reported, when
 * the test ends.
 */
export async function openDemo(options: BrowserContextOptions = {}): Promise<Page> {
  const { page, close } = await openPegboard({
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  onTestFinished(close)
  await go(page, 'Catalog')
  await toolRow(page, 'approve_deployment').waitFor()
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
  await page.getByRole('navigation').waitFor()
  await page.reload()
  return page
}

/** A tool's name in the catalog's table. */
export const toolRow = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByText(name, { exact: true })

/** Writes a question into a tool's author's layer, in the catalog. */
export async function writeQuestion(page: Page, tool: string, question: string): Promise<void> {
  await toolRow(page, tool).click()
  await page
    .getByLabel(/Questions/)
    .first()
    .fill(question)
  await page.keyboard.press('Control+s')
}

/** Opens a section by the navigation on the left, and a tab of it. */
export async function go(page: Page, section: string, tab?: string): Promise<void> {
  await page.getByRole('navigation').getByText(section, { exact: true }).click()
  if (tab !== undefined) await tabOf(page, section, tab).click()
}

/** A tab of a section, which may say how many there are behind its name. */
export const tabOf = (page: Page, section: string, tab: string): Locator =>
  page
    .getByRole('tablist', { name: section, exact: true })
    .getByRole('tab', { name: new RegExp(`^${tab}`) })

/** Has the window ask the Ollama at this address, and chooses its chat model. */
export async function chooseChatModel(page: Page, address: string, model: string): Promise<void> {
  await go(page, 'Settings', 'General')
  const field = page.getByLabel('Ollama address')
  await field.fill(address)
  await field.press('Tab')
  await go(page, 'Settings', 'Models')
  await page.getByLabel('Chat model', { exact: true }).first().selectOption(model)
}

/** Where a query is written in the playground. */
export const queryBox = (page: Page): Locator => page.getByPlaceholder(/What should the agent do/)

/** Goes to the playground and asks. */
export async function askInPlayground(page: Page, query: string): Promise<void> {
  await go(page, 'Playground')
  await queryBox(page).fill(query)
  await queryBox(page).press('Enter')
}

/** Makes an empty workspace, and shows its catalog. */
export async function newWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'New workspace…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText(`Workspace created: ${name}.`).waitFor()
  await go(page, 'Catalog')
}

/** The open tool, beside the catalog's table. */
export const detailOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Tool', exact: true })

/** A section of the open tool’s page. */
const sectionOf = (page: Page, name: string): Locator =>
  detailOf(page).getByRole('region', { name, exact: true })

/** The heading of a section of the open tool’s page, which opens and closes it. */
export const sectionHead = (page: Page, name: string): Locator =>
  sectionOf(page, name).locator('> h3 button')

/** Opens a section of the open tool’s page, brings it into sight, and gives it. */
export async function openSection(page: Page, name: string): Promise<Locator> {
  const head = sectionHead(page, name)
  // What is measured above it may move it away from under a click.
  const isOpen = async () => (await head.getAttribute('aria-expanded')) === 'true'
  await expect
    .poll(async () => {
      if (!(await isOpen())) await head.click()
      return isOpen()
    })
    .toBe(true)
  await head.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  return sectionOf(page, name)
}

/** Waits until it stands right below the head of the open tool’s page. */
export const expectAtTop = (heading: Locator): Promise<void> =>
  expect
    .poll(() =>
      heading.evaluate((element) => {
        const head = element.closest('[aria-label=Tool]')?.querySelector('header')
        return Math.abs(
          element.getBoundingClientRect().top - (head?.getBoundingClientRect().bottom ?? 0),
        )
      }),
    )
    .toBeLessThan(40)

/** A choice of which one is taken, such as what of the catalog is shown. */
export const face = (page: Page, name: string | RegExp): Locator =>
  page.locator('label').filter({ hasText: name })

/** The table of an evaluation's runs. */
export const measuresOf = (page: Page): Locator =>
  page.getByRole('table', { name: 'Measures by run', exact: true })

/** Opens folded parts of the evaluation, the outer ones first. */
export async function unfold(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const head = page.getByRole('region', { name, exact: true }).locator('> h2 button')
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  }
}

/** Opens what is set up to be measured: until something is, it is open. */
export async function openSetup(page: Page): Promise<void> {
  const run = page.getByRole('button', { name: /Run the evaluation/ })
  const again = page.getByRole('button', { name: 'Run again' })
  await expect
    .poll(async () => {
      if (await run.isVisible()) return true
      // What is under way closes it at its end.
      if (await again.isVisible()) await again.click()
      return run.isVisible()
    })
    .toBe(true)
}

/** Chooses the k that the evaluation speaks of. */
export const chooseK = (page: Page, k: number): Promise<void> =>
  page.getByRole('slider', { name: 'k', exact: true }).fill(String(k))

/** Runs the evaluation as it is set, until this many runs stand side by side. */
export async function runEvaluation(page: Page, runs = 2): Promise<void> {
  await page.getByRole('button', { name: 'Run the evaluation' }).click()
  await unfold(page, 'Runs')
  await expectCount(measuresOf(page).locator('th[scope=row]'), runs)
}

/** The demo's evaluation, measured with the recipes it proposes, and its runs compared. */
export async function openMeasured(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openDemo(options)
  await go(page, 'Evaluate')
  await runEvaluation(page)
  await expectText(measuresOf(page), /\d+ fixed, \d+ broken/)
  await untilMeasured(page)
  return page
}

/** Waits until the measurement has ended, and the decision is that of all its runs. */
export async function untilMeasured(page: Page): Promise<void> {
  // Its runs are on show before it has said that it is done.
  await page
    .getByRole('button', { name: 'Stop', exact: true })
    .first()
    .waitFor({ state: 'detached' })
  // Until the recommendation is there, the one before it is shown: choosing what that names changes
  // nothing.
  await page.getByRole('region', { name: 'Decision' }).locator('[aria-busy=false]').waitFor()
}

/** Opens the palette, once nothing has the keyboard that is still closing, and types. */
export async function openPalette(page: Page, typed = ''): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await expectFocus(page.getByRole('combobox', { name: 'Search commands and tools' }))
  await page.keyboard.type(typed)
}

/** The row of the palette that Enter takes. */
export const marked = (page: Page): Locator =>
  page.getByRole('dialog').locator('[role=option][aria-selected=true]')

/** Runs a command of the palette, by keyboard. */
export async function command(page: Page, typed: string): Promise<void> {
  await openPalette(page, typed)
  await expectText(marked(page), new RegExp(typed, 'i'))
  await page.keyboard.press('Enter')
}

/**
 * Presses a letter of a queue until this is said there. While something is under way letters are
 * not taken, so that none decides what is not on show yet; one that was taken is under way or said
 * before anything else is looked at.
 */
export async function decideBy(queue: Locator, key: string, said: RegExp): Promise<void> {
  const now = () =>
    queue.evaluate((element) => ({
      text: (element as HTMLElement).innerText,
      isBusy: element.querySelector('[aria-busy=true]') !== null,
    }))
  const pressed = async () => {
    const { text, isBusy } = await now()
    if (!isBusy && !said.test(text)) await queue.page().keyboard.press(key)
    return text
  }
  await expect.poll(pressed).toMatch(said)
}

/**
 * Presses a letter until what it opens is there, once no text field would take the letter: an
 * answer is on show just before it has the focus.
 */
export async function openBy(page: Page, key: string, opened: Locator): Promise<void> {
  const isWriting = () => page.evaluate(() => document.activeElement?.matches('input, textarea'))
  const pressed = async () => {
    if (!(await opened.isVisible()) && !(await isWriting())) await page.keyboard.press(key)
    return opened.isVisible()
  }
  await expect.poll(pressed).toBe(true)
}

/** Pastes text into an element. */
export const paste = (target: Locator, text: string): Promise<unknown> =>
  target.evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    const event = { clipboardData: data, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', event))
  }, text)

/** What Improve’s queue lists, its filters and what it says. */
export const toDoOf = (page: Page): Locator => page.getByRole('region', { name: 'To do' })

/** What is decided of one tool. */
export const decidedOf = (page: Page): Locator => page.getByRole('region', { name: 'To decide' })

/** Does something with all that the queue shows, or with the tools ticked. */
export async function atOnce(page: Page, name: string | RegExp): Promise<void> {
  await toDoOf(page)
    .getByRole('button', { name: /^All at once|ticked$/ })
    .click()
  await page.getByRole('menuitem', { name }).click()
}

/** Narrows the queue by one of its lists of choices. */
export async function narrow(page: Page, list: string, ...names: RegExp[]): Promise<void> {
  await toDoOf(page).getByRole('button', { name: list, exact: true }).click()
  for (const name of names) {
    await page.getByRole('listbox', { name: list }).getByRole('option', { name }).click()
  }
  await page.keyboard.press('Escape')
}

/** Looks at the first tool of the queue, by keys alone. */
export async function lookAtFirst(page: Page): Promise<void> {
  await toDoOf(page).getByRole('grid').getByRole('row').nth(1).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await decidedOf(page).waitFor()
}

/** Chooses in the playground's menu of what is wanted now and then. */
export async function more(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^More: / }).click()
  await page
    .getByRole('menuitem', { name })
    .or(page.getByRole('menuitemcheckbox', { name }))
    .click()
}

/** Where the query that was asked is saved as a golden one. */
export const saveForm = (page: Page): Locator =>
  page.getByRole('form', { name: 'Save as golden query' })

/** Waits until the answer to the query that was just asked is there, with nothing ticked yet. */
export const nothingTicked = (page: Page): Promise<void> =>
  page.getByText(/G\s*save as golden query/).waitFor()

/**
 * Saves the query with the one tool that is ticked, by keyboard: it is the `count`th of its set,
 * and the next can be written.
 */
export async function saveTicked(page: Page, count: number): Promise<void> {
  await saveForm(page)
    .getByRole('button', { name: /1 right tool$/ })
    .waitFor()
  await page.getByRole('listbox').first().press('g')
  await expectText(saveForm(page).getByRole('status'), new RegExp(`Saved: ${count} quer`))
  await expectFocus(queryBox(page))
}

/**
 * Chooses files to import into the workspace on show, the demo as well, as in the browser's dialog;
 * gives the wizard.
 */
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
  const elsewhere = dialog.getByRole('radio', { name: 'A new workspace' })
  await elsewhere.waitFor({ state: 'attached' })
  if (await elsewhere.isChecked()) await takeFor(dialog, 'Demo')
  return dialog
}

/**
 * Chooses what the files are taken for: a press on a dialog that is drawn anew at that moment is
 * lost, so it is repeated.
 */
export async function takeFor(dialog: Locator, kind: string): Promise<void> {
  const choice = dialog.getByRole('radio', { name: kind, exact: true })
  const chosen = async () => {
    if (!(await choice.isChecked())) await dialog.getByText(kind, { exact: true }).click()
    return choice.isChecked()
  }
  await expect.poll(chosen).toBe(true)
}

/** Imports a file, and waits until the dialog says so; then it is closed. */
export async function importAll(
  page: Page,
  file: { name: string; content: unknown },
  { button, done }: { button: string | RegExp; done: string | RegExp },
): Promise<void> {
  const dialog = await importFiles(page, [file])
  await dialog.getByRole('button', { name: button }).click()
  await expectText(dialog, done)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Waits until the locator's text matches. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await locator.first().waitFor()
  await expect.poll(() => locator.first().innerText()).toMatch(text)
}

/** Drags it by the mouse, once it rests. */
export async function dragBy(
  page: Page,
  grip: Locator,
  by: { x: number; y: number },
): Promise<void> {
  await grip.hover()
  const box = await grip.boundingBox()
  if (!box) throw new Error('There is nothing to drag.')
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x, y + by.y, { steps: 8 })
  await page.mouse.up()
}

/** Waits until this many are there. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.count()).toBe(count)

/** How many rows a grid has, shown or not, without its heading. */
export const rowsIn = async (grid: Locator): Promise<number> =>
  Number(await grid.getAttribute('aria-rowcount')) - 1

/** Waits until a grid has this many rows. */
export const expectRows = (grid: Locator, count: number): Promise<void> =>
  expect.poll(() => rowsIn(grid)).toBe(count)

/** Waits until this stands in the field. */
export const expectValue = (field: Locator, value: string): Promise<void> =>
  expect.poll(() => field.first().inputValue()).toBe(value)

/** Waits until all of the page is as wide as this. */
export const expectPageWidth = (page: Page, width: number): Promise<void> =>
  expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)

/** Waits until it ends at this x or before. */
export const expectWithin = (locator: Locator, width: number): Promise<void> =>
  expect
    .poll(() => locator.evaluate((element) => element.getBoundingClientRect().right))
    .toBeLessThanOrEqual(width)

/** Waits until it cannot be pressed. */
export const expectDisabled = (button: Locator): Promise<void> =>
  expect.poll(() => button.isDisabled()).toBe(true)

/** Waits until it has the keyboard. */
export const expectFocus = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)

/** Goes on with Tab until something has the focus: whoever has no mouse can reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < 120; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('It cannot be reached by Tab.')
}
