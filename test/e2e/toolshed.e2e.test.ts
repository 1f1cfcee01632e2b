import { describe, expect, it } from 'vitest'
import { askInPlayground, expectText, expectValue, go, openDemo } from './window'

const COMPOUND = 'book a room for Friday and mail the agenda to the team'

describe('toolshed in the window', () => {
  it('plans a request for several things by rules, and shows its steps', async () => {
    const page = await openDemo()
    await askInPlayground(page, COMPOUND)
    await page.getByLabel('Recipe').selectOption('toolshed')
    await page.getByRole('tab', { name: /Trace/ }).click()
    const main = page.locator('main')
    await expectText(main, /Split the request by rule/)
    await expectText(main, /book a room for Friday/)
    await expectText(main, /Cover the steps/)
  })

  it('with the paper’s settings hides what they set, and says that no model is connected', async () => {
    const page = await openDemo()
    await askInPlayground(page, COMPOUND)
    await page.getByLabel('Recipe').selectOption('toolshed')
    await page.getByRole('button', { name: 'Options', exact: true }).click()
    await page.getByRole('button', { name: /^Plan/ }).click()
    await page.getByLabel('Planner', { exact: true }).waitFor()
    await page.getByLabel('Settings', { exact: true }).selectOption('paper')
    await page.getByLabel('Planner', { exact: true }).waitFor({ state: 'detached' })
    await expectText(page.locator('main'), /no language model is connected: /i)
  })

  it('lets one read a prompt, word it otherwise and reset it, in this workspace', async () => {
    const page = await openDemo()
    await go(page, 'Settings', 'General')
    await page.getByRole('button', { name: 'Read and edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Rank tools' }).click()
    const wording = dialog.getByLabel('Wording')
    await expect.poll(() => wording.inputValue()).toContain('Rank the tools')
    const standard = await wording.inputValue()
    await wording.fill('Rank the tools by their names.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectText(dialog, /rank-tools@2\+[0-9a-f]{12}/)
    await page.reload()
    await go(page, 'Settings', 'General')
    await expectText(page.locator('main'), /1 wording of your own/)
    await page.getByRole('button', { name: 'Read and edit' }).click()
    await dialog.getByRole('button', { name: /Rank tools/ }).click()
    await expectValue(wording, 'Rank the tools by their names.')
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await expectValue(wording, standard)
  })
})
