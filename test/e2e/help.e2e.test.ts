import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectNoViolations } from './axe'
import { expectText, openDemo, openPalette } from './window'

/** How many tables a page of the documentation has: one for each line of dashes under a head. */
function tablesOf(chapter: string): number {
  const file = resolve(import.meta.dirname, `../../resources/docs/${chapter}.md`)
  return readFileSync(file, 'utf8').match(/^\| ?-{3}/gm)?.length ?? 0
}

describe('help', () => {
  it('shows the keys at ?, and leads from chapter to chapter by keyboard', async () => {
    const page = await openDemo()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Help' })
    await expectText(dialog, /Command palette/)
    // Past the button that closes it, to the second of the pages.
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await expectText(dialog.getByRole('heading', { level: 1 }), 'First steps')
    await dialog.getByRole('button', { name: 'Choosing k' }).last().click()
    await expectText(dialog.getByRole('heading', { level: 1 }), 'Choosing k')
    await expectNoViolations(page, 'help')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens a chapter from the palette, in the dark as well', async () => {
    const page = await openDemo({ colorScheme: 'dark' })
    await openPalette(page, 'help: recipes')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Help' })
    await expectText(dialog.getByRole('heading', { level: 1 }), 'Recipes')
    expect(await dialog.getByRole('table').count()).toBe(tablesOf('recipes'))
    await expectNoViolations(page, 'help, dark')
  })

  it('finds what an old address showed', async () => {
    const page = await openDemo()
    await page.evaluate(() => void (location.hash = '/models'))
    await page.getByRole('tab', { name: 'Models', selected: true }).waitFor()
  })
})
