import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, it, onTestFinished } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { toolVersion } from '../../src-main/pipeline/knowledge-base/to-standardise'
import type { ProposedText, TextProposal } from '../../src-main/domain/proposal/text'
import { openPegboard } from './browser'
import {
  atOnce,
  command,
  decideBy,
  decidedOf,
  expectRows,
  expectText,
  go,
  lookAtFirst,
  narrow,
  openBy,
  toDoOf,
  toolRow,
} from './window'

interface Proposing {
  tool: string
  proposed: ProposedText
}

const QUESTIONS = [
  'Tell everyone in the ops channel that the deploy is done',
  'Announce the release',
]

/**
 * By the names of the demo's tools; the second puts the words of the issue tracker into the
 * calendar.
 */
const PROPOSED: Proposing[] = [
  { tool: 'send_message', proposed: { questions: QUESTIONS } },
  {
    tool: 'create_event',
    proposed: { description: 'Report a bug or a task in the issue tracker. File a ticket.' },
  },
  { tool: 'search_messages', proposed: { topics: ['finding old messages'] } },
]

/** The window on the demo, in which another program proposed texts. */
async function openWithProposals(): Promise<Page> {
  const { page, home, close } = await openPegboard({ viewport: { width: 1440, height: 900 } })
  onTestFinished(close)
  await go(page, 'Catalog')
  await toolRow(page, 'approve_deployment').waitFor()
  const [folder = ''] = await readdir(join(home, 'workspaces'))
  const store = await workspaceLibrary(home).open(join(home, 'workspaces', folder))
  const tools = await store.tools()
  const put = PROPOSED.map(({ tool: name, proposed }, at): TextProposal => {
    const entry = tools.find(({ tool }) => tool.name === name)
    if (!entry) throw new Error(`The demo has no ${name}.`)
    const [part] = Object.keys(proposed) as TextProposal['part'][]
    return {
      id: `p${at}`,
      tool: entry.tool.id,
      part: part ?? 'questions',
      proposed,
      run: 'one',
      origin: { by: 'model', model: 'ollama:writer', prompt: 'propose@1' },
      of: toolVersion(entry),
      at: `2026-01-0${at + 1}T00:00:00.000Z`,
      seen: [],
    }
  })
  await store.commit({ textProposals: { put } })
  await store.close()
  await command(page, 'Review proposed texts')
  return page
}

const lookedAt = (page: Page) => page.getByRole('region', { name: 'The proposal looked at' })

describe('proposed texts', () => {
  it('are reviewed by keyboard, each against what stands there and with its effect beside it', async () => {
    const page = await openWithProposals()
    const queue = toDoOf(page)
    const pane = decidedOf(page)
    await expectText(queue, /3 proposals to review/)
    await queue.getByRole('combobox', { name: 'Order' }).selectOption('name')
    await lookAtFirst(page)
    await expectText(pane, /Written by ollama:writer \(propose@1\)/)
    await expectText(pane, /golden queries of “demo”/)
    await expectText(lookedAt(page), /create_event/)
    await openBy(page, 'x', page.getByLabel('Why not?'))
    await page.getByLabel('Why not?').fill('It is about issues.')
    await page.keyboard.press('Enter')
    await expectText(queue, /2 proposals to review/)
    await expectText(lookedAt(page), /search_messages/)
    await decideBy(page.locator('main'), 's', /1 proposal to review/)
    await expectText(lookedAt(page), /send_message/)
    await decideBy(page.locator('main'), 'u', /2 proposals to review/)
    await expectText(lookedAt(page), /search_messages/)
    const field = page.getByRole('textbox', { name: 'Topics and intents' })
    await openBy(page, 'e', field)
    await field.fill('finding old messages\nlooking up what was said')
    await expectText(pane, /in your words/)
    await page.keyboard.press('Control+Enter')
    await expectText(lookedAt(page), /send_message/)
    await decideBy(page.locator('main'), 'a', /Nothing to review/)
    await queue.getByLabel('Which').selectOption('rejected')
    await lookAtFirst(page)
    await expectText(pane, /“It is about issues\.”/)
    await queue.getByLabel('Which').selectOption('accepted')
    await queue.getByRole('grid').getByText('search_messages').click()
    await expectText(pane, /looking up what was said/)
    await pane.getByRole('button', { name: 'Open tool' }).click()
    const written = page.getByRole('region', { name: 'Accepted proposals' })
    await expectText(written, /by ollama:writer[^]*accepted in your words/)
    await written.getByRole('button', { name: 'Take back' }).click()
    await written.waitFor({ state: 'hidden' })
    await queue.getByLabel('Which').selectOption('open')
    await expectText(queue, /1 proposal to review/)
  })

  it('that would harm are stopped by the gate, and left out where a rule accepts the rest', async () => {
    const page = await openWithProposals()
    const queue = toDoOf(page)
    await atOnce(page, /^Measure 3/)
    await expectText(queue, /1 would harm/)
    await narrow(page, 'Measured', /^Harms/)
    await expectText(queue.getByRole('grid'), /create_event/)
    await lookAtFirst(page)
    await expectText(
      decidedOf(page),
      /find “\w+” before this tool|finds “\w+” rather than this tool/,
    )
    await queue.getByRole('button', { name: 'Harms' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.keyboard.press('Escape')
    // A rule accepts of what is on show.
    await expectRows(queue.getByRole('grid'), 3)
    await atOnce(page, /by rule/)
    const dialog = page.getByRole('dialog', { name: 'Accept by rule' })
    await dialog.getByLabel('Golden queries fixed, at least').fill('0')
    await dialog.getByLabel('Golden queries broken, at most').fill('3')
    await page.keyboard.press('Tab')
    await expectText(dialog, /2 proposals of 2 tools; 1 left to look at/)
    await expectText(
      dialog,
      /All together, on \d+ golden queries of “demo”, Hybrid, first 5 tools: recall/,
    )
    await dialog.getByRole('button', { name: 'Accept 2' }).click()
    await expectText(queue, /1 proposal to review: 1 would harm/)
    await page.keyboard.press('Control+z')
    await expectText(queue, /3 proposals to review/)
  })
})
