import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectRows, expectText, expectWithin, measuresOf, openMeasured } from './window'

async function openJudged(width = 1280): Promise<Page> {
  const page = await openMeasured({ viewport: { width, height: 800 } })
  await expectText(verdictIn(page), /Hybrid (beats|is) .*BM25/)
  return page
}

const verdictIn = (page: Page): Locator => page.getByRole('region', { name: 'Verdict' })

/** The number that the button says first. */
const countOf = async (button: Locator): Promise<number> =>
  Number(/\d+/.exec(await button.innerText())?.[0])

describe('the verdict', () => {
  it('stands above the table and says what is better, by how much and at what cost', async () => {
    const page = await openJudged()
    const verdict = verdictIn(page)
    await expectText(
      verdict,
      /points? \[−?\d+\.\d, −?\d+\.\d\] Recall@5 .*tokens \([\d,]+ against [\d,]+\)[^]*\d+ (query|queries) fixed, \d+ broken[^]*120 queries tell differences of ±\d+\.\d points/,
    )
    const isAbove = async () => {
      const [box, table] = [await verdict.boundingBox(), await measuresOf(page).boundingBox()]
      return !!box && !!table && box.y + box.height <= table.y
    }
    await expect.poll(isAbove).toBe(true)
    await page.locator('.cutoffs').getByText('10', { exact: true }).click()
    await expectText(verdict, /Recall@10/)
  })

  it('opens by keyboard the very queries that its numbers count', async () => {
    const page = await openJudged()
    for (const [name, chosen] of [
      [/only this run finds all/, /Fixed/],
      [/find as many/, /Equal/],
      [/make this difference/, /Differing/],
    ] as const) {
      await page.getByRole('tab', { name: /Compare/ }).click()
      const number = verdictIn(page).locator('button').and(page.getByTitle(name)).first()
      const isCount = chosen.source !== 'Differing'
      const expected = isCount ? await countOf(number) : undefined
      await number.press('Enter')
      const shown = page.getByLabel('Queries to show').locator('[data-state=on]')
      await expectText(shown, chosen)
      const rows = page.getByRole('grid')
      await rows.waitFor()
      if (expected !== undefined) await expectRows(rows, expected)
    }
  })

  it('is on the only run, where there is one', async () => {
    const page = await openJudged()
    await page.getByRole('checkbox', { name: /^Compare Hybrid/ }).click()
    await expectText(
      verdictIn(page),
      /BM25 finds \d+\.\d % \[\d+\.\d, \d+\.\d\] of the right tools with the first 5 tools \(Recall@5\), for \d+ of the 1\d,\d{3} tokens that all 102 tools but hidden ones take in every prompt; \d+ of 120 queries lack a right tool/,
    )
  })
})

describe('the table', () => {
  it.each([900, 1280])('is no wider than the window at %i px', async (width) => {
    const page = await openJudged(width)
    await expectWithin(measuresOf(page), width)
    const isScrolled = () =>
      page
        .getByRole('region', { name: 'Results' })
        .evaluate((element) => element.scrollWidth > element.clientWidth + 1)
    await expect.poll(isScrolled).toBe(false)
  })
})

describe('requests that no tool answers', () => {
  it('stand under a heading of their own, with what a threshold of the score does', async () => {
    const page = await openJudged()
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
