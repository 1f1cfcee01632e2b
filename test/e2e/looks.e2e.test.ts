import { describe, expect, it } from 'vitest'
import { expectNoViolations } from './axe'
import { outOfReach } from './scenes/out-of-reach'
import { walkScenes } from './scenes/walk-scenes'
import { command, importAll, openDemo, sectionHead, toolRow } from './window'

/**
 * Rules beyond those that axe-core runs by itself, which include best practices. Left out are AAA,
 * `hidden-content`, which only asks for a review, and `focus-order-semantics`, an experiment that
 * takes a splitter's handle for plain text.
 */
const MORE_RULES = [
  'css-orientation-lock',
  'identical-links-same-purpose',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]
const EVERY_RULE = { rules: Object.fromEntries(MORE_RULES.map((id) => [id, { enabled: true }])) }

const WIDE = { width: 1280, height: 800 }
/** A small window, and one of 1280 px at a zoom of 200 %. */
const NARROW = [
  { width: 900, height: 700 },
  { width: 640, height: 400 },
]

const THEMES = ['light', 'dark'] as const

/**
 * By `npm run test:nightly` each scene is looked at in both themes and at every size; otherwise
 * they take turns.
 */
const EVERY_LOOK = import.meta.env.MODE === 'nightly'

/** Of all, the one whose turn it is at this place; by night, each. */
function turnOf<Thing>(all: readonly Thing[], at: number): readonly Thing[] {
  return EVERY_LOOK ? all : all.slice(at % all.length, (at % all.length) + 1)
}

describe('nothing can be held against', () => {
  walkScenes(async (page, { area, scene, at }) => {
    for (const colorScheme of turnOf(THEMES, at)) {
      await page.emulateMedia({ colorScheme })
      await expectNoViolations(page, `${area}, ${scene}, ${colorScheme}`, EVERY_RULE)
    }
    for (const size of turnOf(NARROW, Math.floor(at / THEMES.length))) {
      await page.setViewportSize(size)
      await expect
        .poll(() => outOfReach(page), { message: `${scene} at ${size.width} px` })
        .toEqual([])
    }
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light' })
  })
})

it('markup and scripts in a catalog are shown as the text they are', async () => {
  const page = await openDemo()
  const description = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>zebra'
  const tool = { type: 'function', function: { name: 'evil_tool', description } }
  await importAll(
    page,
    { name: 'evil.json', content: [tool] },
    { button: /^Import 1/, done: /1 tool added/ },
  )
  await page.getByPlaceholder('Search tools').fill('zebra')
  await page.getByRole('grid').getByText('<img src=x').first().waitFor()
  await toolRow(page, 'evil_tool').click()
  await sectionHead(page, 'Overview').waitFor()
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
})

it('the keyboard reaches every section and the command palette', async () => {
  const page = await openDemo()
  await page.keyboard.press('Control+5')
  await page.getByRole('button', { name: /Run the evaluation/ }).waitFor()
  await command(page, 'settings')
  await page.getByText('Theme').first().waitFor()
  expect(page.url()).toContain('#')
})
