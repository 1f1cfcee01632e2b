import { expect, it, vi } from 'vitest'
import { judgedOn } from '../../../../src-main/app/golden/set-uses'
import type { GoldenUse } from '../../../../src-main/domain/query/set-use'
import type { GoldenSetSummary } from '../../../../src-main/domain/run/run'
import type { Session } from '../../../../src-main/app/workspaces/session'
import { forDevelopment } from '../../../fixtures/golden-sets'

const set = (name: string, queries: number) =>
  forDevelopment({ name, queries, distinctTools: 3, mostTools: 1, origins: ['human'] })

/** A workspace of three golden sets, of which the largest is a test set. */
function workspace(chosen?: string): Pick<Session, 'store'> {
  const goldenUses: GoldenUse[] = [{ set: 'test', purpose: 'test', looked: 0, looks: [] }]
  const goldenSets = [set('small', 10), set('large', 90), set('test', 500)]
  const store = {
    read: () => Promise.resolve({ goldenSets, goldenUses }),
    info: () => Promise.resolve({ worksWith: chosen === undefined ? {} : { judgedOn: chosen } }),
  }
  return { store } as unknown as Pick<Session, 'store'>
}
const largest = vi.fn((sets: GoldenSetSummary[]) => sets.toSorted((a, b) => b.queries - a.queries))

it('changes are judged by the set that was chosen, whatever is best', async () => {
  expect(await judgedOn(workspace('small'), largest)).toBe('small')
  expect(largest).not.toHaveBeenCalled()
})

it.each([undefined, 'gone', 'test'])(
  'changes are judged by the best development set where %s is chosen',
  async (chosen) => {
    expect(await judgedOn(workspace(chosen), largest)).toBe('large')
    expect(await judgedOn(workspace(chosen), (sets) => sets)).toBe('small')
  },
)

it('changes are judged by nothing where there is no development set', async () => {
  expect(await judgedOn(workspace(), () => [])).toBeUndefined()
})
