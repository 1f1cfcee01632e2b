import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectText, expectValue, go, measuresOf, openMeasured } from './window'

/** The demo's evaluation, with advice on what was measured. */
async function openAdvised(): Promise<Page> {
  const page = await openMeasured({ viewport: { width: 1280, height: 900 } })
  await expectText(advice(page), /all 20 points/)
  return page
}

const advice = (page: Page): Locator => page.getByRole('region', { name: 'Recommended k' })

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
  it('is said for what is wanted, with what it costs, and taken into use by keyboard alone', async () => {
    const page = await openAdvised()
    const panel = advice(page)
    await expectText(panel, /at k = \d+ reaches Recall 0\.\d{3}: 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]/)
    await expectText(panel, /By 120 queries; [^]*counted by o200k_base/)
    const recall = panel.getByLabel('Recall at least')
    await recall.focus()
    await recall.fill('0.8')
    await page.keyboard.press('Tab')
    await expectText(panel, /Not sure whether Recall 0\.800 is reached: [^]*About [\d,]+ queries/)
    await recall.fill('')
    const tokens = panel.getByLabel('Tokens at most')
    await tokens.focus()
    await page.keyboard.type('800')
    await page.keyboard.press('Tab')
    await expectText(panel, /finds most within 800 tokens: Recall 0\.\d{3}/)
    const use = panel.getByRole('button', { name: /^Use k = \d+/ }).first()
    const isUsed = panel.getByText(/in use/).first()
    await use.or(isUsed).first().waitFor()
    // What is in use already cannot be used again: the demo begins with k = 5.
    const wanted = (await isUsed.isVisible()) ? 'Use k = 5' : await use.innerText()
    if (!(await isUsed.isVisible())) await use.press('Enter')
    await isUsed.waitFor()
    await go(page, 'Playground')
    const k = page.getByRole('spinbutton', { name: 'k, tools handed to the agent' })
    await expectValue(k, /\d+$/.exec(wanted)?.[0] ?? '')
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
      /That is \$\d\.\d\d per 1,000 requests with model-x at the price of 2026-10-01/,
    )
    await page.setViewportSize({ width: 1600, height: 900 })
    await expectText(measuresOf(page), /Cost\s*per 1,000[^]*\$\d\.\d\d/)
    await page.reload()
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
    const curve = page.getByRole('figure', { name: 'Recall against k' })
    await expectText(curve, /Bands are 95 % intervals\. Dotted: the most that is possible\./)
    const picture = curve.locator('.picture')
    // Panels that come in above move it, and what is measured since is drawn anew: pointed at until it tells.
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
    const drawn = ['all 102 tools but hidden ones', 'Pareto front', '10,000']
    await expect.poll(texts).toEqual(expect.arrayContaining(drawn))
    await costs.getByRole('button', { name: 'Show the data as a table' }).click()
    await expectText(
      costs.getByRole('table'),
      /everything in the prompt\s+all 102 tools but hidden ones\s+1\d,\d{3}/,
    )
    const times = page.getByRole('figure', { name: 'How long picking takes' })
    await times.getByRole('button', { name: 'Show the data as a table' }).click()
    await expectText(times.getByRole('table'), /Series\s+p50\s+p95\s+BM25/)
  })
})
