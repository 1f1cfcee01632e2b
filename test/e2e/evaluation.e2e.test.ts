import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  chooseK,
  expectCount,
  expectText,
  expectWithin,
  go,
  importFiles,
  measuresOf,
  openDemo,
  openMeasured,
  queryBox,
  runEvaluation,
  sectionHead,
  takeFor,
  unfold,
  untilMeasured,
  writeQuestion,
} from './window'

const NARROW = { width: 900, height: 700 }

/** A golden set that takes a while to measure, imported into the demo. */
async function importMany(page: Page): Promise<void> {
  const tools = ['send_message', 'create_event', 'create_issue', 'refundPayment']
  const ids = ['chat/', 'calendar/', 'issues/', 'payments/']
  const content = Array.from({ length: 30_000 }, (_, at) => ({
    id: `q${at}`,
    query: `please ${tools[at % 4]} number ${at} for the team that asked`,
    tools: [`${ids[at % 4]}${tools[at % 4]}`],
  }))
  const dialog = await importFiles(page, [{ name: 'many.json', content }])
  await dialog.getByText(/holds no catalog/).waitFor()
  await takeFor(dialog, 'Golden set')
  await dialog.getByRole('button', { name: /Import [\d,]+ golden queries/ }).click()
  await expectText(dialog, /“many” with 30,000 queries/)
  await page.keyboard.press('Escape')
}

/**
 * Which of the eight colours of series lines have in the first chart, in the order they are drawn.
 */
const coloursIn = (page: Page): Promise<number[]> =>
  page
    .getByRole('figure', { name: 'What accuracy costs' })
    .locator('svg path[fill=none][stroke-width="2"]')
    .evaluateAll((paths) => {
      const style = getComputedStyle(document.documentElement)
      const colours = Array.from({ length: 8 }, (_, at) =>
        style.getPropertyValue(`--series-${at + 1}`).trim(),
      )
      const drawn = paths.map((path) => colours.indexOf(path.getAttribute('stroke') ?? '') + 1)
      return [...new Set(drawn)].filter((colour) => colour > 0)
    })

describe('baseline and colours', () => {
  it('are those of recipes: as before once a tool was edited, all was measured again and the window loaded again', async () => {
    const page = await openMeasured()
    const baseline = page.getByRole('combobox', { name: 'Baseline' })
    const chosenText = () =>
      baseline.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text.trim())
    await expect.poll(chosenText).toBe('Baseline: BM25')
    await baseline.selectOption({ label: 'Baseline: Hybrid' })
    await expectText(page.getByRole('region', { name: 'Why trust it' }), /BM25 .*Hybrid/)
    await expect.poll(() => coloursIn(page)).toEqual([1, 2])

    await go(page, 'Catalog')
    await writeQuestion(page, 'send_message', 'who tells the whole team?')
    await go(page, 'Evaluate')
    // Where it is cheap, all on show is measured again by itself; on a busy machine it is not.
    const again = page.getByRole('button', { name: /^Measure again/ })
    const runs = page.getByRole('checkbox', { name: /^Compare/ })
    await again.or(runs.nth(3)).first().waitFor()
    // Gone where it began by itself meanwhile.
    if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => undefined)
    await expectCount(runs, 4)
    await untilMeasured(page)
    for (const load of [() => Promise.resolve(), () => page.reload()]) {
      await load()
      await unfold(page, 'Runs')
      await expect.poll(chosenText).toBe('Baseline: Hybrid')
      await expect.poll(() => coloursIn(page)).toEqual([1, 2])
    }
    await page
      .getByRole('checkbox', { name: /^Compare BM25/ })
      .first()
      .click()
    await expect.poll(() => coloursIn(page)).toEqual([2])
  })
})

describe('measures', () => {
  it('stand at one k, each with its paired difference and the queries behind it', async () => {
    const page = await openMeasured()
    await chooseK(page, 5)
    const row = measuresOf(page).getByRole('row').filter({ hasText: 'Hybrid' })
    await expectText(row, /±0\.\d+[^]*\[[+−]0\.\d{3}, \+0\.\d{3}\][^]*\d+ fixed, \d+ broken/)
    await expectText(row, /\d+ better, \d+ worse/)
    await expectText(measuresOf(page), /Recall@5[^]*All@5[^]*MRR@5/)
    await unfold(page, 'Details', 'Charts')
    await chooseK(page, 10)
    await expectText(measuresOf(page), /Recall@10[^]*All@10[^]*MRR@10/)
    await page.getByRole('heading', { name: 'Measures at k = 10' }).waitFor()
  })

  it('of few queries carry a caution', async () => {
    const page = await openDemo()
    await go(page, 'Evaluate')
    await page.getByRole('switch', { name: /Measure a sample only/ }).click()
    await page.getByRole('spinbutton', { name: 'Queries' }).fill('12')
    await page.getByRole('spinbutton', { name: 'Queries' }).press('Tab')
    await runEvaluation(page)
    await expectText(
      page.getByRole('region', { name: 'Runs', exact: true }),
      /a sample of 12 queries/,
    )
    await expectText(
      page.getByRole('region', { name: 'Results' }),
      /Only 12 queries: intervals are narrower than they should be/,
    )
  })

  it('are never cut off: what has no room at 640 px stands below, one click away', async () => {
    const page = await openMeasured({ viewport: { ...NARROW, width: 640 } })
    const columns = () => measuresOf(page).getByRole('columnheader').count()
    await expect.poll(columns).toBeLessThan(6)
    await page.getByRole('button', { name: /more measures? than fit here/ }).click()
    const more = page.getByRole('table', { name: 'More measures by run' }).first()
    await expectText(more, /Prompt tokens/)
    for (const one of [measuresOf(page), more]) {
      await expectWithin(one, 640)
      await expect.poll(() => isScrolledSideways(one)).toBe(false)
    }
  })
})

