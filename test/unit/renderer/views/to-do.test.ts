// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watch } from 'vue'
import type { FindingRow } from '../../../../src-main/contract/lint'
import type {
  QueueListAnswer,
  ToDoBasis,
  ToDoItem,
  ToDoRow,
} from '../../../../src-main/contract/to-do'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import ImproveView from '../../../../src-renderer/views/improve/ImproveView.vue'
import { fakeBridge } from '../../../fakes/bridge'
import type { Answers } from '../../../fakes/bridge-script'
import { id } from '../../../fakes/catalog-tool'
import { proposalAnswers, proposalRow } from '../../../fakes/proposal-answers'
import { fakeProposal, reviewAnswers } from '../../../fakes/review-answers'
import { queueAnswer } from '../../../fakes/queue-answers'
import { changesKept } from '../../../fakes/undo-answers'
import { sampleRun } from '../evaluation/sample-runs'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/improve'
})

const ROWS: ToDoRow[] = [
  {
    tool: id('mail/send_email'),
    name: 'send_email',
    server: 'mail',
    asked: 7,
    counts: { missed: 6, text: 2 },
  },
  {
    tool: id('maps/route_between'),
    name: 'route_between',
    server: 'maps',
    counts: { finding: 1 },
    finding: { severity: 'warning', title: 'Short text' },
  },
]

const LISTED = {
  total: ROWS.length,
  rows: ROWS,
  all: ROWS.length,
  counts: { missed: 1, finding: 1, text: 1, edge: 0, changed: 0, served: 0 },
}

async function improve(answer: Partial<QueueListAnswer> = {}) {
  const bridge = fakeBridge({
    'queue.list': ({ kinds }) => {
      const rows = ROWS.filter(({ counts }) => kinds?.some((kind) => kind in counts) ?? true)
      return queueAnswer({ ...LISTED, total: rows.length, rows, ...answer })
    },
  })
  const wrapper = await mountInApp(bridge, ImproveView)
  await settle(10)
  return { bridge, wrapper }
}

test('what asks for a decision is listed first, with what misses it', async () => {
  const { wrapper } = await improve({
    basis: {
      run: 'r',
      recipe: 'Hybrid',
      goldenSet: 'dev',
      queries: 120,
      k: 5,
      measuredAt: '2026-11-02T08:00:00Z',
    },
  })
  expect(wrapper.get('[role=tab][data-state=active]').text()).toMatch(/^To do\s*2$/)
  expect(wrapper.text()).toContain('2 tools ask for a decision.')
  expect(wrapper.text()).toContain(
    'Missed by Hybrid at k = 5 on “dev”, 120 queries, measured on 2026-11-02.',
  )
  const rows = wrapper.findAll('[aria-label="To do"] [role=rowgroup] [role=row]')
  expect(rows.map((row) => row.text())).toEqual([
    expect.stringMatching(/send_email.*6 of 7.*2/),
    expect.stringMatching(/route_between.*1.*Short text/),
  ])
})

test('what is not measured is said, and leads to where it is', async () => {
  const { wrapper } = await improve()
  expect(wrapper.text()).toContain('What queries miss is not known yet')
  const link = wrapper.findAll('button').find((button) => button.text() === 'measure it')
  await link?.trigger('click')
  expect(wrapper.navigation.section.value).toBe('evaluation')
})

/** The list on a run measured before one edit, until it is measured again. */
async function edited(outdated: Partial<NonNullable<ToDoBasis['outdated']>>) {
  let run = 'old'
  const bridge = fakeBridge({
    'queue.list': () => ({
      ...queueAnswer(LISTED),
      basis: {
        run,
        recipe: 'Hybrid',
        goldenSet: 'dev',
        queries: 120,
        k: 5,
        measuredAt: '2026-11-02T08:00:00Z',
        ...(run === 'old' && {
          outdated: {
            parts: [{ of: 'catalog', edits: 3 }],
            againMs: 12_000,
            byItself: false,
            ...outdated,
          },
        }),
      },
    }),
    'evaluation.measureAgain': () => {
      run = 'new'
      return { runs: [sampleRun({ id: run })], reused: [], failed: [] }
    },
  })
  const wrapper = await mountInApp(bridge, ImproveView)
  await settle(20)
  const again = () => wrapper.findAll('button').find((each) => /Measure again/.test(each.text()))
  return { bridge, wrapper, again }
}

