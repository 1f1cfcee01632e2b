// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { ToolChange } from '../../../../src-main/domain/catalog/import'
import {
  useEditHistory,
  type EditHistory,
} from '../../../../src-renderer/composables/useEditHistory'
import {
  useImportDialog,
  type ImportKind,
} from '../../../../src-renderer/composables/useImportDialog'
import ImportWizard from '../../../../src-renderer/views/import/ImportWizard.vue'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { historyAnswers } from '../../../fakes/history-answers'
import { accountOf, importAnswers, noClashes } from '../../../fakes/import-answers'
import { undone } from '../../../fakes/undo-answers'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)

const dialog = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role=dialog]')
  if (!found) throw new Error('The wizard is not shown.')
  return found
}

const button = (start: string): HTMLButtonElement => {
  const found = [...dialog().querySelectorAll('button')].find((one) =>
    one.textContent?.trim().startsWith(start),
  )
  if (!found) throw new Error(`There is no button ${start}.`)
  return found
}

async function click(start: string): Promise<void> {
  button(start).click()
  await settle(10)
}

async function wizard(answers: Answers = {}, kind: ImportKind = 'catalog') {
  const bridge = fakeBridge({ ...commit, ...answers })
  await mountInApp(bridge, ImportWizard, () => useImportDialog().openImport(kind))
  return bridge
}

/** Chooses a file, which is handed in to the app. */
async function read(name: string): Promise<void> {
  const input = dialog().querySelector<HTMLInputElement>('input[aria-label="Files to import"]')
  if (!input) throw new Error('There is no choice of files.')
  Object.defineProperty(input, 'files', { value: [new File(['[]'], name)], configurable: true })
  input.dispatchEvent(new Event('change'))
  // A file is read by the browser, which takes its time on a busy machine.
  for (let turn = 0; turn < 100 && input.isConnected; turn++) await settle(10)
  await settle(30)
}

async function pick(label: string, value: string): Promise<void> {
  const id = [...dialog().querySelectorAll('label')].find((one) =>
    one.textContent?.includes(label),
  )?.htmlFor
  const select = dialog().querySelector<HTMLSelectElement>(`select[id="${id}"]`)
  if (!select) throw new Error(`There is no choice “${label}”.`)
  select.value = value
  select.dispatchEvent(new Event('change'))
  await settle(20)
}

async function showTab(start: string): Promise<void> {
  const tab = [...dialog().querySelectorAll('[role=tab]')].find((one) =>
    one.textContent?.trim().startsWith(start),
  )
  tab?.dispatchEvent(new MouseEvent('mousedown', { button: 0, bubbles: true }))
  await settle(20)
}

const none = { total: 0, first: [] }

const one = (id: string, more: Partial<ToolChange> = {}) => ({
  total: 1,
  first: [{ id: id as never, description: 'Does it.', fields: [], ...more }],
})

const commit: Answers = {
  'files.begin': () => ({ folder: '/handed-in' }),
  'files.append': ({ path }) => ({ path: `/handed-in/${path}` }),
  'import.commit': () => ({
    format: 'mcp',
    account: accountOf(4),
    change: { added: one('a/b'), changed: none, removed: none, unchanged: 3 },
    clashes: noClashes,
    changes: 'import 2',
    goldenSets: [{ name: 'test', queries: 120, replaces: false }],
    bundles: 0,
    report: [],
    workspace: {} as never,
  }),
}

test('nothing is written before the preview has been seen and agreed to', async () => {
  const bridge = await wizard()
  await read('tools.json')
  expect(dialog().textContent).toContain('180')
  expect(bridge.inputsOf('import.commit')).toEqual([])
  await click('Import 214 tools')
  expect(bridge.inputsOf('import.commit')).toMatchObject([
    { path: '/handed-in/tools.json', base: 'commit 4', removeMissing: false },
  ])
  expect(dialog().textContent).toContain('1 tool added, 0 changed, 3 unchanged')
})

