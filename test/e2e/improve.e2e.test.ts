import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { decidedOf as pane, expectText, go, lookAtFirst, openDemo, openMeasured } from './window'

/** Improve with its first tool looked at, by keys alone. */
async function openToDo(page: Page): Promise<void> {
  await page.keyboard.press('Control+4')
  await page.getByText(/tools ask for a decision/).waitFor()
  await lookAtFirst(page)
}

it('what is to do is worked off by keyboard: dismissed with a reason, taken back, gone on', async () => {
  const page = await openDemo()
  await openToDo(page)
  const name = await pane(page).getByRole('heading').first().innerText()
  const finding = await pane(page).locator('.finding strong').innerText()
  await page.keyboard.press('x')
  await page.getByLabel('Why is it no fault?').waitFor()
  await page.keyboard.type('It is meant so.')
  await page.keyboard.press('Enter')
  await page.getByText(/Dismissed 1 finding/).waitFor()
  await page.keyboard.press('u')
  await page.getByText(/Undone: Dismissed 1 finding/).waitFor()
  await expect.poll(() => pane(page).innerText()).toContain(finding)
  expect(await pane(page).getByRole('heading').first().innerText()).toBe(name)
  await page.keyboard.press('e')
  await page.getByRole('region', { name: 'Tool', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await pane(page).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => pane(page).getByRole('heading').first().innerText()).not.toBe(name)
  await page.keyboard.press('Escape')
  await pane(page).waitFor({ state: 'hidden' })
})

it('what a run misses comes first, each query with its place and its way to the playground', async () => {
  const page = await openMeasured()
  await openToDo(page)
  await expectText(pane(page), /Missed by \d+ of \d+ golden queries/)
  const query = pane(page).getByTitle('Open in Playground').first()
  const text = await query.innerText()
  await query.click()
  await expect.poll(() => page.getByPlaceholder(/What should the agent do/).inputValue()).toBe(text)
  await go(page, 'Improve')
  await expectText(pane(page), /Missed by/)
})
