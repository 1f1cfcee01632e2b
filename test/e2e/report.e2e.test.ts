import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { stays } from '../fixtures/staying'
import { expectNoViolations } from './axe'
import { newContext } from './browser'
import {
  expectCount,
  expectPageWidth,
  expectText,
  go,
  importAll,
  importFiles,
  openDemo,
  runEvaluation,
  takeFor,
} from './window'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-report-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Measures with the recipes proposed, and saves the report from the window. */
async function saveReport(page: Page, name: string): Promise<string> {
  await runEvaluation(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^evaluation of .*\.html$/)
  await page.getByText(/Saved evaluation of .*, which opens in any browser/).waitFor()
  const path = join(folder, name)
  await download.saveAs(path)
  return path
}

/** The file in a browser that is cut off, with all that it asked for and complained about. */
async function openFile(path: string) {
  const context = await newContext({ viewport: { width: 1280, height: 900 }, offline: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const told: string[] = []
  page.on('request', (request) => told.push(`asked for ${request.url()}`))
  page.on('console', (message) => told.push(message.text()))
  page.on('pageerror', (error) => told.push(error.message))
  const address = pathToFileURL(path).href
  await page.goto(address)
  return { page, told: () => told.filter((line) => line !== `asked for ${address}`) }
}

describe('the report of the window', () => {
  it('opens by itself, by day and by night, on a narrow screen and on paper', async () => {
    const window = await openDemo()
    await go(window, 'Evaluate')
    const path = await saveReport(window, 'demo.html')
    const { page, told } = await openFile(path)
    await expectText(page.locator('.decision'), /Use \w+, k = \d+ — recall[^]*Goal[^]*Instead/)
    await expectText(page.locator('.decision'), /Evidence[^]*points[^]*Repeat\s+pegboard eval/)
    await expectText(page.locator('main'), /What changed: Hybrid beside BM25/)
    await page.getByText(/^Failed:/).click()
    await expectText(page.locator('main'), /Where it fails[^]*cut at \d[^]*How it was measured/)
    const isFirst = async () => (await page.locator('.decision').boundingBox())?.height ?? Infinity
    expect(await isFirst()).toBeLessThan(1000)
    await expectCount(page.locator('svg[role=img]'), 2)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoViolations(page, colorScheme)
    }
    await expect.poll(() => backgroundOf(page)).not.toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await expect.poll(() => backgroundOf(page)).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 400, height: 800 })
    await expectPageWidth(page, 400)
    expect(told()).toEqual([])
  })

  it('shows markup, scripts and turned writing in tools and queries as the text they are', async () => {
    const window = await openDemo()
    const evil =
      '<img src=x onerror="window.hacked=1"></style><script>window.hacked=1</script>\u202egpj'
    const tool = { type: 'function', function: { name: 'evil_tool', description: '<b>zebra</b>' } }
    const golden = [
      { id: 'q1', query: `reserve a meeting room ${evil}`, tools: ['evil_tool'] },
      { id: 'q2', query: `zebra ${evil}`, tools: ['evil_tool'] },
    ]
    await importAll(
      window,
      { name: 'evil.json', content: [tool] },
      { button: /^Import 1/, done: /1 tool added/ },
    )
    const again = await importFiles(window, [{ name: '<b>evil.json', content: golden }])
    await takeFor(again, 'Golden set')
    await again.getByRole('button', { name: /Import 2 golden queries/ }).click()
    await expectText(again, /with 2 queries/)
    await window.keyboard.press('Escape')
    await go(window, 'Evaluate')
    const sets = window.getByLabel('Golden set')
    const set = sets.locator('option', { hasText: '2 queries' })
    await sets.selectOption({ label: (await set.first().innerText()).trim() })
    const { page, told } = await openFile(await saveReport(window, 'evil.html'))
    await expectText(page.locator('h1'), /“.*evil”/)
    await page.getByText(/^Failed:/).click()
    await expectText(
      page.locator('main'),
      /<img src=x onerror="window\.hacked=1"><\/style><script>[^]*\\u202egpj/,
    )
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('img, script, b').count()).toBe(0)
    expect(told()).toEqual([])
  })
})

const backgroundOf = (page: Page): Promise<unknown> =>
  page.evaluate('getComputedStyle(document.documentElement).backgroundColor')

describe.skipIf(process.platform !== 'linux')('the report of the terminal on a full disk', () => {
  /** A command line of a shell, in which `pegboard` is the built terminal. */
  function shell(line: string) {
    const pegboard = `pegboard() { '${process.execPath}' '${resolve('out/main/cli.js')}' "$@"; }`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `${pegboard}; ${line}`], {
      cwd: folder,
      env: { ...process.env, PEGBOARD_HOME: stays(join(folder, 'home')) },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it('says so and leaves the report of before as it was', () => {
    shell('pegboard workspace create Demo --demo')
    shell('pegboard eval --workspace Demo --golden demo --recipe bm25 --recipe hybrid')
    writeFileSync(join(folder, 'report.html'), 'the good one')
    // The shell lets no file grow beyond eight blocks, as a full disk would not.
    const line = 'ulimit -f 8; pegboard report --workspace Demo --out report.html'
    const { status, stderr } = shell(line)
    expect(status).toBe(1)
    expect(stderr).toMatch(/report\.html was not written: files may not be as large/)
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toBe('the good one')
    expect(readdirSync(folder).filter((name) => name.includes('report'))).toEqual(['report.html'])
    expect(shell('pegboard report --workspace Demo --out report.html').status).toBe(0)
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('</html>')
  })
})
