import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SMALL_CATALOG } from '../app/small-catalog'
import { expectNoViolations } from './axe'
import { openPegboard } from './browser'
import {
  askInPlayground,
  dragBy,
  expectCount,
  expectPageWidth,
  expectText,
  expectValue,
  go,
  measuresOf,
  more,
  openDemo,
  paste,
  queryBox,
  sectionHead,
  toolRow,
  unfold,
  writeQuestion,
} from './window'

const FIRST = 'notify the team that the build broke'
const KNOWN = 'hungry! anything vegetarian and open around 9 Mill Lane, Zurich, min 4 stars'

/** The window as it comes up on the very first start. */
async function firstStart() {
  const { page, close, home } = await openPegboard({ viewport: { width: 1280, height: 800 } })
  onTestFinished(close)
  await page.getByRole('region', { name: 'What this is' }).waitFor()
  return { page, home }
}

const set = (page: Page) => page.getByRole('listbox', { name: 'Tool set' }).getByRole('option')
const below = (page: Page) =>
  page.getByRole('listbox', { name: 'Next tools, below the cut' }).getByRole('option')
const card = (page: Page) => page.getByRole('region', { name: 'Selected tool' })
const cut = (page: Page) => page.getByRole('separator', { name: 'Cut at k' })
const namesOf = async (options: ReturnType<typeof set>) => {
  await options.first().waitFor()
  return options.locator('.name').allInnerTexts()
}

