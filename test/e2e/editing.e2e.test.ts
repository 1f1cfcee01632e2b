import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  command,
  detailOf,
  expectDisabled,
  expectFocus,
  expectText,
  expectValue,
  go,
  importAll,
  openDemo,
  openSection,
  paste,
  sectionHead,
  takeFor,
  toolRow,
} from './window'

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
const save = (page: Page) =>
  page.locator('form.definition').getByRole('button', { name: 'Save', exact: true })
const schema = (page: Page) => page.getByRole('textbox', { name: 'Parameters as JSON Schema' })

async function openDefinition(page: Page, tool: string): Promise<void> {
  await toolRow(page, tool).click()
  await openSection(page, 'Definition')
  await schema(page).waitFor()
}

/**
 * As a person would: what is filled in otherwise gets styles that the content security policy
 * refuses.
 */
async function write(editor: Locator, text: string): Promise<void> {
  await editor.click()
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.pressSequentially(text)
}

describe('the catalog editor', () => {
  it('makes a tool by keyboard alone, gives it a parameter, and takes both back', async () => {
    const page = await openDemo()
    await command(page, 'New tool')
    const dialog = page.getByRole('dialog', { name: 'New tool' })
    await expectFocus(dialog.getByLabel('Name'))
    await page.keyboard.type('water_plants')
    await page.keyboard.press('Enter')
    await expectText(detailOf(page), /water_plants[^]*Made by hand/)
    await expectText(page.getByRole('row', { selected: true }), /water_plants/)
    await page.getByRole('button', { name: 'Add a parameter' }).press('Enter')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('plant')
    await page.keyboard.press('Tab')
    await expect.poll(() => schema(page).innerText()).toContain('"plant"')
    await page.keyboard.press('Control+s')
    await expectText(page.locator('form.definition footer'), /Saved/)
    await sectionHead(page, 'Definition').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => schema(page).innerText()).not.toContain('"plant"')
    // A key that comes while the undo before is under way is not taken.
    const rowsAfter = async (key: string) => {
      await page.keyboard.press(key)
      return toolRow(page, 'water_plants').count()
    }
    await expect.poll(() => rowsAfter('Control+z')).toBe(0)
    await expect.poll(() => rowsAfter('Control+Shift+z')).toBe(1)
  })

  it('keeps every digit of a 64-bit bound, from the window to the store and back', async () => {
    const page = await openDemo()
    await openDefinition(page, 'create_event')
    await write(schema(page), '{ "type": "object", "maximum": 9223372036854775807 }')
    await save(page).click()
    await expectText(page.locator('form.definition footer'), /Saved/)
    await page.reload()
    await openDefinition(page, 'create_event')
    await expect.poll(() => schema(page).innerText()).toContain('9223372036854775807')
    // What undoing writes back is what was there.
    await write(schema(page), '{ "type": "object", "minimum": -9223372036854775807 }')
    await save(page).click()
    await expectText(page.locator('form.definition footer'), /Saved/)
    await sectionHead(page, 'Definition').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => schema(page).innerText()).toContain('9223372036854775807')
  })

  it('shows a schema’s faults at their place, styled within the content security policy', async () => {
    const page = await openDemo()
    await openDefinition(page, 'create_event')
    const gutter = () =>
      schema(page).evaluate((content) => {
        const root = content.getRootNode() as ShadowRoot
        return getComputedStyle(root.querySelector('.cm-gutters') as Element).display
      })
    await expect.poll(gutter).toBe('flex')
    await write(schema(page), '{ "type": "object", "properties": { "day": { "type": "date" } } }')
    await expectText(
      page.locator('form.definition .fault'),
      /no such type at properties\.day\.type: "date"/,
    )
    await expect.poll(() => page.locator('.cm-lintRange-error').innerText()).toBe('"date"')
    await save(page).click()
    await expectText(page.locator('form.definition footer'), /Nothing was saved/)
    await write(schema(page), '{ "type": ')
    await expectText(page.locator('form.definition'), /The form is back once it is/)
    await expectDisabled(save(page))
    await page.locator('form.definition').getByRole('button', { name: 'Revert' }).click()
    await expectText(page.locator('form.definition footer'), /No changes/)
  })

  it('keeps what an import says beside what was written by hand', async () => {
    const page = await openDemo()
    await openDefinition(page, 'create_event')
    await name(page).fill('make_event')
    await page.keyboard.press('Control+s')
    await toolRow(page, 'make_event').waitFor()
    await expectText(
      await openSection(page, 'Document as indexed'),
      /What the agent is sent[^]*make_event[^]*As imported[^]*create_event/,
    )
    const definition = await openSection(page, 'Definition')
    await definition.getByRole('button', { name: 'As imported' }).click()
    await page.getByRole('button', { name: 'Back to it' }).click()
    await save(page).click()
    await toolRow(page, 'create_event').waitFor()
  })

  it('duplicates and removes the open tool, and brings it back', async () => {
    const page = await openDemo()
    await toolRow(page, 'cancel_build').click()
    const menu = page.getByRole('button', { name: 'More about this tool' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await toolRow(page, 'cancel_build_copy').waitFor()
    await expectText(detailOf(page), /cancel_build_copy/)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    // Behind the dialog there is no list.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await toolRow(page, 'cancel_build_copy').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page
      .getByText(/Undone: Removed/)
      .first()
      .waitFor()
    await toolRow(page, 'cancel_build_copy').waitFor()
    // The window forgets its steps when it is opened anew; the workspace does not.
    await page.reload()
    await toolRow(page, 'cancel_build_copy').waitFor()
    await command(page, 'Undo: Made')
    await toolRow(page, 'cancel_build_copy').waitFor({ state: 'detached' })
  })

  it('changes a range of rows alike and undoes it as one step', async () => {
    const page = await openDemo()
    const boxes = page.getByRole('grid').getByRole('checkbox')
    await boxes.nth(1).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Add tags').fill('nightly')
    await dialog.getByLabel('Server', { exact: true }).selectOption('Move to a server')
    await dialog.getByLabel('Which server').fill('pipelines')
    await dialog.getByRole('button', { name: 'Change 4 tools' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Select none' }).click()
    await page.getByPlaceholder('Search tools').fill('nightly')
    await expectText(page.locator('.summary'), /4 of 107 tools/)
    await page.getByRole('button', { name: /^Undo: |^Undo / }).click()
    await expectText(page.locator('.summary'), /0 of 107 tools/)
  })

  it('takes tools that are pasted through the import’s preview', async () => {
    const page = await openDemo()
    const tools = ['one', 'two', 'three', 'four', 'five'].map((each) => ({
      type: 'function',
      function: { name: `pasted_${each}`, description: `Does ${each}.`, parameters: {} },
    }))
    await paste(page.locator('body'), JSON.stringify(tools))
    const dialog = page.getByRole('dialog')
    await expectText(dialog, /pasted_one/)
    await takeFor(dialog, 'Demo')
    await dialog.getByRole('button', { name: 'Import 5 tools' }).click()
    await expectText(dialog, /5 tools added/)
    await page.keyboard.press('Escape')
    await page.getByPlaceholder('Search tools').fill('pasted')
    await toolRow(page, 'pasted_five').waitFor()
  })

  it('has what was typed and not saved again after a reload, until it is discarded or saved', async () => {
    const page = await openDemo()
    const state = page.locator('form.definition footer')
    const again = async () => {
      await page.reload()
      await openDefinition(page, 'create_event')
    }
    await openDefinition(page, 'create_event')
    await name(page).fill('make_event')
    await again()
    await expectValue(name(page), 'make_event')
    await expectText(state, /What you typed before the window was loaded again is back/)
    await state.getByRole('button', { name: 'Revert' }).click()
    await again()
    await expectValue(name(page), 'create_event')
    await name(page).fill('make_event')
    await again()
    await save(page).click()
    await toolRow(page, 'make_event').waitFor()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  it('tells the later of two windows that edit one tool, and loses neither’s text', async () => {
    const page = await openDemo()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await go(other, 'Catalog')
    for (const each of [page, other]) await openDefinition(each, 'create_event')
    await name(page).fill('mine')
    await name(other).fill('theirs')
    await other.keyboard.press('Control+s')
    await toolRow(other, 'theirs').waitFor()
    await toolRow(page, 'theirs').waitFor()
    await name(page).focus()
    await page.keyboard.press('Control+s')
    await expectText(
      page.locator('form.definition footer'),
      /Someone else changed .*create_event.* while you were editing it: name\. Nothing was saved/,
    )
    await expectValue(name(page), 'mine')
  })
})

it('an import is taken back and done again after a start anew', async () => {
  const page = await openDemo()
  const tool = {
    type: 'function',
    function: { name: 'fold_napkin', description: 'Fold a napkin.' },
  }
  await importAll(
    page,
    { name: 'table.json', content: [tool] },
    { button: /^Import 1/, done: /1 tool added/ },
  )
  const count = page.getByText(/10\d visible of 10\d tools/)
  await expectText(count, /103 visible of 108 tools/)
  await page.reload()
  await expectText(count, /103 visible of 108 tools/)
  await command(page, 'Undo: Imported 1 tool')
  await expectText(count, /102 visible of 107 tools/)
  await command(page, 'Redo: Imported 1 tool')
  await expectText(count, /103 visible of 108 tools/)
})
