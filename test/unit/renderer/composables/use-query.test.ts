// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, shallowRef } from 'vue'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { useQuery, type Query } from '../../../../src-renderer/composables/useQuery'
import { useSettings } from '../../../../src-renderer/composables/useSettings'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { provided, settle, withBridge } from '../in-app'
import { standardWorks } from '../../../fakes/bridge-answers'

const dir = '/home/ada/Pegboard/demo'

const documentOf = (text: string): ActionAnswer<'catalog.document'> => ({
  text,
  sections: [],
  passedOver: [],
  otherParts: [],
  notices: [],
  tokens: 1,
  terms: [],
})

/** Tool documents that are answered when they are told to, with the text given. */
function heldDocuments() {
  const requests: { id: string; signal?: AbortSignal; give: (text: string) => void }[] = []
  const answers: Answers = {
    'catalog.document': ({ id }, { signal }) =>
      new Promise((resolve) =>
        requests.push({ id, signal, give: (text) => resolve(documentOf(text)) }),
      ),
  }
  return { requests, answers }
}

/** A window whose workspace is open; gives what `setup` gives. */
async function inWindow<Result>(answers: Answers, setup: () => Result) {
  const bridge = fakeBridge(answers)
  const { result, unmount } = withBridge(bridge, () => ({
    ...setup(),
    start: useWorkspace().start,
  }))
  await result.start()
  await settle()
  return { bridge, unmount, ...result }
}

const inputOf = (id: string) => ({ dir, id: id as ToolId })

/** A window that shows the document of one tool or another. */
async function documents(keepPrevious = false) {
  const held = heldDocuments()
  const tool = shallowRef<string | undefined>('a')
  const window = await inWindow(held.answers, () =>
    useQuery('catalog.document', () => (tool.value ? inputOf(tool.value) : undefined), {
      keepPrevious,
    }),
  )
  const text = () => window.data.value?.text
  const answer = async (at: number, given: string): Promise<void> => {
    held.requests[at]?.give(given)
    await settle()
  }
  return { ...window, requests: held.requests, tool, text, answer }
}

test('without an input nothing is requested, and nothing is there', async () => {
  const { tool, requests, text, answer, loading } = await documents()
  await answer(0, 'A')
  tool.value = undefined
  await settle()
  expect(text()).toBeUndefined()
  expect(loading.value).toBe(false)
  expect(requests).toHaveLength(1)
})

test('two components that read the same share one request', async () => {
  const { requests, answers } = heldDocuments()
  const { first, second } = await inWindow(answers, () => ({
    first: useQuery('catalog.document', inputOf('a')),
    second: useQuery('catalog.document', () => inputOf('a')),
  }))
  expect(requests).toHaveLength(1)
  requests[0]?.give('A')
  await settle()
  expect(first.data.value?.text).toBe('A')
  expect(second.data.value).toBe(first.data.value)
})

test('an answer that is known is there at once when it is read again', async () => {
  const { tool, requests, text, answer } = await documents()
  await answer(0, 'A')
  tool.value = 'b'
  await settle()
  await answer(1, 'B')
  tool.value = 'a'
  await nextTick()
  expect(text()).toBe('A')
  expect(requests).toHaveLength(2)
})

test('a new input never shows the answer to the one before', async () => {
  const { tool, text, loading, answer } = await documents()
  await answer(0, 'A')
  tool.value = 'b'
  expect(text()).toBeUndefined()
  expect(loading.value).toBe(true)
  await nextTick()
  expect(text()).toBeUndefined()
})

test('a list can keep the answer before until the next is there', async () => {
  const { tool, text, loading, answer } = await documents(true)
  await answer(0, 'A')
  expect(text()).toBe('A')
  tool.value = 'b'
  await settle()
  expect([text(), loading.value]).toEqual(['A', true])
  await answer(1, 'B')
  expect([text(), loading.value]).toEqual(['B', false])
})

