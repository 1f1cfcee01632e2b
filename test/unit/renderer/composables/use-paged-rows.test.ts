// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { shallowRef } from 'vue'
import { usePagedRows } from '../../../../src-renderer/composables/usePagedRows'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import type { CatalogRow } from '../../../../src-main/contract/catalog'
import { failure, fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

const rowNamed = (name: string): CatalogRow => ({
  id: name as CatalogRow['id'],
  name,
  description: '',
  tags: [],
  visibility: 'public',
  parameters: 0,
  questions: 0,
  dependencies: 0,
  promptTokens: 0,
  edited: false,
})

/** A catalog of which each search finds tools of its own. */
async function paged() {
  const source = { total: 4076, fails: false, answers: Promise.resolve() }
  const search = shallowRef('a')
  const bridge = fakeBridge({
    'catalog.list': async ({ filter, offset = 0, limit = 0 }) => {
      await source.answers
      if (source.fails) return failure({ code: 'storage', message: 'Broken.' })
      const count = Math.max(0, Math.min(limit, source.total - offset))
      const rows = Array.from({ length: count }, (_, index) =>
        rowNamed(`${filter?.search}${offset + index}`),
      )
      return { total: source.total, rows }
    },
  })
  const { result } = withBridge(bridge, () => {
    const { current, start } = useWorkspace()
    const pages = usePagedRows('catalog.list', () =>
      current.value ? { dir: current.value.dir, filter: { search: search.value } } : undefined,
    )
    return { ...pages, start }
  })
  await result.start()
  await settle()
  const offsets = () => bridge.inputsOf('catalog.list').map(({ offset }) => offset)
  const name = (index: number) => result.rows.at(index)?.name
  return { ...result, bridge, search, source, offsets, name }
}

test('rows are fetched by the page they are in, once', async () => {
  const { rows, offsets, name } = await paged()
  rows.ensure(990, 1010)
  rows.ensure(995, 1015)
  await settle()
  expect(rows.total).toBe(4076)
  expect(name(1005)).toBe('a1005')
  expect(offsets()).toEqual([0, 900, 1000])
})

test('another input fetches what is in sight, and old rows stay, under their own input, until then', async () => {
  const { rows, shown, search, offsets, name } = await paged()
  rows.ensure(1000, 1020)
  await settle()
  search.value = 'b'
  expect(name(1010)).toBe('a1010')
  expect(shown.value?.input.filter?.search).toBe('a')
  await settle()
  expect(name(1010)).toBe('b1010')
  expect(shown.value?.input.filter?.search).toBe('b')
  expect(name(0)).toBeUndefined()
  expect(offsets()).toEqual([0, 1000, 1000])
})

test('rows that came into sight while a list was read again are fetched for the new one', async () => {
  const { rows, search, source, name } = await paged()
  let answer = (): void => undefined
  source.answers = new Promise((resolve) => (answer = resolve))
  search.value = 'b'
  await settle()
  rows.ensure(2000, 2020)
  answer()
  await settle()
  expect(name(2010)).toBe('b2010')
})

test('a late page of an older list is dropped', async () => {
  const { rows, search, source, name } = await paged()
  let answer = (): void => undefined
  source.answers = new Promise((resolve) => (answer = resolve))
  rows.ensure(0, 120)
  source.answers = Promise.resolve()
  search.value = 'b'
  await settle()
  answer()
  await settle()
  expect([name(0), name(110)]).toEqual(['b0', 'b110'])
})

test('a new revision of the workspace is read', async () => {
  const { bridge, source, rows } = await paged()
  source.total = 10
  bridge.change({ dir: '/home/ada/Pegboard/demo', revision: 9 })
  await settle()
  expect(rows.total).toBe(10)
})

test('what the app says is another by now is read', async () => {
  const { bridge, source, rows } = await paged()
  source.total = 10
  bridge.outdate({ action: 'catalog.list', dir: '/another' })
  bridge.outdate({ action: 'catalog.facets', dir: '/home/ada/Pegboard/demo' })
  await settle()
  expect(rows.total).toBe(4076)
  bridge.outdate({ action: 'catalog.list', dir: '/home/ada/Pegboard/demo' })
  await settle()
  expect(rows.total).toBe(10)
})

test('a list that has become shorter says so', async () => {
  const { rows, reload, source, name } = await paged()
  rows.ensure(4000, 4075)
  await settle()
  source.total = 10
  await reload()
  expect(rows.total).toBe(10)
  rows.ensure(0, 9)
  await settle()
  expect(name(9)).toBe('a9')
})

test('an error is told and the rows stay', async () => {
  const { source, reload, problem, name } = await paged()
  source.fails = true
  await reload()
  expect(problem.value?.message).toBe('Broken.')
  expect(name(0)).toBe('a0')
})

test('after an error the old list still grows by pages of its own', async () => {
  const { rows, source, search, name } = await paged()
  source.fails = true
  search.value = 'b'
  await settle()
  source.fails = false
  rows.ensure(100, 120)
  await settle()
  expect([name(0), name(110)]).toEqual(['a0', 'a110'])
})