test('an order from before an edit says so, and is measured again when asked', async () => {
  const { bridge, wrapper, again } = await edited({})
  expect(wrapper.text()).toContain('Order from Hybrid: measured before 3 edits.')
  expect(again()?.text()).toBe('Measure again (12 s)')
  expect(bridge.inputsOf('evaluation.measureAgain')).toEqual([])
  await again()?.trigger('click')
  await settle(10)
  expect(bridge.inputsOf('evaluation.measureAgain')).toMatchObject([{ runs: ['old'] }])
  bridge.change({ dir: bridge.inputsOf('queue.list')[0]?.dir ?? '', revision: 99 })
  await settle(20)
  expect(wrapper.text()).not.toContain('Order from')
  expect(again()).toBeUndefined()
})

test('an order that may be measured again by itself is, once', async () => {
  const { bridge, wrapper } = await edited({ byItself: true, againMs: 900 })
  expect(bridge.inputsOf('evaluation.measureAgain')).toMatchObject([{ runs: ['old'] }])
  bridge.change({ dir: bridge.inputsOf('queue.list')[0]?.dir ?? '', revision: 99 })
  await settle(20)
  expect(wrapper.text()).not.toContain('Order from')
  expect(bridge.inputsOf('evaluation.measureAgain')).toHaveLength(1)
})

const PROPOSAL = fakeProposal('mail/send_email')
const EDGE = proposalRow('mail/send_email', 'log_in', 0.9)
const FINDING: FindingRow = {
  rule: 'short-text',
  severity: 'warning',
  tool: id('mail/send_email'),
  mark: 'm',
  where: 'description',
  what: 'It is short.',
  fix: 'Write more.',
}
const query = (text: string, place?: number) => ({
  id: text,
  text,
  kept: 10,
  ...(place !== undefined && { place }),
})

/** The first tool of the list, with these things to decide until each is decided. */
async function deciding(items: ToDoItem[], answers: Answers = {}) {
  const left = [...items]
  const changes = changesKept()
  const take = (kind: ToDoItem['kind']) => {
    const at = left.findIndex((item) => item.kind === kind)
    const [taken] = left.splice(at, 1)
    return changes.note(
      () => left.splice(at, 0, taken as ToDoItem),
      () => left.splice(at, 1),
    )
  }
  const bridge = fakeBridge({
    ...reviewAnswers([PROPOSAL]),
    ...proposalAnswers([EDGE]),
    ...changes.answers,
    'queue.list': () => queueAnswer(LISTED),
    'queue.tool': ({ tool }) => ({
      tool: id(tool),
      name: tool,
      items: tool === 'mail/send_email' ? [...left] : [],
      leftOut: 0,
    }),
    'review.decide': () => ({ ...take('text'), decided: 1, passedOver: {} }),
    'proposals.decide': () => ({ ...take('edge'), decided: 1, passedOver: {} }),
    'lint.setAside': () => ({ ...take('finding'), setAside: 1, passedOver: 0 }),
    'sources.seen': () => take('changed'),
    ...answers,
  })
  const said: (string | undefined)[] = []
  const wrapper = await mountInApp(bridge, ImproveView, () => {
    const { status } = useStatus()
    watch(status, (now) => said.push(now?.text))
  })
  await settle(10)
  const press = async (key: string) => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settle(20)
  }
  await wrapper.get('[role=grid][aria-label="To do"]').trigger('keydown', { key: 'ArrowDown' })
  await settle(20)
  const pane = () => wrapper.get('[aria-label="To decide"]').text()
  const reason = async (text: string) => {
    const field = wrapper.get<HTMLInputElement>('.rejecting input')
    await field.setValue(text)
    await field.trigger('keydown', { key: 'Enter' })
    await settle(20)
  }
  return { bridge, wrapper, said, press, pane, reason }
}

