import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import {
  askInPlayground,
  expectCount,
  expectText,
  go,
  nothingTicked,
  openBy,
  openDemo,
  saveForm,
  saveTicked,
} from './window'

/** Twelve requests with a word that the demo's tools have. */
const REQUESTS = [
  'tell the channel that lunch is here',
  'write down that the fridge is broken as an issue',
  'who is on call tonight',
  'find the minutes of last Monday',
  'book a meeting with the designers',
  'cancel my last invoice',
  'what did we deploy today',
  'show me the open pull requests of Ann',
  'remind the whole team about the survey',
  'which customers did not pay yet',
  'roll the last release back',
  'move the retrospective to Friday',
]

const list = (page: Page) => page.getByRole('region', { name: 'Golden queries' })

async function openGolden(page: Page): Promise<void> {
  await go(page, 'Queries', 'Golden queries')
}

/** Makes a set in the Playground and saves queries into it by keyboard alone. */
async function saveTwelve(page: Page): Promise<void> {
  await askInPlayground(page, REQUESTS[0] ?? '')
  await nothingTicked(page)
  // On a busy machine the query box may still have the keyboard.
  await page.getByRole('listbox').first().press('g')
  await saveForm(page).getByLabel('Into the golden set').selectOption({ label: 'A new set …' })
  await saveForm(page).getByLabel('Name of the new golden set').fill('mine')
  for (const [at, request] of REQUESTS.entries()) {
    if (at > 0) {
      // The box has the keyboard after each query that was saved.
      await page.keyboard.press('Control+A')
      await page.keyboard.type(request)
      await page.keyboard.press('Enter')
    }
    // It is the answer to this one that is looked at.
    if (at > 0) await nothingTicked(page)
    await page.getByRole('listbox').first().press('Home')
    await page.keyboard.press('t')
    await saveTicked(page, at + 1)
  }
}

describe('golden sets', () => {
  it('are written from the Playground, twelve queries in a row by keyboard', async () => {
    const page = await openDemo()
    await saveTwelve(page)
    await openGolden(page)
    await expectText(list(page), /12 queries in this golden set/)
    await expectText(list(page).getByRole('row').nth(1), /tell the channel that lunch is here/)
  })

  it('are edited in a form, and every edit is undone and done again', async () => {
    const page = await openDemo()
    await openGolden(page)
    await expectText(list(page), /120 queries in this golden set/)
    await list(page).getByRole('button', { name: 'New query' }).click()
    const form = page.getByRole('dialog', { name: 'New golden query' })
    await form.getByLabel('Query').fill('tell me a joke')
    await form.getByRole('switch', { name: 'No tool is right' }).click()
    await form.getByLabel('Tags, separated by commas').fill('small talk, joke')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expectText(list(page), /121 queries in this golden set\. For 1 no tool is right/)
    await page.keyboard.press('Control+Z')
    await expectText(list(page), /120 queries in this golden set/)
    await page.keyboard.press('Control+Shift+Z')
    await expectText(list(page), /121 queries/)
    await list(page).getByLabel('With the tag').selectOption({ label: 'joke (1)' })
    await expectText(list(page).getByRole('row').nth(1), /tell me a joke/)
    await list(page).getByRole('row').nth(1).click()
    const edit = page.getByRole('dialog', { name: 'Golden query' })
    await edit.getByLabel('Query').fill('tell me a better joke')
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await expectText(list(page).getByRole('row').nth(1), /a better joke\s*No tool is right/)
  })

  it('say of a query that repeats a logged one that it leaks, as it is typed and in the list', async () => {
    const page = await openDemo()
    await go(page, 'Queries', 'Logged queries')
    const logged = page.getByRole('region', { name: 'Logged queries' }).getByRole('row').nth(1)
    const text = (await logged.getByRole('gridcell').nth(1).innerText()).trim()
    await go(page, 'Queries', 'Golden queries')
    await expectText(list(page), /queries in this golden set/)
    const form = page.getByRole('dialog', { name: 'New golden query' })
    await openBy(page, 'n', form)
    await form.getByLabel('Query').fill(text.toUpperCase())
    await expectText(form.getByRole('note'), /It says the same as a logged query/)
    await form.getByRole('switch', { name: 'No tool is right' }).click()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await list(page).getByLabel('Which queries').selectOption('leaks')
    await expectText(list(page).getByRole('row').last(), /No tool is right\s*logged/)
  })

  it('are tagged, moved and removed many at a time, each undone by one step', async () => {
    const page = await openDemo()
    await openGolden(page)
    await expectText(list(page), /120 queries in this golden set/)
    for (const name of [
      'Who still owes us money past the deadline?',
      'ok for dep_310, looks good to me',
    ]) {
      const row = list(page).getByRole('row').filter({ hasText: name })
      await row.getByRole('checkbox').click()
      await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true)
    }
    await list(page).getByRole('button', { name: 'Tags …' }).click()
    await page.getByLabel('Give them tags, separated by commas').fill('short')
    await page.keyboard.press('Enter')
    await list(page).getByLabel('With the tag').selectOption({ label: 'short (2)' })
    await list(page)
      .getByLabel(/Select all|all rows/i)
      .first()
      .click()
    await list(page).getByRole('button', { name: 'To another set …' }).click()
    await page.getByLabel('To which set').selectOption({ label: 'A new set' })
    await page.getByLabel('Its name').fill('short ones')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expectText(list(page), /118 queries in this golden set/)
    await list(page).getByLabel('Golden set', { exact: true }).selectOption('short ones')
    await expectText(list(page), /2 queries in this golden set/)
    await list(page).getByRole('button', { name: 'New query' }).focus()
    await page.keyboard.press('Control+z')
    await expectText(list(page), /120 queries in this golden set/)
    await page.keyboard.press('Control+z')
    await expectCount(list(page).getByLabel('With the tag'), 0)
  })

  it('are split into two new sets that are said beforehand', async () => {
    const page = await openDemo()
    await openGolden(page)
    await list(page).getByRole('button', { name: 'Sets' }).click()
    await page.getByRole('menuitem', { name: 'Split …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Split the golden set' })
    await expectText(dialog.getByRole('status'), /24 queries and 96 queries/)
    await dialog.getByText('Tools', { exact: true }).click()
    await expectText(dialog, /tools on both sides/)
    await dialog.getByText('Queries', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Split', exact: true }).click()
    await expectText(list(page), /24 queries in this golden set/)
    const shown = list(page).getByLabel('Golden set', { exact: true })
    await expect.poll(() => shown.inputValue()).toMatch(/-test$/)
  })
})
