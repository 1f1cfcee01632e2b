import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  askInPlayground,
  expectCount,
  expectRows,
  expectText,
  go,
  openDemo,
  runEvaluation,
  unfold,
} from './window'

const rows = (page: Page, set = 'Tool set') =>
  page.getByRole('listbox', { name: set }).getByRole('option')

async function asked(page: Page, query: string): Promise<void> {
  await askInPlayground(page, query)
  await rows(page).first().waitFor()
  await page.getByLabel(/^Recipe( A)?$/).selectOption('graph-rag-tool-fusion')
  await expectText(rows(page).first(), /send_message/)
}

describe('tools that need tools', () => {
  it('stand in the playground with the tool that needs them, and why', async () => {
    const page = await openDemo()
    await asked(page, 'post a message in the team channel')
    const names = () => rows(page).locator('.name').allInnerTexts()
    const firstTwo = async () => (await names()).slice(0, 2)
    await expect.poll(firstTwo).toEqual(['send_message', 'find_channel'])
    await expectText(rows(page).nth(1), /needed by chat\/send_message: Posting needs a channel/)
    await page.getByText(/\d found, \d that these need/).waitFor()
    await rows(page).nth(1).click()
    const card = page.getByRole('region', { name: 'Selected tool' })
    await expectText(
      card,
      /needed by chat\/send_message, for its parameter channel_id|Posting needs/,
    )
  })

  it('keep their main tool when the cut moves up, and what is cut is named', async () => {
    const page = await openDemo()
    await asked(page, 'post a message in the team channel')
    await page.getByRole('separator', { name: 'Cut at k' }).focus()
    for (let times = 0; times < 4; times++) await page.keyboard.press('ArrowUp')
    await expectCount(rows(page), 1)
    await expectText(rows(page).first(), /send_message/)
    await expectText(rows(page).first(), /needs, but the set lacks: find_channel \(cut\)/)
  })

  it('stand so in both of two sets side by side', async () => {
    const page = await openDemo()
    await asked(page, 'post a message in the team channel')
    await page.getByRole('button', { name: 'A | B', exact: true }).click()
    await expectText(
      rows(page, 'Tool set of A').nth(1),
      /find_channel\s*needed by chat\/send_message/,
    )
    await page.getByLabel('Recipe B').selectOption('graph-rag-tool-fusion')
    await expectText(
      rows(page, 'Tool set of B').nth(1),
      /find_channel\s*needed by chat\/send_message/,
    )
  })
})

describe('what goes wrong with tools that need tools', () => {
  it('is counted in the evaluation, and each error opens its queries', async () => {
    const page = await openDemo()
    await go(page, 'Evaluate')
    await page.getByRole('combobox', { name: 'Recipe 1' }).selectOption('graph-rag-tool-fusion')
    await runEvaluation(page)
    const recipe = page.getByRole('combobox', { name: 'Recipe', exact: true })
    await recipe.selectOption({ label: 'Graph RAG-Tool Fusion' })
    await unfold(page, 'Failures')
    const errors = page.getByLabel('Errors with dependencies')
    const notFound = errors.locator('button', { hasText: 'Main tool not found' })
    await expectText(notFound, /Main tool not found \d+/)
    const count = Number(/\d+/.exec(await notFound.innerText())?.[0])
    expect(count).toBeGreaterThan(0)
    await notFound.click()
    const grid = page.getByRole('grid', { name: 'Queries, failures first' })
    await expectRows(grid, count)
    await grid.locator('[role=row][aria-rowindex="2"]').click()
    const detail = page.getByRole('article', { name: 'Query' })
    await expectText(detail, /Main tool not found\. The main tool is not among/)
  })
})