const MISSED: ToDoItem = {
  kind: 'missed',
  asked: 7,
  missed: 2,
  queries: [query('Tell Anna', 14), query('Post it')],
}

test('what is missed is shown with its place, and E opens the texts of the tool', async () => {
  const { pane, press, bridge, wrapper } = await deciding([MISSED])
  expect(pane()).toMatch(/Missed by 2 of 7 golden queries[^]*#14[^]*Tell Anna[^]*past #10/)
  await press('e')
  expect(bridge.inputsOf('catalog.tool')).toMatchObject([{ id: 'mail/send_email' }])
  expect(wrapper.find('[aria-label="To decide"]').exists()).toBe(false)
  await press('Escape')
  expect(pane()).toContain('Tell Anna')
})

test('A accepts and S skips what is proposed, of any kind, and the next thing is looked at', async () => {
  const text: ToDoItem = { kind: 'text', proposal: PROPOSAL.row }
  const edge: ToDoItem = { kind: 'edge', proposal: EDGE }
  const { pane, press, bridge, said } = await deciding([text, edge, MISSED])
  expect(pane()).toContain('New?')
  await press('a')
  expect(bridge.inputsOf('review.decide')).toMatchObject([
    { chosen: { ids: ['mail/send_email'], seenAs: 'open' }, verdict: 'accepted' },
  ])
  expect(pane()).toContain('log_in')
  await press('s')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([
    { chosen: { pairs: [{ on: 'log_in' }], seenAs: 'open' }, verdict: 'skipped' },
  ])
  expect(pane()).toContain('Missed by 2 of 7')
  await press('u')
  expect(said.at(-1)).toContain('Undone: Skipped 1 proposed edge')
  await press('u')
  expect(said.at(-1)).toContain('Undone: Accepted 1 proposed text')
  expect(pane()).toContain('New?')
})

test('what a source changed is shown word by word, with the queries it broke, until somebody has looked', async () => {
  const changed: ToDoItem = {
    kind: 'changed',
    source: 'mail server',
    change: {
      tool: id('mail/send_email'),
      at: '2026-11-24T08:00:00Z',
      fields: [{ field: 'description', before: 'Sends a mail.', after: 'Sends a letter.' }],
      broken: [{ id: 'q1', text: 'Mail Anna' }],
    },
  }
  const { press, bridge, pane, said, wrapper } = await deciding([changed, MISSED])
  expect(pane()).toContain(
    'mail server changed description on 2026-11-24; no longer given to 1 query.',
  )
  expect(wrapper.get('[aria-label="To decide"] del').text()).toBe('mail')
  expect(pane()).toContain('Mail Anna')
  await press('x')
  expect(said.at(-1)).toContain('undo its refresh')
  await press('a')
  expect(bridge.inputsOf('sources.seen')).toMatchObject([{ tools: ['mail/send_email'] }])
  expect(pane()).toContain('Missed by 2 of 7')
})

test('what a feature found says what it is made of, and leads to the texts', async () => {
  const breaks: ToDoItem = {
    kind: 'feature',
    by: 'breaks',
    title: 'As tools change',
    text: 'lost in 7 of 28 answers once tools change, most by: merged',
    lines: ['Merged with another: 4', 'Copied next to it: 3'],
    basis: 'Hybrid on “dev”, measured on 2026-11-24.',
    how: 'Measure again: pegboard robustness.',
  }
  const { pane, press, said } = await deciding([breaks])
  expect(pane()).toContain(
    'As tools change: lost in 7 of 28 answers once tools change, most by: merged',
  )
  expect(pane()).toContain('Copied next to it: 3')
  expect(pane()).toContain('Hybrid on “dev”, measured on 2026-11-24.')
  await press('x')
  expect(said.at(-1)).toContain('What was measured cannot be rejected')
})

test('X asks why: a finding is not dismissed without a reason, a proposal may be', async () => {
  const finding: ToDoItem = { kind: 'finding', title: 'Short text', finding: FINDING }
  const edge: ToDoItem = { kind: 'edge', proposal: EDGE }
  const { press, bridge, reason, pane } = await deciding([finding, edge])
  await press('x')
  await reason(' ')
  expect(bridge.inputsOf('lint.setAside')).toEqual([])
  await reason('It is meant so.')
  expect(bridge.inputsOf('lint.setAside')).toMatchObject([{ reason: 'It is meant so.' }])
  expect(pane()).toContain('log_in')
  await press('x')
  await reason('')
  expect(bridge.inputsOf('proposals.decide')).toMatchObject([{ verdict: 'rejected' }])
})

test('letters that do nothing here say so, and S goes on to the next tool', async () => {
  const { press, said, wrapper } = await deciding([MISSED])
  await press('a')
  expect(said.at(-1)).toContain('nothing to accept')
  await press('x')
  expect(said.at(-1)).toContain('cannot be rejected')
  await press('u')
  expect(said.at(-1)).toContain('Nothing was changed here yet')
  await press('s')
  expect(wrapper.get('[aria-label="To decide"] h2').text()).toContain('route_between')
})

test('where the filters show nothing of a tool, that is said, and S goes on', async () => {
  const { pane, press, wrapper } = await deciding([MISSED], {
    'queue.tool': ({ tool }) => ({ tool: id(tool), name: tool, items: [], leftOut: 2 }),
  })
  expect(pane()).toContain('The filters show nothing of this tool.')
  await press('s')
  expect(wrapper.get('[aria-label="To decide"] h2').text()).toContain('route_between')
})

test('what sources changed is counted again, and of too much the first is noted', async () => {
  const { bridge, wrapper } = await deciding([MISSED], {
    'queue.list': () =>
      queueAnswer({ ...LISTED, shown: { ...queueAnswer().shown, changed: 12_000 } }),
    'queue.things': ({ limit = 0 }) => ({
      total: 12_000,
      texts: [],
      edges: [],
      findings: [],
      changed: Array.from({ length: limit }, (_, at) => id(`tool ${at}`)),
    }),
  })
  const menu = wrapper.findAll('button').find((one) => one.text().includes('All at once'))
  await menu?.trigger('pointerdown', { button: 0 })
  await menu?.trigger('click')
  await settle(10)
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  items.find(({ textContent }) => textContent.includes('I have looked at'))?.click()
  await settle(30)
  expect(bridge.inputsOf('sources.seen')).toEqual([])
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain('Have you looked at 10,000 changed tools?')
  expect(dialog?.textContent).toContain('The first 10,000 of 12,000')
  dialog?.querySelector<HTMLElement>('[type=submit]')?.click()
  await settle(30)
  expect(bridge.inputsOf('sources.seen')[0]?.tools).toHaveLength(10_000)
})

test('nothing to do is said so', async () => {
  const { wrapper } = await improve({ rows: [], total: 0, all: 0 })
  expect(wrapper.text()).toContain('Nothing to decide')
})

test('what a feature could not look for is said above the list of the rest', async () => {
  const problem = { code: 'unreadable' as const, message: 'It is damaged.', fix: 'Measure again.' }
  const { wrapper } = await improve({ failed: [{ title: 'As tools change', problem }] })
  expect(wrapper.get('[role=alert]').text()).toContain(
    '“As tools change” could not be looked for: It is damaged.',
  )
  expect(wrapper.get('[role=grid]').text()).toContain('send_email')
})
