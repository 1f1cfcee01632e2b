import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { SMALL_CATALOG } from '../app/small-catalog'
import { openPegboard } from './browser'
import {
  askInPlayground,
  expectText,
  expectValue,
  go,
  importAll,
  newWorkspace,
  toolRow,
} from './window'

/** A neural model works for seconds, and for minutes where others have the processor. */
const EMBEDDED = { timeout: 180_000 }

/**
 * The window of somebody who has been welcomed and whose new workspaces move to Sentences, as they
 * do of themselves.
 */
async function openMoving() {
  const { page, close, home } = await openPegboard({ viewport: { width: 1280, height: 800 } })
  onTestFinished(close)
  await writeFile(join(home, 'settings.json'), JSON.stringify({ welcomed: true }))
  // Reloaded before its session is kept, a page would have lost its one-time token.
  await page.getByRole('navigation').waitFor()
  await page.reload()
  return page
}

it('a new workspace is answered at once, and by Sentences when its tools are embedded', async () => {
  const page = await openMoving()
  await newWorkspace(page, 'Mine')
  await importAll(
    page,
    { name: 'tools.json', content: SMALL_CATALOG },
    { button: 'Import 5 tools', done: /5 tools added/ },
  )
  await toolRow(page, 'convert_currency').waitFor()
  await page.getByText('Sentences answers in this workspace from now on.').waitFor(EMBEDDED)
  await askInPlayground(page, 'how much is this in another country’s money')
  await expectText(page.locator('main'), /· Sentences[^]*convert_currency/)
})

it('an older workspace stays with Instant until Sentences is tried there and used', async () => {
  const page = await openMoving()
  await go(page, 'Settings', 'Models')
  await page.getByRole('button', { name: 'Try Sentences' }).click()
  const line = page.getByRole('region', { name: 'Other settings' })
  await line
    .getByText(
      /Sentences in place of Instant: \d+\.\d points (more|fewer) Recall@5 on your 120 queries/,
    )
    .waitFor(EMBEDDED)
  const embedder = page.getByLabel('Embedder', { exact: true })
  await expectValue(embedder, '')
  await line.getByRole('button', { name: 'Use it' }).click()
  await line.getByRole('button', { name: 'Undo' }).waitFor()
  await expectValue(embedder, 'sentences')
  await line.getByRole('button', { name: 'Undo' }).click()
  await expectValue(embedder, '')
})
