import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  dragBy,
  expectFocus,
  expectText,
  expectValue,
  expectWithin,
  importAll,
  importFiles,
  openDemo,
  takeFor,
  toolRow,
} from './window'

/** As many as no page of the list holds. */
const MANY = 1200

const manyTools = (words: string) =>
  Array.from({ length: MANY }, (_, at) => ({
    name: `tool_${String(at).padStart(4, '0')}`,
    server: 'plant',
    description: `${words} part ${at} of the plant.`,
    inputSchema: { type: 'object', properties: {} },
  }))

const importMany = (page: Page): Promise<void> =>
  importAll(
    page,
    { name: 'plant.json', content: manyTools('Starts') },
    { button: 'Import 1,200 tools', done: /1,200 tools added/ },
  )

const searchBox = (page: Page): Locator => page.getByPlaceholder('Search tools')

const chosenRow = (page: Page): Locator =>
  page.getByRole('grid').locator('[role=row][aria-selected=true]')

const heading = (page: Page): Locator => page.getByRole('region', { name: 'Tool' }).locator('h2')

async function openByPalette(page: Page, tool: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill(tool)
  // Not the command to ask for it, which stands there before the tools do.
  const option = page.getByRole('option').filter({ hasText: new RegExp(`^\\s*${tool}`) })
  await option.first().click()
}

/** Waits until the row of this tool is chosen, and can be seen within the window. */
async function expectChosenInSight(page: Page, tool: string): Promise<void> {
  await expectText(chosenRow(page), new RegExp(tool))
  const isInSight = async () => {
    const box = await chosenRow(page).boundingBox()
    const size = page.viewportSize()
    return !!box && !!size && box.y >= 0 && box.y + box.height <= size.height
  }
  await expect.poll(isInSight).toBe(true)
}

it('a tool opened from the palette has its row found, far down the list and behind a filter', async () => {
  const page = await openDemo()
  await importMany(page)
  await openByPalette(page, 'tool_1150')
  await expectText(heading(page), 'tool_1150')
  await expectChosenInSight(page, 'tool_1150')

  await searchBox(page).fill('deployment')
  await expectText(page.locator('main'), /plant\/tool_1150 is not listed: the filter hides it/)
  await expectText(heading(page), 'tool_1150')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expectText(chosenRow(page), /tool_1150/)

  await openByPalette(page, 'approve_deployment')
  await expectChosenInSight(page, 'approve_deployment')
})

it('ranges and all that match can be selected, and what is selected can be exported', async () => {
  const page = await openDemo()
  await importMany(page)
  await searchBox(page).fill('plant')
  await toolRow(page, 'tool_0001').click()
  await toolRow(page, 'tool_0004').click({ modifiers: ['Shift'] })
  await page.getByText('4 selected').waitFor()
  await page.getByRole('grid').press('Shift+ArrowDown')
  await page.getByText('5 selected').waitFor()
  await page.getByRole('button', { name: 'Select all 1,200 listed' }).click()
  await page.getByText('1,200 selected').waitFor()

  await page.getByRole('button', { name: 'Select none' }).click()
  await page.getByRole('checkbox', { name: 'Select plant/tool_0002' }).click()
  await page.getByRole('checkbox', { name: 'Select plant/tool_0003' }).click()
  await page.getByRole('button', { name: 'Export selected' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /MCP/ }).first().click()
  const saved = await readFile(await (await coming).path(), 'utf8')
  expect(saved.match(/tool_\d+/g)).toEqual(['tool_0002', 'tool_0003'])
})

it('the keyboard goes from the search box into the list, into a tool, and back again', async () => {
  const page = await openDemo()
  await searchBox(page).fill('deploy')
  await page.getByText(/\d+ of 107 tools/).waitFor()
  await page.keyboard.press('ArrowDown')
  await expectText(chosenRow(page), /approve_deployment/)
  await page.keyboard.press('ArrowDown')
  await expectText(chosenRow(page), /create_deployment/)
  await page.keyboard.press('Enter')
  await expectText(heading(page), 'create_deployment')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Tool')
  await page.keyboard.press('Escape')
  await heading(page).waitFor({ state: 'detached' })
  await expectText(chosenRow(page), /create_deployment/)
  await page.keyboard.press('ArrowUp')
  await expectText(heading(page), 'approve_deployment')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expectFocus(searchBox(page))
  await page.keyboard.press('Enter')
  await expectText(heading(page), 'approve_deployment')
})

