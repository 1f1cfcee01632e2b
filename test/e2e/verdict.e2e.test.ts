import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  chooseK,
  expectRows,
  expectText,
  expectWithin,
  measuresOf,
  openMeasured,
  unfold,
} from './window'

async function openJudged(width = 1280): Promise<Page> {
  const page = await openMeasured({ viewport: { width, height: 800 } })
  await expectText(trustIn(page), /Hybrid (beats|is) .*BM25/)
  return page
}

const trustIn = (page: Page): Locator => page.getByRole('region', { name: 'Why trust it' })

/** The number that the button says first. */
const countOf = async (button: Locator): Promise<number> =>
  Number(/\d+/.exec(await button.innerText())?.[0])

describe('the evidence', () => {
  it('says what is better, by how much and at what cost, at the k of the decision', async () => {
    const page = await openJudged()
    const trust = trustIn(page)
    await expectText(
      trust,
      /points? \[−?\d+\.\d, −?\d+\.\d\] Recall@\d+ .*tokens \([\d,]+ against [\d,]+\)[^]*\d+ (query|queries) fixed, \d+ broken[^]*120 queries can’t detect less than \d+\.\d points/,
    )
    for (const k of [10, 3]) {
      await chooseK(page, k)
      await expectText(trust, new RegExp(`Recall@${k} `))
      await expectText(page.getByRole('region', { name: 'Decision' }), new RegExp(`k = ${k} `))
      await expectText(measuresOf(page), new RegExp(`Recall@${k}\\b[^]*fixed`))
    }
  })

  it('opens by keyboard the very queries that its numbers count', async () => {
    const page = await openJudged()
    for (const [name, chosen] of [
      [/only this run finds all/, /Fixed/],
      [/only the baseline finds all/, /Broken/],
    ] as const) {
      const number = trustIn(page).locator('button').and(page.getByTitle(name)).first()
      const expected = await countOf(number)
      await number.press('Enter')
      const shown = page.getByLabel('Queries to show').locator('[data-state=on]')
      await expectText(shown, chosen)
      await expectRows(page.getByRole('grid'), expected)
    }
  })

  it('is on the only run, where there is one', async () => {
    const page = await openJudged()
    await chooseK(page, 5)
    await page.getByRole('checkbox', { name: /^Compare Hybrid/ }).click()
    await chooseK(page, 5)
    await expectText(
      trustIn(page),
      /BM25 finds \d+\.\d % \[\d+\.\d, \d+\.\d\] of the right tools with the first 5 tools \(Recall@5\), for \d+ of the 1\d,\d{3} tokens that all 102 visible tools take in every prompt; \d+ of 120 queries lack a right tool/,
    )
  })
})

describe('the table', () => {
  it.each([900, 1280])('is no wider than the window at %i px', async (width) => {
    const page = await openJudged(width)
    await expectWithin(measuresOf(page), width)
    const isScrolled = () =>
      page
        .getByRole('region', { name: 'Runs', exact: true })
        .evaluate((element) => element.scrollWidth > element.clientWidth + 1)
    await expect.poll(isScrolled).toBe(false)
  })
})

describe('requests that no tool answers', () => {
  it('stand under a heading of their own, with what a threshold of the score does', async () => {
    const page = await openJudged()
    await unfold(page, 'Details', 'Requests that no tool answers')
    const panel = page.getByRole('region', { name: 'Requests that no tool answers' })
    await expectText(
      panel,
      /How well BM25’s best tool matches [^]*AUROC[^]*Asked: 30 queries that name no tool, of other golden sets/,
    )
    const fits = page.getByRole('group', { name: 'Where no tool fits' })
    await expectText(fits, /BM25\s+\d+ of 120 \(\d+\.\d %\)\s+\d+ of 30 [^]*not asked/)
    await expectText(
      page.getByRole('table', { name: 'What a threshold does' }),
      /Match at least[^]*\d+\.\d %\s+\d+\.\d %\s+\d+\s+\d+/,
    )
    const ask = panel.getByRole('button', { name: 'Ask again without the right tools' })
    await ask.press('Enter')
    const kinds = panel.getByText('Right tools left out', { exact: true })
    await kinds.waitFor()
    await kinds.click()
    await expectText(fits, /\d+ of 120 \(\d+\.\d %\)\s+\d+ of 30 [^]*\d+ of 120/)
    await panel.getByText('Risk against coverage').waitFor()
  })
})
