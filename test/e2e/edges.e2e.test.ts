import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  command,
  detailOf,
  expectCount,
  expectRows,
  expectText,
  face,
  go,
  lookAtFirst,
  narrow,
  openBy,
  openDemo,
  openSection,
  toDoOf,
  toolRow,
} from './window'

/** Opens a tool at its edges. */
async function openEdges(page: Page, tool: string) {
  await page.getByPlaceholder('Search tools').fill(tool)
  await toolRow(page, tool).click()
  const detail = await openSection(page, 'Edges')
  await expectText(detail, /Needs \d/)
  return detail
}

/** How many pixels of the map are drawn. */
const drawnPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas')
    const context = canvas?.getContext('2d', { willReadFrequently: true })
    if (!canvas?.width || !context) return 0
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let drawn = 0
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) drawn++
    return drawn
  })

describe('the graph of the catalog', () => {
  it('is drawn, and leads from a hub by keyboard to what needs it', async () => {
    const page = await openDemo()
    await face(page, 'Graph').click()
    const graph = page.getByRole('region', { name: 'Graph' })
    await expectText(graph, /\d+ edges between \d+ tools; \d+ tools are needed by others/)
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000)
    const hubs = page.getByRole('grid', { name: 'Hubs' })
    await hubs.focus()
    await page.keyboard.press('ArrowDown')
    const detail = detailOf(page)
    await expectText(detail, /is needed by [1-9]\d*\.[^]*Around it[^]*Needed by [1-9]/)
    const hub = await detail.getByRole('heading', { level: 2 }).innerText()
    await detail
      .getByRole('button', { name: /^[a-z]+\/[a-z_]+$/ })
      .last()
      .click()
    await expect.poll(() => detail.getByRole('heading', { level: 2 }).innerText()).not.toBe(hub)
    await expectText(detail, /Needs [1-9]/)
  })

  it('gets an edge by keyboard, keeps the author’s order, and takes it back by undo', async () => {
    const page = await openDemo()
    const detail = await openEdges(page, 'create_event')
    const rows = detail.locator('li.edge')
    const before = await rows.count()
    await detail.getByRole('button', { name: 'Add an edge' }).click()
    await page.keyboard.type('find_channel')
    await expectText(detail.getByRole('option'), /find_channel/)
    await page.keyboard.press('Enter')
    await detail.getByRole('textbox', { name: 'Why' }).fill('To know whom to invite.')
    await page.keyboard.press('Enter')
    await expectText(detail, /To know whom to invite\./)
    await expectText(detail, /These edges are yours/)
    await expectCount(rows, before + 1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => detail.innerText()).not.toMatch(/To know whom to invite/)
    await expectText(page.getByText(/Undone: Added the edge from create_event/), /find_channel/)
    await page.keyboard.press('Control+Shift+z')
    await expectText(detail, /To know whom to invite\./)
    await detail.getByRole('button', { name: /Back to the imported/ }).click()
    await expect.poll(() => detail.innerText()).not.toMatch(/These edges are yours/)
  })

  it('says which edges lead nowhere once a tool is removed, and where to mend them', async () => {
    const page = await openDemo()
    const findingsNow = async () => {
      const text = await toDoOf(page).locator('header p').first().innerText()
      const counts = text.match(/\d+(?= (?:error|warning|note))/g) ?? []
      return counts.reduce((sum, count) => sum + Number(count), 0)
    }
    await command(page, 'Findings')
    await expectText(toDoOf(page), /by \d+ rules/)
    const before = await findingsNow()
    await go(page, 'Catalog')
    await page.getByPlaceholder('Search tools').fill('list_pipelines')
    // Once the list is narrowed: in another one, nothing is ticked.
    await expectRows(page.getByRole('grid'), 1)
    await page
      .getByRole('grid')
      .getByRole('checkbox', { name: 'Select builds/list_pipelines' })
      .click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove' })
      .click()
    await command(page, 'Findings')
    await expect.poll(findingsNow).toBe(before + 4)
    await narrow(page, 'Rule', /Edge to a tool that is not there/)
    await lookAtFirst(page)
    const detail = detailOf(page)
    await openBy(page, 'e', detail)
    await expectText(detail, /It needs builds\/list_pipelines, which is not in the catalog\./)
    await detail
      .getByRole('button', { name: 'Remove the edge to builds/list_pipelines' })
      .first()
      .click()
    await expect.poll(findingsNow).toBe(before + 3)
  })
})