test('an import is a step that is undone by its name, in the workspace that it was written to', async () => {
  const written = commit['import.commit']?.({}, {}) as object
  const bridge = fakeBridge({
    ...commit,
    'import.commit': () => ({ ...written, workspace: { dir: '/made' }, undo: 'import 7' }) as never,
    'changes.undo': ({ change = '' }) => undone(change),
  })
  let history: EditHistory | undefined
  await mountInApp(bridge, ImportWizard, () => {
    useImportDialog().openImport('catalog')
    history = useEditHistory('/made')
  })
  await read('tools.json')
  await click('Import 214 tools')
  expect(history?.undoable.value).toMatchObject({ label: 'Imported tools.json' })
  await history?.undo()
  expect(bridge.inputsOf('changes.undo')).toEqual([{ dir: '/made', change: 'import 7' }])
})

test('another format than the one detected is previewed again', async () => {
  const bridge = await wizard()
  await read('tools.json')
  expect(dialog().textContent).toContain('Looks like MCP tools/list.')
  expect(dialog().textContent).not.toContain('%')
  await click('Not right?')
  const format = dialog().querySelector('select')
  if (!format) throw new Error('There is no choice of formats.')
  format.value = 'openai'
  format.dispatchEvent(new Event('change'))
  await settle(20)
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({ format: 'openai' })
})

test('what an import breaks is told once golden queries were asked, and where a model would be, only if allowed', async () => {
  const counts = { fixed: 0, broken: 0, better: 0, worse: 0, same: 3 }
  const effect = {
    goldenSet: 'demo',
    askedOf: 'Hybrid',
    k: 5,
    asked: 12,
    of: 40,
    degraded: [],
    own: { ...counts, broken: 2 },
    neighbours: counts,
    rows: [],
  }
  const bridge = await wizard({
    'import.effect': ({ mayAsk }) =>
      mayAsk ? { effect } : failure({ code: 'asks-model', message: 'It asks a model: 24 calls.' }),
  })
  await read('tools.json')
  await showTab('Broken queries')
  expect(dialog().textContent).toContain('It asks a model: 24 calls.')
  await click('Ask')
  expect(bridge.inputsOf('import.effect').at(-1)).toMatchObject({ mayAsk: true })
  expect(dialog().textContent).toMatch(/Broken queries\s*2/)
  expect(dialog().textContent).toMatch(/Effect on 12 golden queries\s+of “demo”, of 40, Hybrid/)
  expect(dialog().textContent).toContain('tools that change 0 fixed, 2 broken, 3 the same')
})

test('a preview that fails after another kind was chosen is not heard', async () => {
  const late = Promise.withResolvers<ReturnType<typeof failure>>()
  await wizard({
    'import.preview': () => late.promise,
    'golden.import': () => ({
      format: 'csv',
      base: 'base 1',
      goldenSets: [{ name: 'mine', queries: 3, replaces: false }],
      sample: [],
      report: [],
    }),
  })
  await read('queries.json')
  dialog().querySelector<HTMLInputElement>('input[value="golden-set"]')?.click()
  await settle(20)
  late.resolve(failure({ code: 'unreadable', message: 'This holds no tool.' }))
  await settle(20)
  expect(dialog().textContent).not.toContain('This holds no tool.')
  expect(button('Import').disabled).toBe(false)
})

test('a table shows its columns, and mapping one previews again', async () => {
  const bridge = await wizard()
  await read('tools.csv')
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({ mapping: { name: 'tool' } })
  await pick('Descriptions', 'text')
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({
    mapping: { name: 'tool', description: 'text' },
  })
})

test('files that cannot be read say why, and nothing can be imported', async () => {
  await wizard({
    'import.preview': () =>
      failure({ code: 'unreadable', message: 'Line 3, column 7: a comma is missing.' }),
  })
  await read('broken.json')
  expect(dialog().querySelector('[role=alert]')?.textContent).toContain('Line 3, column 7')
  expect(dialog().querySelector('.skeleton')).toBeNull()
  expect(button('Import').disabled).toBe(true)
})

