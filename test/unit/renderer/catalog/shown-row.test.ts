// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import { useShownRow } from '../../../../src-renderer/composables/useShownRow'
import { fakeBridge } from '../../../fakes/bridge'
import { withBridge } from '../in-app'

let close = (): void => undefined
afterEach(() => close())

function list(...names: (string | undefined)[]) {
  const rows = shallowRef(names)
  const listed = ref('all')
  const key = shallowRef({ key: 'all' })
  const shown: string[] = []
  const { result, unmount } = withBridge(fakeBridge(), () =>
    useShownRow({
      rows: {
        get total() {
          return rows.value.length
        },
        at: (index: number) => rows.value[index],
        ensure: () => undefined,
      },
      shown: key,
      keyOf: (name) => name,
      show: (name) => shown.push(name),
      listed: () => listed.value,
    }),
  )
  close = unmount
  const at = async (index: number) => {
    result.active.value = index
    await nextTick()
  }
  /** The list that was asked for comes. */
  const arrive = async (...next: string[]) => {
    key.value = { key: listed.value }
    rows.value = next
    await nextTick()
  }
  const become = async (...next: (string | undefined)[]) => {
    rows.value = next
    await nextTick()
    await nextTick()
  }
  return { ...result, listed, shown, at, become, arrive }
}

describe('the row of a list with its tool beside it', () => {
  it('is shown when the keyboard comes to it, as soon as it is there', async () => {
    const { at, become, shown } = list('a', undefined)
    await at(0)
    await at(1)
    await become('a', 'b')
    expect(shown).toEqual(['a', 'b'])
  })

  it('is followed where it goes when the list changes, and not shown anew', async () => {
    const { at, become, shown, active, current } = list('a', 'b', 'c')
    await at(1)
    await become('new', 'a', 'b', 'c')
    expect([active.value, current.value, shown]).toEqual([2, 'b', ['b']])
  })

  it('is none once it is gone by what others did', async () => {
    const { at, become, shown, active, current } = list('a', 'b', 'c')
    await at(1)
    await become('a', 'c')
    expect([active.value, current.value, shown]).toEqual([-1, undefined, ['b']])
  })

  it('is the next one, with its tool, once it is gone by what was done here', async () => {
    const { at, become, shown, current, letGo } = list('a', 'b', 'c')
    await at(1)
    letGo(['b'])
    await become('a', 'c')
    expect([current.value, shown]).toEqual(['c', ['b', 'c']])
    letGo(['c'])
    await become('a')
    expect([current.value, shown]).toEqual(['a', ['b', 'c', 'a']])
  })

  it('is none in another list', async () => {
    const { at, listed, active } = list('a', 'b')
    await at(1)
    listed.value = 'some'
    await nextTick()
    expect(active.value).toBe(-1)
  })

  it('is the one at its place in a list that comes after the keyboard went there', async () => {
    const { at, listed, arrive, shown, current } = list('a', 'b')
    listed.value = 'some'
    await nextTick()
    await at(0)
    await arrive('c')
    expect([current.value, shown]).toEqual(['c', ['a', 'c']])
  })
})