test.each([true, false])(
  'a late answer to an older input is dropped (keepPrevious: %s)',
  async (keepPrevious) => {
    const { tool, requests, text, answer } = await documents(keepPrevious)
    tool.value = 'b'
    await settle()
    expect(requests[0]?.signal?.aborted).toBe(true)
    await answer(0, 'A')
    expect(text()).toBeUndefined()
    await answer(1, 'B')
    await answer(0, 'A')
    expect(text()).toBe('B')
  },
)

test('a new revision is requested, and the old answer stays until the new one is there', async () => {
  const { bridge, requests, text, answer, loading } = await documents()
  await answer(0, 'A')
  expect(text()).toBe('A')
  bridge.change({ dir, revision: 9 })
  await settle()
  expect(requests).toHaveLength(2)
  expect([text(), loading.value]).toEqual(['A', true])
  await answer(1, 'A, edited')
  expect([text(), loading.value]).toEqual(['A, edited', false])
})

test('a late answer to an older revision is dropped', async () => {
  const { bridge, requests, text, answer } = await documents()
  bridge.change({ dir, revision: 9 })
  await settle()
  expect(requests[0]?.signal?.aborted).toBe(true)
  await answer(1, 'new')
  await answer(0, 'old')
  expect(text()).toBe('new')
})

test('a newcomer is not shown the answer to an older revision', async () => {
  const { bridge, tool, text, answer } = await documents()
  await answer(0, 'A')
  tool.value = 'b'
  await settle()
  bridge.change({ dir, revision: 9 })
  tool.value = 'a'
  await settle()
  expect(text()).toBeUndefined()
  await answer(2, 'A, edited')
  expect(text()).toBe('A, edited')
})

test('an action without a workspace is requested once, whatever the revision', async () => {
  const { bridge, data } = await inWindow({}, () => useQuery('recipes.list', {}))
  bridge.change({ dir, revision: 9 })
  await settle()
  expect(bridge.inputsOf('recipes.list')).toHaveLength(1)
  expect(data.value).toHaveLength(3)
})

test('a workspace that is not on show is not read', async () => {
  const { bridge, loading } = await inWindow({}, () =>
    useQuery('catalog.facets', { dir: '/another' }),
  )
  expect(bridge.inputsOf('catalog.facets')).toEqual([])
  expect(loading.value).toBe(false)
})

test('a workspace made again in the folder of a deleted one is another one', async () => {
  let createdAt = '2026-11-02T08:00:00Z'
  const { bridge, start } = await inWindow(
    {
      'workspace.first': () => ({
        dir,
        name: 'Demo',
        createdAt,
        revision: 1,
        commit: 'c',
        tools: 1,
        goldenSets: 0,
        bundles: 0,
        runs: 0,
        worksWith: standardWorks,
      }),
    },
    () => useQuery('catalog.facets', { dir }),
  )
  createdAt = '2026-11-03T08:00:00Z'
  await start()
  await settle()
  expect(bridge.inputsOf('catalog.facets')).toHaveLength(2)
})

test('an error is told beside the last good answer, and reloading helps', async () => {
  let fails = false
  const { bridge, data, problem, reload } = await inWindow(
    {
      'golden.list': () => (fails ? failure({ code: 'storage', message: 'Disk full.' }) : []),
    },
    () => useQuery('golden.list', { dir }),
  )
  fails = true
  bridge.change({ dir, revision: 9 })
  await settle()
  expect(problem.value?.message).toBe('Disk full.')
  expect(data.value).toEqual([])
  fails = false
  await reload()
  expect(problem.value).toBeUndefined()
})

test('an error is not kept for the next who reads the same', async () => {
  let fails = true
  const tool = shallowRef('a')
  const { data, problem } = await inWindow(
    {
      'catalog.document': ({ id }) =>
        fails ? failure({ code: 'storage', message: 'Disk full.' }) : documentOf(id),
    },
    () => useQuery('catalog.document', () => inputOf(tool.value)),
  )
  expect(problem.value?.message).toBe('Disk full.')
  tool.value = 'b'
  await settle()
  fails = false
  tool.value = 'a'
  await settle()
  expect(problem.value).toBeUndefined()
  expect(data.value?.text).toBe('a')
})