test('when the workspace has moved on, trying again looks again', async () => {
  const bridge = await wizard({
    'import.commit': () => failure({ code: 'conflict', message: 'The catalog has changed since.' }),
  })
  await read('tools.json')
  await click('Import 214 tools')
  const before = bridge.inputsOf('import.preview').length
  await click('Try again')
  expect(bridge.inputsOf('import.preview').length).toBe(before + 1)
})

test('a golden set is looked at without writing and then imported under the name given', async () => {
  const bridge = await wizard(
    {
      'golden.import': ({ name }) => ({
        format: 'csv',
        goldenSets: [{ name: name ?? 'queries', queries: 12, replaces: false }],
        sample: [{ text: 'Mail Anna', tools: [] }],
        report: [],
        base: 'commit 4',
      }),
    },
    'golden-set',
  )
  await read('queries.csv')
  await click('Import 12 golden queries')
  expect(bridge.inputsOf('golden.import')).toMatchObject([
    { preview: true },
    { name: 'queries', replace: false },
  ])
})

test('what to do about things of the same name is asked, previewed again and sent along', async () => {
  const bridge = await wizard({
    'import.preview': () => ({
      format: 'mcp',
      account: accountOf(5),
      candidates: [],
      tools: 5,
      change: { added: one('search#2'), changed: none, removed: none, unchanged: 0 },
      clashes: {
        ...noClashes,
        recognised: one('write', { as: 'notes/write' as never }),
        beside: one('search', { as: 'search#2' as never }),
        layers: one('write', {
          fields: [{ field: 'note for colleagues', before: 'Ask Ben.', after: 'Ask Dana.' }],
        }),
        layersAdded: 1,
      },
      changes: 'import 1',
      goldenSets: [{ name: 'test-2', queries: 120, replaces: false, renamedFrom: 'test' }],
      bundles: 0,
      report: [],
      base: 'commit 4',
    }),
  })
  await read('tools.json')
  expect(dialog().textContent).toMatch(/Known here\s*1/)
  for (const [label, value] of [
    ['1 tool with the name of another one here', 'replace'],
    ['1 golden set with the name of another one here', 'replace'],
    ['1 tool of which the files say something else than you wrote here', 'replace'],
  ] as const) {
    await pick(label, value)
  }
  const clashes = { sameName: 'replace', goldenSets: 'replace', layers: 'replace' }
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({ clashes })
  await click('Import 5 tools')
  expect(bridge.inputsOf('import.commit')).toMatchObject([{ clashes }])
})

test('nothing is asked where nothing has the same name', async () => {
  await wizard({
    'import.preview': () => ({
      format: 'mcp',
      account: accountOf(1),
      candidates: [],
      tools: 1,
      change: { added: one('search'), changed: none, removed: none, unchanged: 0 },
      clashes: noClashes,
      changes: 'import 1',
      goldenSets: [{ name: 'test', queries: 120, replaces: false }],
      bundles: 0,
      report: [],
      base: 'commit 4',
    }),
  })
  await read('tools.json')
  expect(dialog().textContent).not.toContain('with the name of another one here')
})

test('what changes is shown word by word, and what is new page by page', async () => {
  const bridge = await wizard()
  await read('tools.json')
  const shown = dialog().querySelector('[role=tabpanel]:not([hidden])')
  expect(shown?.textContent).toContain('mail/send_email')
  expect([...dialog().querySelectorAll('del')].map((one) => one.textContent)).toEqual(['a person'])
  expect([...dialog().querySelectorAll('ins')].map((one) => one.textContent)).toEqual([
    'people',
    'mail',
  ])
  await showTab('New')
  expect(dialog().textContent).toContain('1 to 20 of 180')
  dialog().querySelector<HTMLButtonElement>('[aria-label="The next ones"]')?.click()
  await settle(20)
  expect(bridge.inputsOf('import.changes').at(-1)).toMatchObject({ kind: 'added', offset: 20 })
  expect(dialog().textContent).toContain('files/tool_39')
})