/** Whether anything around the element hides part of its width. */
const isScrolledSideways = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    for (let box: Element | null = element; box; box = box.parentElement) {
      if (box.scrollWidth > box.clientWidth + 1) return true
    }
    return false
  })

describe('an evaluation under way', () => {
  it('names what runs, shows each recipe when it is measured, and stops where it was started', async () => {
    const page = await openDemo({ viewport: NARROW })
    await importMany(page)
    await go(page, 'Evaluate')
    await page.getByLabel('Golden set').selectOption({ label: 'many · 30,000 queries' })
    const run = page.getByRole('button', { name: 'Run the evaluation' })
    const start = await run.boundingBox()
    await run.click()
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    const across = async () => {
      const place = await stop.boundingBox()
      return { x: place?.x, width: place?.width }
    }
    await expect.poll(across).toEqual({ x: start?.x, width: start?.width })
    const form = page.getByRole('form', { name: 'New evaluation' })
    const isInForm = async () => isInside(await stop.boundingBox(), await form.boundingBox())
    await expect.poll(isInForm).toBe(true)
    await expectText(form, /BM25 \(1 of 2\) on “many”: asking the queries/)
    await expectText(form, /of 30,000 queries/)
    await unfold(page, 'Runs')
    // The first is there while the second is measured.
    await measuresOf(page).getByText('BM25').waitFor()
    await expectText(form, /Hybrid \(2 of 2\) on “many”/)
    await stop.click()
    await expectText(form, /Stopped\. 1 of 2 recipes is measured and kept\.\s+Resume/)
    await run.waitFor()
    await expectCount(measuresOf(page).locator('th[scope=row]'), 1)
  })
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const isInside = (inner: Box | null, outer: Box | null): boolean =>
  !!inner &&
  !!outer &&
  inner.x >= outer.x &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y >= outer.y &&
  inner.y + inner.height <= outer.y + outer.height

describe('a query that failed', () => {
  it('names its golden tools with their true rank, and opens them and itself elsewhere', async () => {
    const page = await openMeasured()
    const recipe = page.getByRole('combobox', { name: 'Recipe', exact: true })
    await recipe.selectOption({ label: 'BM25' })
    await chooseK(page, 5)
    await unfold(page, 'Failures')
    await page.getByPlaceholder('Search the queries').fill('the build broke')
    const row = page.getByRole('grid').locator('[role=row][aria-rowindex="2"]')
    await expectText(row, /notify the team[^]*send_message\s*#\d+[^]*cut at k/)
    // It has no word in common with the query, so that no rank is made up for it.
    await expectText(row, /find_channel\s*✕[^]*shares no word with the query/)
    await row.getByRole('button', { name: 'Open in Playground' }).click()
    await expect.poll(() => queryBox(page).inputValue()).toMatch(/the build broke/)
    await go(page, 'Evaluate')
    await row.getByText('send_message', { exact: true }).click()
    await sectionHead(page, 'Overview').waitFor()
    expect(page.url()).toContain('#/catalog')
    await expectText(page.locator('main'), /send_message/)
  })
})

describe('charts', () => {
  it.each([900, 1280, 1920])('%i px wide have no text upon another', async (width) => {
    const page = await openMeasured({ viewport: { width, height: 900 } })
    await unfold(page, 'Details', 'Charts', 'Requests that no tool answers')
    await expectCount(page.locator('figure .picture svg'), 5)
    await expect.poll(() => page.evaluate(overlappingTexts)).toEqual([])
  })
})

/** Pairs of texts of a picture that lie upon one another; runs in the page. */
function overlappingTexts(): string[] {
  return [...document.querySelectorAll('figure .picture svg')].flatMap((picture) => {
    const texts = [...picture.querySelectorAll('text')].map((element) => ({
      text: element.textContent,
      box: element.getBoundingClientRect(),
    }))
    return texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter(
          ({ box }) =>
            Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
            Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 3,
        )
        .map(({ text }) => `${one.text} / ${text}`),
    )
  })
}