describe('the first minute', () => {
  it('answers a query, says in numbers what this is, and leads on', async () => {
    const { page } = await firstStart()
    const first = page.getByRole('region', { name: 'What this is' })
    await expectText(
      first,
      /Sending all 102 visible tools costs 14,517 tokens in every prompt\. This request needs 5 of them: 585\./,
    )
    await expectValue(queryBox(page), FIRST)
    await first.getByRole('button', { name: 'Why' }).click()
    await expectText(page.locator('main'), /Not picked: place 6, below the cut at k = 5/)
    await first.getByRole('button', { name: 'Measure' }).click()
    await page.getByRole('button', { name: /Run the evaluation/ }).waitFor()
  })

  it('comes with an evaluation that decides, told with how it does where no tool fits', async () => {
    const { page, close } = await openPegboard(
      { viewport: { width: 1280, height: 800 } },
      'nothing',
    )
    onTestFinished(close)
    const first = page.getByRole('region', { name: 'What this is' })
    await first.getByRole('button', { name: 'See' }).click()
    const decision = page.getByRole('region', { name: 'Decision' })
    await expectText(decision, /Use Hybrid, k = \d+/)
    await unfold(page, 'Runs')
    await expectCount(measuresOf(page).locator('th[scope=row]'), 3)
    await expectText(
      page.getByRole('region', { name: 'Results' }),
      /Hybrid beats BM25 by [\d.]+ points \[\d/,
    )
    await unfold(page, 'Details', 'Requests that no tool answers')
    await expectText(
      page.getByRole('region', { name: 'Requests that no tool answers' }),
      /refuses \d of 120 [^]*gives tools to \d+ of 30 [^]*learned from the golden queries/,
    )
    await decision.getByRole('button', { name: 'Adopt' }).click()
    await decision.getByText('in use').waitFor()
    const saved = page.waitForEvent('download')
    await decision.getByRole('button', { name: 'Report' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^evaluation of .*\.html$/)
  })

  it('goes once one asks something of one’s own, and the window opens where one was', async () => {
    const { page } = await firstStart()
    await askInPlayground(page, 'book a room for Friday')
    await page.getByRole('region', { name: 'What this is' }).waitFor({ state: 'detached' })
    const kept = page.waitForResponse(
      (response) => response.request().postData()?.includes('"section":"improve"') ?? false,
    )
    await go(page, 'Improve')
    await page.getByRole('heading', { name: 'Improve' }).first().waitFor()
    await kept
    await page.goto(new URL(page.url()).origin)
    await page.reload()
    await page.getByRole('heading', { name: 'Improve' }).first().waitFor()
    await go(page, 'Playground')
    await page.getByText('Ask which tools a query needs').waitFor()
  })

  it('takes a catalog that is pasted', async () => {
    const { page } = await firstStart()
    await page.getByRole('button', { name: 'paste it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Or paste the text of a file').waitFor()
    await paste(page.locator(':focus'), JSON.stringify(SMALL_CATALOG))
    await dialog.getByRole('button', { name: 'Import 5 tools' }).click()
    await dialog.waitFor({ state: 'detached' })
    await toolRow(page, 'convert_currency').waitFor()
  })
})

describe('why not', () => {
  it('names the filter first, and asks with hidden tools included', async () => {
    const page = await openDemo()
    await toolRow(page, 'get_build_log').click()
    await page.getByLabel('Visibility').selectOption('hidden')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved the author’s layer of get_build_log.').waitFor()
    await askInPlayground(page, 'show the log of the build')
    expect(await namesOf(set(page))).not.toContain('get_build_log')
    await more(page, 'Why not …?')
    await page.getByRole('combobox', { name: 'Tool to ask about' }).fill('get_build_log')
    await page.getByRole('option', { name: /get_build_log/ }).click()
    await expectText(card(page), /Left out before ranking: visibility is hidden\./)
    await card(page).getByRole('button', { name: 'Ask with hidden included' }).click()
    await expectText(card(page), /#1 of 107/)
    await page.getByRole('tab', { name: /Tool set/ }).click()
    await expect.poll(() => namesOf(set(page))).toContain('get_build_log')
  })

  it('tells words as they were written', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'Notifying the teams in Kiew')
    await more(page, 'Why not …?')
    await page.getByRole('combobox', { name: 'Tool to ask about' }).fill('cancel_build')
    await page.getByRole('option', { name: /cancel_build/ }).click()
    await expectText(card(page), /Words that it does not\s+Notifying\s*teams\s*Kiew/)
  })
})

describe('an answer', () => {
  it('is renewed at once when recipe, option or k change', async () => {
    const page = await openDemo()
    await askInPlayground(page, FIRST)
    const before = await namesOf(set(page))
    await page.getByLabel('Recipe').selectOption('bm25')
    await expect.poll(() => namesOf(set(page))).not.toEqual(before)
    const bm25 = await namesOf(set(page))
    await page.getByRole('button', { name: 'Options', exact: true }).click()
    await page.getByRole('button', { name: /^Matching/ }).click()
    await page.getByLabel('Drop stop words').click()
    await expectText(page.getByRole('button', { name: /^Matching/ }), /stop words kept/)
    await expect.poll(() => namesOf(set(page))).not.toEqual(bm25)
    await page.getByRole('button', { name: 'Reset Matching' }).click()
    await expect.poll(() => namesOf(set(page))).toEqual(bm25)
  })

  it('says what it answers where something else is typed', async () => {
    const page = await openDemo()
    await askInPlayground(page, FIRST)
    await set(page).first().waitFor()
    await page.getByPlaceholder(/What should the agent do/).fill('book a room')
    await expectText(page.locator('.answer-note'), new RegExp(`Answer to ${FIRST}`))
  })

  it('is renewed after its tool was edited in the catalog', async () => {
    const page = await openDemo()
    await askInPlayground(page, 'where do zebras hang out')
    await set(page).first().waitFor()
    await go(page, 'Catalog')
    await writeQuestion(page, 'find_channel', 'Where do the zebras hang out?')
    await go(page, 'Playground')
    await expect.poll(async () => (await namesOf(set(page)))[0]).toBe('find_channel')
  })
})

describe('the cut', () => {
  it('moves with k, by keyboard and by the mouse, over tools that were there before', async () => {
    const page = await openDemo()
    await askInPlayground(page, FIRST)
    const five = await namesOf(set(page))
    const next = await namesOf(below(page))
    expect([five.length, next.length]).toEqual([5, 5])
    await cut(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => namesOf(set(page))).toEqual([...five, next[0]])
    await expectCount(below(page), 5)
    await expectText(cut(page), /cut at k = 6/)
    await cut(page).hover()
    const line = await cut(page).boundingBox()
    const second = await set(page).nth(1).boundingBox()
    if (!line || !second) throw new Error('The cut is not on the screen.')
    await dragBy(page, cut(page), { x: 0, y: second.y + second.height - line.y - line.height / 2 })
    await expect.poll(() => namesOf(set(page))).toEqual(five.slice(0, 2))
    await expectValue(page.getByLabel('k, tools handed to the agent'), '2')
  })

  it('is crossed by the arrow keys, and a tool below it says why it is there', async () => {
    const page = await openDemo()
    await askInPlayground(page, FIRST)
    const [first] = await namesOf(below(page))
    await set(page).last().click()
    await page.keyboard.press('ArrowDown')
    await expectText(card(page), new RegExp(`${first}[^]*Place 6: below the cut at k = 5`))
    await page.keyboard.press('ArrowUp')
    await expectText(card(page), /#5 of 102/)
  })
})

describe('scores', () => {
  it('are shares of words and meaning with a legend, and numbers on demand', async () => {
    const page = await openDemo()
    await askInPlayground(page, FIRST)
    await set(page).first().waitFor()
    await expectText(page.getByRole('list', { name: 'What scores are made of' }), /words\s*meaning/)
    await expectText(set(page), /words\s\d+\s%, meaning\s\d+\s%/)
    expect(await page.locator('main').innerText()).not.toMatch(/standard|BM25 \d|similarity/)
    await more(page, 'Show raw scores')
    await expectText(set(page), /combined [\d.]+ = words [\d.]+ \+ meaning [\d.]+[^]*BM25 [\d.]+/)
  })

  it('tick the right tools of a known query, and name the one that is missing', async () => {
    const page = await openDemo()
    await askInPlayground(page, KNOWN)
    await expectText(page.locator('.golden'), /1 of 2 right tools by the golden set demo/)
    await expectCount(set(page).getByRole('img', { name: 'a right tool' }), 1)
    await expectText(page.locator('.golden'), /1 right tool is missing:\s*geocodeAddress #\d+/)
    await page.locator('.golden').getByRole('button', { name: 'geocodeAddress' }).click()
    await expectText(card(page), /geocodeAddress[^]*A right tool for this query[^]*Not picked/)
  })

  it('open the same card from the trace', async () => {
    const page = await openDemo()
    await askInPlayground(page, FIRST)
    await page.getByRole('tab', { name: /Trace/ }).click()
    await page.getByRole('button', { name: 'Open all' }).click()
    await page
      .getByRole('button', { name: /list_services/ })
      .first()
      .click()
    await expectText(card(page), /list_services[^]*Not picked: place \d+, below the cut at k = 5/)
    await card(page).getByRole('button', { name: 'Open in Catalog' }).click()
    await sectionHead(page, 'Overview').waitFor()
  })
})

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it('axe finds nothing in any state of the playground, and nothing leaves a narrow screen', async () => {
    const { page, close } = await openPegboard({
      viewport: { width: 900, height: 700 },
      colorScheme,
    })
    onTestFinished(close)
    await page.getByRole('region', { name: 'What this is' }).waitFor()
    await expectNoViolations(page, 'first minute')
    await askInPlayground(page, KNOWN)
    await expectText(page.locator('.golden'), /missing/)
    await more(page, 'Show raw scores')
    await expectNoViolations(page, 'tool set')
    await expectPageWidth(page, 900)
    await page.getByRole('tab', { name: /Trace/ }).click()
    await expectNoViolations(page, 'trace')
    await more(page, 'Why not …?')
    await expectNoViolations(page, 'why not')
    await page.getByRole('button', { name: 'Options', exact: true }).click()
    for (const name of ['Matching', 'Fusion', 'Filters']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    }
    await page.getByPlaceholder(/What should the agent do/).fill('something else')
    await expectNoViolations(page, 'options')
  })
})
