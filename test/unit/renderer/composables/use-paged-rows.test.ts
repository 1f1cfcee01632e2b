import { effectScope } from 'vue'
import { expect, test } from 'vitest'
import { usePagedRows } from '../../../../src-renderer/composables/usePagedRows'

function paged(total = 4076) {
  const offsets: number[] = []
  const source = { total, prefix: 'a' }
  const pages = effectScope().run(() =>
    usePagedRows(async (offset, limit) => {
      offsets.push(offset)
      const count = Math.max(0, Math.min(limit, source.total - offset))
      const rows = Array.from({ length: count }, (_, index) => `${source.prefix}${offset + index}`)
      return { ok: true, data: { total: source.total, rows } }
    }),
  )
  if (!pages) throw new Error('The scope is not active.')
  return { ...pages, offsets, source }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('rows are fetched by the page they are in, once', async () => {
  const { rows, reload, offsets } = paged()
  await reload()
  rows.ensure(990, 1010)
  rows.ensure(995, 1015)
  await settled()
  expect(rows.total).toBe(4076)
  expect(rows.at(1005)).toBe('a1005')
  expect(offsets).toEqual([0, 900, 1000])
})

test('reading again fetches what is in sight and keeps old rows until then', async () => {
  const { rows, reload, source, offsets } = paged()
  await reload()
  rows.ensure(1000, 1020)
  await settled()
  offsets.length = 0
  source.prefix = 'b'
  const reading = reload()
  expect(rows.at(1010)).toBe('a1010')
  await reading
  expect(rows.at(1010)).toBe('b1010')
  expect(rows.at(0)).toBeUndefined()
  expect(offsets).toEqual([1000])
})

test('a list that has become shorter says so', async () => {
  const { rows, reload, source } = paged()
  await reload()
  rows.ensure(4000, 4075)
  await settled()
  source.total = 10
  await reload()
  expect(rows.total).toBe(10)
  rows.ensure(0, 9)
  await settled()
  expect(rows.at(9)).toBe('a9')
})

test('an error is told and the rows stay', async () => {
  let fails = false
  const pages = effectScope().run(() =>
    usePagedRows<string>(async () =>
      fails
        ? { ok: false, error: { code: 'storage', message: 'Broken.' } }
        : { ok: true, data: { total: 1, rows: ['a'] } },
    ),
  )
  await pages?.reload()
  fails = true
  await pages?.reload()
  expect(pages?.problem.value?.message).toBe('Broken.')
  expect(pages?.rows.at(0)).toBe('a')
})