test('what was skipped is said once the import is done, with the reasons', async () => {
  const why = 'It has no name.'
  await wizard({
    'import.commit': async (input, options) => {
      const done = await commit['import.commit']?.(input, options)
      if (!done || !('report' in done)) throw new Error('There is no answer.')
      const skipped = { outcome: 'skipped' as const, where: 'tools.json: tool 12', why }
      return { ...done, report: [skipped, { ...skipped, entries: 4 }] }
    },
  })
  await read('tools.json')
  await click('Import 214 tools')
  expect(dialog().textContent).toContain('5 entries of the files were skipped.')
  expect(dialog().textContent).toContain('It has no name. (5)')
  expect(dialog().textContent).toContain('What is new')
})

test('a look for edges is offered where there are none, and leads to Improve', async () => {
  const bridge = fakeBridge({
    ...commit,
    'import.commit': async (input, options) => {
      const done = await commit['import.commit']?.(input, options)
      if (!done || !('report' in done)) throw new Error('There is no answer.')
      return { ...done, offersEdges: true as const }
    },
  })
  const { navigation } = await mountInApp(bridge, ImportWizard, () => {
    useImportDialog().openImport('catalog')
  })
  await read('tools.json')
  await click('Import 214 tools')
  expect(dialog().textContent).toContain('No tool here says which other tools it needs')
  await click('Look for edges')
  expect(navigation.section.value).toBe('improve')
})

test('no look for edges is offered where there are some', async () => {
  await wizard()
  await read('tools.json')
  await click('Import 214 tools')
  expect(dialog().textContent).not.toContain('Look for edges')
})

test('a table of golden queries has its columns mapped as well', async () => {
  const bridge = await wizard(
    {
      'golden.import': ({ mapping, preview }) =>
        mapping || !preview
          ? {
              format: 'csv',
              goldenSets: [{ name: 'asked', queries: 1, replaces: false }],
              sample: [{ text: 'Mail Anna', tools: [] }],
              report: [],
              base: 'commit 4',
            }
          : failure({ code: 'unreadable', message: 'asked.csv has no columns of queries.' }),
    },
    'golden-set',
  )
  await read('asked.csv')
  expect(dialog().querySelector('[role=alert]')?.textContent).toContain('no columns of queries')
  await pick('Queries', 'text')
  expect(dialog().querySelector('[role=alert]')).toBeNull()
  await click('Import 1 golden query')
  expect(bridge.inputsOf('golden.import').at(-1)).toMatchObject({
    mapping: { query: 'text', tools: 'tool' },
    base: 'commit 4',
  })
})

test('logged queries show what would be added, and are written as they were previewed', async () => {
  const bridge = await wizard(historyAnswers([]), 'history')
  expect(dialog().textContent).toContain('Drop logged queries here')
  await read('asked.json')
  expect(dialog().textContent).toMatch(/New\s*2/)
  expect(dialog().textContent).toContain('holds 2 logged queries of 1 tool, 2 a tool')
  expect(dialog().textContent).toContain('drop Dana a line')
  await click('Import 2 logged queries')
  expect(bridge.inputsOf('history.import')).toEqual([
    expect.objectContaining({ path: '/handed-in/asked.json', preview: true }),
    expect.objectContaining({ path: '/handed-in/asked.json', base: 'commit 4' }),
  ])
  expect(dialog().textContent).toMatch(/2 logged queries added[^]*1 there already/)
  expect(dialog().textContent).toContain('1 entry of the files was skipped.')
})

test('that most was left out is seen first, and on the button', async () => {
  const told = importAnswers['import.preview'] as () => object
  const account = {
    ...accountOf(1),
    files: { read: 1, all: 4 },
    tools: { read: 1, all: 4 },
    mostLeftOut: true,
  }
  const bridge = await wizard({ 'import.preview': () => ({ ...told(), account }) as never })
  await read('tools.json')
  const alert = dialog().querySelector('[role=alert]')
  expect(alert?.textContent).toContain('Most was left out: 1 of 4 files · 1 of 4 tools.')
  await click('Import 1 of 4 tools')
  expect(bridge.inputsOf('import.commit')).toMatchObject([{ partly: true }])
})
