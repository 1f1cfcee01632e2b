import { describe, expect, it } from 'vitest'
import {
  detailOf,
  expectAtTop,
  expectFocus,
  expectText,
  face,
  go,
  openDemo,
  openSection,
  sectionHead,
  tabTo,
  toolRow,
} from './window'

describe('the page of a tool', () => {
  it('is opened at a section by keyboard, and stays there from tool to tool', async () => {
    const page = await openDemo()
    await toolRow(page, 'create_event').click()
    const detail = detailOf(page)
    const link = detail.getByRole('button', { name: 'Show its edges' })
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await expectFocus(sectionHead(page, 'Edges'))
    await expectAtTop(sectionHead(page, 'Edges'))
    await page.keyboard.press('Enter')
    await expect.poll(() => sectionHead(page, 'Edges').getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    await openSection(page, 'Source')
    await openSection(page, 'Edges')
    await toolRow(page, 'create_reminder').click()
    await expectText(detail.getByRole('heading', { level: 2 }), /create_reminder/)
    await expectAtTop(sectionHead(page, 'Edges'))
    await expectText(await openSection(page, 'Source'), /Entry as imported[^]*create_reminder/)
  })

  it('comes to the section that a list is about, and leaves the keyboard to the list', async () => {
    const page = await openDemo()
    await face(page, 'Graph').click()
    const hubs = page.getByRole('grid', { name: 'Hubs' })
    await hubs.focus()
    for (let row = 0; row < 2; row++) {
      await page.keyboard.press('ArrowDown')
      await expectAtTop(sectionHead(page, 'Edges'))
      await expectFocus(hubs)
    }
  })

  it('is where it was after another view', async () => {
    const page = await openDemo()
    await toolRow(page, 'create_event').click()
    await openSection(page, 'Fields')
    await page.getByLabel('Description, as compared').waitFor()
    await openSection(page, 'Fields')
    await expectAtTop(sectionHead(page, 'Fields'))
    await go(page, 'Queries')
    await go(page, 'Catalog')
    await expectAtTop(sectionHead(page, 'Fields'))
  })

  it('saves what is written in all of its sections by one key', async () => {
    const page = await openDemo()
    await toolRow(page, 'create_event').click()
    await openSection(page, 'Fields')
    await page.getByLabel('Description, as compared').fill('Books a meeting.')
    const note = page.getByLabel('Note for colleagues')
    await note.fill('Ask Ben.')
    await note.press('Control+s')
    for (const section of ['Texts', 'Fields']) {
      await expectText((await openSection(page, section)).locator('footer').last(), /^Saved/)
    }
  })
})
