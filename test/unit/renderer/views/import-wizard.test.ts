// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { useImportDialog } from '../../../../src-renderer/composables/useImportDialog'
import ImportWizard from '../../../../src-renderer/views/import/ImportWizard.vue'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
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

async function wizard(answers: Answers = {}, kind: 'catalog' | 'golden-set' = 'catalog') {
  const bridge = fakeBridge({ ...commit, ...answers })
  await mountInApp(bridge, ImportWizard, () => useImportDialog().openImport(kind))
  return bridge
}

async function read(path: string): Promise<void> {
  const input = dialog().querySelector<HTMLInputElement>('form input')
  if (!input) throw new Error('There is no field for a path.')
  input.value = path
  input.dispatchEvent(new Event('input'))
  await settle()
  input.form?.dispatchEvent(new Event('submit'))
  await settle(20)
}

const commit: Answers = {
  'import.commit': () => ({
    format: 'mcp',
    change: { added: ['a/b' as never], changed: [], removed: [], unchanged: 3 },
    clashes: { recognised: [], beside: [], layers: [], layersAdded: 0 },
    goldenSets: [{ name: 'test', queries: 120, replaces: false }],
    bundles: 0,
    report: [],
    workspace: {} as never,
  }),
}

test('nothing is written before the preview has been seen and agreed to', async () => {
  const bridge = await wizard()
  await read('/data/tools.json')
  expect(dialog().textContent).toContain('180')
  expect(bridge.inputsOf('import.commit')).toEqual([])
  await click('Import 214 tools')
  expect(bridge.inputsOf('import.commit')).toMatchObject([
    { path: '/data/tools.json', revision: 4, removeMissing: false },
  ])
  expect(dialog().textContent).toContain('1 tool added, 0 changed, 3 unchanged')
})

test('another format than the one detected is previewed again', async () => {
  const bridge = await wizard()
  await read('/data/tools.json')
  const format = dialog().querySelector('select')
  if (!format) throw new Error('There is no choice of formats.')
  format.value = 'openai'
  format.dispatchEvent(new Event('change'))
  await settle(20)
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({ format: 'openai' })
})

test('a table shows its columns, and mapping one previews again', async () => {
  const bridge = await wizard()
  await read('/data/tools.csv')
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({ mapping: { name: 'tool' } })
  const description = dialog().querySelectorAll('section select')[1] as HTMLSelectElement
  description.value = 'text'
  description.dispatchEvent(new Event('change'))
  await settle(20)
  expect(bridge.inputsOf('import.preview').at(-1)).toMatchObject({
    mapping: { name: 'tool', description: 'text' },
  })
})

test('files that cannot be read say why, and nothing can be imported', async () => {
  await wizard({
    'import.preview': () =>
      failure({ code: 'unreadable', message: 'Line 3, column 7: a comma is missing.' }),
  })
  await read('/data/broken.json')
  expect(dialog().querySelector('[role=alert]')?.textContent).toContain('Line 3, column 7')
  expect(button('Import').disabled).toBe(true)
})

test('when the workspace has moved on, trying again looks again', async () => {
  const bridge = await wizard({
    'import.commit': () => failure({ code: 'conflict', message: 'The catalog has changed since.' }),
  })
  await read('/data/tools.json')
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
      }),
    },
    'golden-set',
  )
  await read('/data/queries.csv')
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
      candidates: [],
      tools: 5,
      sample: [],
      change: { added: ['search#2' as never], changed: [], removed: [], unchanged: 0 },
      clashes: {
        recognised: [{ id: 'write' as never, as: 'notes/write' as never }],
        beside: [{ id: 'search' as never, as: 'search#2' as never }],
        layers: [{ id: 'write' as never, fields: ['note for colleagues'] }],
        layersAdded: 1,
      },
      goldenSets: [{ name: 'test-2', queries: 120, replaces: false, renamedFrom: 'test' }],
      bundles: 0,
      report: [],
      revision: 4,
    }),
  })
  await read('/data/tools.json')
  expect(dialog().textContent).toContain('1 tool here with or without a server are the same')
  for (const [label, value] of [
    ['1 tool with the name of another one here', 'replace'],
    ['1 golden set with the name of another one here', 'replace'],
    ['1 author’s layer that says something else here', 'replace'],
  ] as const) {
    const id = [...dialog().querySelectorAll('label')].find((one) =>
      one.textContent?.includes(label),
    )?.htmlFor
    const select = dialog().querySelector<HTMLSelectElement>(`select[id="${id}"]`)
    if (!select) throw new Error(`There is no choice “${label}”.`)
    select.value = value
    select.dispatchEvent(new Event('change'))
    await settle(20)
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
      candidates: [],
      tools: 1,
      sample: [],
      change: { added: ['search' as never], changed: [], removed: [], unchanged: 0 },
      clashes: { recognised: [], beside: [], layers: [], layersAdded: 0 },
      goldenSets: [{ name: 'test', queries: 120, replaces: false }],
      bundles: 0,
      report: [],
      revision: 4,
    }),
  })
  await read('/data/tools.json')
  expect(dialog().textContent).not.toContain('with the name of another one here')
})
