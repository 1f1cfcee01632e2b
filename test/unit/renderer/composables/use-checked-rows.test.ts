// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { ref } from 'vue'
import type { Reply } from '../../../../src-main/contract/reply'
import type { Page } from '../../../../src-renderer/composables/paged-list'
import { useCheckedRows } from '../../../../src-renderer/composables/useCheckedRows'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import { fakeBridge } from '../../../fakes/bridge'
import { settle, withBridge } from '../in-app'

let close = (): void => undefined
afterEach(() => close())

const row = (at: number) => ({ id: `row ${at}`, seen: 'first' })

/** A list of `total` rows of which the first ten have come. */
function list(total: number, isRead = true) {
  const listed = ref('all')
  const page = (place: { offset: number; limit: number }): Promise<Reply<Page<{ id: string }>>> =>
    Promise.resolve(
      isRead
        ? {
            ok: true,
            data: {
              total,
              rows: Array.from({ length: Math.min(place.limit, total - place.offset) }, (_, at) =>
                row(place.offset + at),
              ),
            },
          }
        : { ok: false, error: { code: 'internal', message: 'No space.' } },
    )
  const { result, unmount } = withBridge(fakeBridge(), () => ({
    status: useStatus().status,
    ...useCheckedRows({
      // Other work comes between asking and the answer.
      page: async (place) => {
        await settle()
        return page(place)
      },
      rows: () => ({ total, at: (at) => (at < 10 ? row(at) : undefined), ensure: () => undefined }),
      keyOf: ({ id }: { id: string }) => id,
      listed: () => listed.value,
    }),
  }))
  close = unmount
  return { ...result, listed }
}

test('rows that were checked are known whole, those that have not come included', async () => {
  const { checked, chosen, keysBetween } = list(50)
  checked.value = new Set(['row 3'])
  checked.value = new Set([...checked.value, ...(await keysBetween(8, 12))])
  expect(chosen()).toEqual([3, 8, 9, 10, 11, 12].map(row))
  checked.value = new Set(['row 12'])
  expect(chosen()).toEqual([row(12)])
})

test('all are checked up to a thousand, and it is said that there are more', async () => {
  const { checked, checkAll, status } = list(1200)
  await checkAll(true)
  expect(checked.value.size).toBe(1000)
  expect(status.value?.text).toBe('The first 1,000 of 1,200 are checked: more do not go at once.')
  await checkAll(false)
  expect(checked.value.size).toBe(0)
})

test('what cannot be read is said, and leaves what is checked', async () => {
  const { checked, checkAll, problem } = list(50, false)
  checked.value = new Set(['row 3'])
  await checkAll(true)
  expect(problem.value?.message).toBe('No space.')
  expect([...checked.value]).toEqual(['row 3'])
})

test('in another list nothing is checked', async () => {
  const { checked, listed } = list(50)
  checked.value = new Set(['row 3'])
  listed.value = 'some'
  await settle()
  expect(checked.value.size).toBe(0)
})

test('all of a list that is gone by the time they have come are not checked', async () => {
  const { checked, checkAll, listed } = list(50)
  const asked = checkAll(true)
  listed.value = 'some'
  await asked
  await settle()
  expect(checked.value.size).toBe(0)
})