it('columns keep the width they were dragged to, and one long name pushes none of them out', async () => {
  const page = await openDemo({ viewport: { width: 900, height: 700 } })
  const name = 'a_name_longer_than_any_column_is_wide_'.repeat(4)
  const tool = { name, description: '', inputSchema: { type: 'object', properties: {} } }
  await importAll(
    page,
    { name: 'tools.json', content: { tools: [tool] } },
    { button: 'Import 1 tool', done: /1 tool added/ },
  )
  const cut = toolRow(page, name)
  await expect.poll(() => cut.getAttribute('title')).toBe(name)
  const tokens = page.getByRole('columnheader', { name: /Definition/ })
  await expectWithin(tokens, 900)
  await expectText(page.getByRole('grid'), /builds\s*deployments\s*\+1|builds\s*\+\d/)

  const edge = page.getByRole('separator', { name: 'Width of Server' })
  const server = page.getByRole('columnheader', { name: /Server/ })
  const widthOf = async () => Math.round((await server.boundingBox())?.width ?? 0)
  const before = await widthOf()
  await dragBy(page, edge, { x: 60, y: 0 })
  await expect.poll(widthOf).toBe(before + 60)
  await edge.press('ArrowRight')
  await expect.poll(widthOf).toBe(before + 70)
  await page.reload()
  await toolRow(page, 'approve_deployment').waitFor()
  await expect.poll(widthOf).toBe(before + 70)
  await edge.press('Home')
  await expect.poll(widthOf).toBe(before)
})

it('an import says what it found, what is new and what changes word by word, and what it skipped', async () => {
  const page = await openDemo()
  const content = { tools: [...manyTools('Starts').slice(0, 30), { description: 'No name.' }] }
  const first = await importFiles(page, [{ name: 'plant.json', content }])
  await expectText(first, /Looks like MCP tools\/list/)
  await first.getByText('1 to 20 of 30').waitFor()
  expect(await first.innerText()).not.toContain('%')
  await first.getByRole('button', { name: 'The next ones' }).click()
  await first.getByText('tool_0029').waitFor()
  await first.getByRole('button', { name: 'Import 30 tools' }).click()
  await expectText(first, /1 entry of the files was skipped\.\s*The tool has no name/)
  await page.keyboard.press('Escape')

  const changed = { tools: manyTools('Stops').slice(0, 2) }
  const second = await importFiles(page, [{ name: 'plant.json', content: changed }])
  await expectText(second.locator('del'), 'Starts')
  await expectText(second.locator('ins'), 'Stops')
  await page.keyboard.press('Escape')

  const table = 'Function,Plugin,What it does\nopen_door,house,Opens the door of a house\n'
  const third = await importFiles(page, [{ name: 'plugins.csv', content: table }])
  await third.getByText('house/open_door').waitFor()
  for (const [field, column] of [
    ['Names *', 'Function'],
    ['Servers', 'Plugin'],
    ['Descriptions', 'What it does'],
  ] as const) {
    await expectValue(third.getByLabel(field, { exact: true }), column)
  }
  await page.keyboard.press('Escape')

  const golden = 'said,wanted\nnotify the team that it broke,send_message\n'
  const fourth = await importFiles(page, [{ name: 'said.csv', content: golden }])
  await takeFor(fourth, 'Golden set')
  await fourth.getByText('chat/send_message').waitFor()
  await fourth.getByLabel('Set names').selectOption('wanted')
  await fourth.getByRole('button', { name: 'Import 1 golden query' }).click()
  await expectText(fourth, /Golden set “send_message” with 1 queries/)
})

it('columns are chosen, moved by mouse and by keyboard, and are so again in a new window', async () => {
  const page = await openDemo()
  const titles = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) => all.flatMap((each) => each.getAttribute('title') ?? []))
  const first = ['Tool', 'Server', 'Description', 'Tags', 'Parameters', 'Definition, tokens']
  await expect.poll(titles).toEqual(first)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Show Tags' }).uncheck()
  await columns.getByRole('checkbox', { name: 'Show Dependencies' }).check()
  await columns.getByRole('button', { name: 'Move Dependencies up' }).press('Enter')
  await page.keyboard.press('Escape')
  await columns.waitFor({ state: 'detached' })
  const header = (name: RegExp) => page.getByRole('columnheader', { name }).getByRole('button')
  await header(/Definition/).dragTo(page.getByRole('columnheader', { name: /Description/ }))
  const wanted = ['Tool', 'Server', 'Definition, tokens', 'Description', 'Parameters']
  const others = async () => (await titles()).filter((title) => title !== 'Dependencies')
  await expect.poll(others).toEqual(wanted)
  expect(await titles()).toContain('Dependencies')
  await header(/Dependencies/).click()
  await expectText(page.getByRole('row').nth(1), /[1-9]/)
  const before = await titles()
  await page.reload()
  await expect.poll(titles).toEqual(before)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await columns.getByRole('button', { name: 'As they were' }).click()
  await expect.poll(titles).toContain('Tags')
})
