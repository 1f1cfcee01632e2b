import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, it, onTestFinished } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { toolVersion } from '../../src-main/pipeline/knowledge-base/to-standardise'
import type { ProposedText, TextProposal } from '../../src-main/domain/proposal/text'
import { openPegboard } from './browser'
import { decideBy, expectText, go, openBy, toolRow } from './window'

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
  await go(page, 'Improve', 'Proposals')
  return page
}

const queueOf = (page: Page) => page.getByRole('region', { name: 'Proposed texts' })
const lookedAt = (page: Page) => page.getByRole('region', { name: 'The proposal looked at' })
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Proposed texts' })

describe('proposed texts', () => {
  it('are reviewed by keyboard, each against what stands there and with its effect beside it', async () => {
    const page = await openWithProposals()
    const queue = queueOf(page)
    await expectText(queue, /3 proposals to review/)
    await expectText(queue, /Written by ollama:writer \(propose@1\)/)
    await expectText(queue, /golden queries of “demo”/)
    await expectText(lookedAt(page), /send_message/)
    await listOf(page).focus()
    await decideBy(queue, 'a', /2 proposals to review[^]*Accepted 1/)
    await decideBy(queue, 'u', /3 proposals to review[^]*Accepted 0/)
    await expectText(lookedAt(page), /send_message/)
    await decideBy(queue, 's', /Skipped 1/)
    await expectText(lookedAt(page), /create_event/)
    await openBy(page, 'x', page.getByLabel('Why not?'))
    await page.getByLabel('Why not?').fill('It is about issues.')
    await page.keyboard.press('Enter')
    await expectText(queue, /Rejected 1/)
    await expectText(lookedAt(page), /search_messages/)
    const field = page.getByRole('textbox', { name: 'Topics and intents' })
    await openBy(page, 'e', field)
    await field.fill('finding old messages\nlooking up what was said')
    await expectText(queue, /in your words/)
    await page.keyboard.press('Control+Enter')
    await expectText(queue, /All decided/)
    await queue.getByText(/^Accepted 1/).click()
    await expectText(queue, /looking up what was said/)
    await queue.getByRole('button', { name: 'search_messages' }).click()
    const written = page.getByRole('region', { name: 'Accepted proposals' })
    await expectText(written, /by ollama:writer[^]*accepted in your words/)
    await written.getByRole('button', { name: 'Take back' }).click()
    await written.waitFor({ state: 'hidden' })
    await expectText(queue, /1 proposal to review/)
  })

  it('that would harm are stopped by the gate, and left out where a rule accepts the rest', async () => {
    const page = await openWithProposals()
    const queue = queueOf(page)
    await queue.getByRole('button', { name: /^Measure [23]/ }).click()
    await expectText(queue, /1 would harm/)
    await queue.getByLabel('What the gate says').selectOption('harms')
    await expectText(queue, /create_event/)
    await expectText(queue, /find “\w+” before this tool|finds “\w+” rather than this tool/)
    await queue.getByRole('button', { name: 'Accept by rule …' }).click()
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
    await expectText(queue, /1 proposal to review: 1 would harm[^]*Accepted 2/)
    await queue.getByRole('button', { name: /Undo the last/ }).click()
    await expectText(queue, /3 proposals to review[^]*Accepted 0/)
  })
})