test('a reload that is overtaken ends when the newer request is answered', async () => {
  const { bridge, reload, requests, text, answer } = await documents()
  await answer(0, 'A')
  let done = false
  const reloading = reload().then(() => (done = true))
  bridge.change({ dir, revision: 9 })
  await settle()
  expect([requests.length, done]).toEqual([3, false])
  await answer(2, 'new')
  await reloading
  expect(text()).toBe('new')
})

test('what nobody reads any more is cancelled', async () => {
  const { requests, unmount } = await documents()
  unmount()
  expect(requests[0]?.signal?.aborted).toBe(true)
})

/** A view that is kept alive, and can be put out of sight. */
async function keptAlive(answers: Answers, read: () => Query<unknown>) {
  const bridge = fakeBridge(answers)
  const shown = shallowRef(true)
  let query: Query<unknown> | undefined
  const view = defineComponent({
    setup() {
      query = read()
      return () => null
    },
  })
  const frame = defineComponent({
    setup() {
      void useWorkspace().start()
      return () => h(KeepAlive, () => (shown.value ? h(view) : undefined))
    },
  })
  mount(frame, { global: provided(bridge) })
  await settle(10)
  if (!query) throw new Error('The view was not set up.')
  return { bridge, shown, query }
}

test('a view out of sight reads nothing until it is back', async () => {
  const { bridge, shown, query } = await keptAlive({}, () => useQuery('catalog.facets', { dir }))
  const before = query.data.value
  shown.value = false
  await settle()
  bridge.change({ dir, revision: 9 })
  await settle()
  expect(bridge.inputsOf('catalog.facets')).toHaveLength(1)
  expect(query.data.value).toBe(before)
  shown.value = true
  await settle()
  expect(bridge.inputsOf('catalog.facets')).toHaveLength(2)
})

test('what changes without a revision is requested whenever it comes on show', async () => {
  const { bridge, shown } = await keptAlive({}, () => useQuery('models.list', {}))
  shown.value = false
  await settle()
  shown.value = true
  await settle()
  expect(bridge.inputsOf('models.list')).toHaveLength(2)
})

test('what the app says is another by now is requested again while it is on show', async () => {
  const { bridge } = await inWindow({}, () => useQuery('catalog.facets', { dir }))
  bridge.outdate({ action: 'catalog.facets', dir: '/another' })
  bridge.outdate({ action: 'catalog.facets', dir })
  await settle()
  expect(bridge.inputsOf('catalog.facets')).toHaveLength(2)
})

test('reloading out of sight counts when the view is back', async () => {
  const { bridge, shown, query } = await keptAlive({}, () => useQuery('recipes.list', {}))
  shown.value = false
  await settle()
  await query.reload()
  expect(bridge.inputsOf('recipes.list')).toHaveLength(1)
  shown.value = true
  await settle()
  expect(bridge.inputsOf('recipes.list')).toHaveLength(2)
})

test('another model in the settings is asked anew, and what was on its way of the one before is dropped', async () => {
  const held = heldDocuments()
  const { data, write, read } = await inWindow(held.answers, () => ({
    ...useQuery('catalog.document', inputOf('a')),
    ...useSettings(),
  }))
  await read()
  await settle()
  const first = held.requests.at(-1)
  await write({ embedder: 'ollama:other' })
  await settle()
  expect(first?.signal?.aborted).toBe(true)
  first?.give('by the first')
  held.requests.at(-1)?.give('by the other')
  await settle()
  expect(data.value?.text).toBe('by the other')
  const count = held.requests.length
  await write({ theme: 'dark' })
  await settle()
  expect(held.requests).toHaveLength(count)
})
