import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  expectPageWidth,
  expectText,
  expectValue,
  go,
  measuresOf,
  openMeasured,
  tabTo,
  unfold,
} from './window'

/** The demo's evaluation, with advice on what was measured. */
async function openAdvised(): Promise<Page> {
  const page = await openMeasured({ viewport: { width: 1280, height: 900 } })
  await expectText(page.getByRole('region', { name: 'Why trust it' }), /all 20 points/)
  return page
}

const advice = (page: Page): Locator => page.getByRole('region', { name: 'Decision' })

/** Where the mark of the x axis stands in the picture; what moves the picture moves both. */
const placeOf = (picture: Locator, mark: string): Promise<{ x: number; y: number }> =>
  picture.evaluate((element, wanted) => {
    const texts = [...element.querySelectorAll('svg text')]
    const at = texts.find(({ textContent }) => textContent === wanted)?.getBoundingClientRect()
    if (!at) throw new Error(`No ${wanted} is drawn.`)
    const { left, height } = element.getBoundingClientRect()
    return { x: at.left + at.width / 2 - left - 3, y: height / 2 }
  }, mark)

describe('what to work with', () => {
  it('is chosen, adopted and reported by keys alone, and all of the page says the same k', async () => {
    const page = await openAdvised()
    const decision = advice(page)
    await tabTo(page, page.getByRole('slider', { name: 'k', exact: true }))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expectText(decision, /Hybrid, k = 3/)
    await expectText(page.getByRole('region', { name: 'Why trust it' }), /Recall@3/)
    await expectText(measuresOf(page), /Recall@3/)
    const chart = page.getByRole('figure', { name: 'What accuracy costs' })
    await expect.poll(() => chart.locator('svg text').allTextContents()).toContain('k = 3')
    await page.keyboard.down('Shift')
    await tabTo(page, decision.getByRole('button', { name: 'Adopt' }))
    await page.keyboard.up('Shift')
    await page.keyboard.press('Enter')
    await expectText(decision, /in use/)
    await tabTo(page, decision.getByRole('button', { name: 'Report' }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/Hybrid, k = 3[^]*Recall@3/)
    await page.reload()
    await expectText(decision, /Hybrid, k = 3/)
    await go(page, 'Playground')
    const k = page.getByRole('spinbutton', { name: 'k, tools handed to the agent' })
    await expectValue(k, '3')
  })

  it('is said for what is wanted, and says so where the queries cannot decide', async () => {
    const page = await openAdvised()
    const decision = advice(page)
    await expectText(
      decision,
      /Use Hybrid, k = \d+ — recall 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\] \(simultaneous 95 % interval, 20 points\) · [\d,]+ tokens/,
    )
    await expectText(page.getByRole('region', { name: 'Why trust it' }), /counted by o200k_base/)
    const recall = page.getByLabel('Recall at least')
    await recall.fill('0.8')
    await recall.press('Tab')
    await expectText(decision, /120 queries can’t decide; the safest is Hybrid, k = 10/)
    await decision.getByRole('button', { name: 'Write more queries' }).waitFor()
    await recall.fill('')
    const tokens = page.getByLabel('Tokens at most')
    await tokens.fill('800')
    await tokens.press('Tab')
    await expectText(decision, /Use Hybrid, k = 5/)
  })

  it('fits the window without a scroll, at every width and magnified', async () => {
    const page = await openMeasured({ viewport: { width: 1280, height: 800 } })
    await page.getByRole('region', { name: 'Runs', exact: true }).locator('> h2 button').click()
    const height = () => page.locator('.evaluation').evaluate((element) => element.scrollHeight)
    await expect.poll(height).toBeLessThan(1000)
    for (const width of [1280, 900, 640]) {
      await page.setViewportSize({ width, height: width === 640 ? 400 : 800 })
      await expectPageWidth(page, width)
      const isCut = () =>
        page.locator('.evaluation').evaluate((element) => element.scrollWidth > element.clientWidth)
      await expect.poll(isCut).toBe(false)
    }
    const sentence = await advice(page).locator('.sentence').boundingBox()
    expect((sentence?.y ?? 0) + (sentence?.height ?? 400)).toBeLessThan(400)
  })

  it('costs what the person wrote, and text is no price', async () => {
    const page = await openAdvised()
    await page.getByRole('button', { name: 'What does it cost?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model', { exact: true }).fill('model-x')
    const price = dialog.getByLabel('Per million tokens read', { exact: true })
    await price.fill('$3, or so')
    await dialog.getByLabel('As of').fill('2026-10-01')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expectText(dialog, /“\$3, or so” is no price/)
    await price.fill('3')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expectText(dialog.getByRole('table'), /model-x\s+3 USD\s+2026-10-01/)
    await page.keyboard.press('Escape')
    await expectText(
      advice(page),
      / · \$\d\.\d\d per 1,000 requests with model-x at the price of 2026-10-01/,
    )
    await page.setViewportSize({ width: 1600, height: 900 })
    await expectText(measuresOf(page), /Cost\s*per 1,000[^]*\$\d\.\d\d/)
    await page.reload()
    await unfold(page, 'Runs')
    await expectText(advice(page), /with model-x at the price of 2026-10-01/)
    await go(page, 'Settings', 'General')
    await page.getByRole('button', { name: 'Edit prices' }).click()
    await dialog.getByRole('button', { name: 'Remove the price of model-x' }).click()
    await expectText(dialog, /There are no prices yet/)
  })
})

describe('a curve', () => {
  it('tells of all runs where the pointer is, and shows the k that is clicked', async () => {
    const page = await openAdvised()
    await unfold(page, 'Details', 'Charts')
    const curve = page.getByRole('figure', { name: 'Recall against k' })
    await expectText(curve, /Bands are 95 % intervals\. Dotted: the most that is possible\./)
    const picture = curve.locator('.picture')
    // Panels that come in above move it, and what is measured since is drawn anew: pointed at until
    // it tells.
    await expect
      .poll(async () => {
        await picture.hover({ position: await placeOf(picture, '10') })
        return (await picture.locator('svg text').allTextContents()).join(' ')
      })
      .toMatch(/k = 10 BM25 {2}0\.\d{3} {2}\(.+\) Hybrid {2}0\.\d{3}/)
    await picture.click({ position: await placeOf(picture, '10') })
    await expectText(measuresOf(page), /Recall@10/)
  })

  it('of what accuracy costs marks everything in the prompt and the best points', async () => {
    const page = await openAdvised()
    const costs = page.getByRole('figure', { name: 'What accuracy costs' })
    const texts = () => costs.locator('svg text').allTextContents()
    const drawn = ['all 102 visible tools', 'Pareto front', '10,000']
    await expect.poll(texts).toEqual(expect.arrayContaining(drawn))
    await costs.getByRole('button', { name: /^Export/ }).click()
    await page.getByRole('menuitem', { name: 'Show the data as a table' }).click()
    await unfold(page, 'Details', 'Charts')
    await expectText(
      costs.getByRole('table'),
      /everything in the prompt\s+all 102 visible tools\s+1\d,\d{3}/,
    )
    const times = page.getByRole('figure', { name: 'How long picking takes' })
    await times.getByRole('button', { name: 'Show the data as a table' }).click()
    await expectText(times.getByRole('table'), /Series\s+p50\s+p95\s+BM25/)
  })
})
