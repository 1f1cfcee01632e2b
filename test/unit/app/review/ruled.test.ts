import { expect, it } from 'vitest'
import { isRuled } from '../../../../src-main/app/review/ruled'
import type { ReviewRow } from '../../../../src-main/contract/review'
import type { AcceptRule, GateVerdict } from '../../../../src-main/domain/proposal/gate'

type Gate = NonNullable<ReviewRow['gate']>
type Counts = Partial<Gate['own']>

interface Measured {
  verdict?: GateVerdict
  own?: Counts
  neighbours?: Counts
}

const NONE = { fixed: 0, broken: 0, better: 0, worse: 0, same: 0 }
const gate = ({ verdict = 'untold', own, neighbours }: Measured): Gate => ({
  verdict,
  reason: 'As it was measured.',
  by: 'golden-queries',
  own: { ...NONE, ...own },
  neighbours: { ...NONE, ...neighbours },
})
const ruled = (measured: Measured, rule: Partial<AcceptRule> = {}) =>
  isRuled(gate(measured), { fixes: 0, breaks: 0, noNeighbourWorse: false, ...rule })

it('accepts what fixes at least as many as the rule says, of its own tool and of others together', () => {
  const measured = { own: { fixed: 1 }, neighbours: { fixed: 1 } }
  expect([1, 2, 3].map((fixes) => ruled(measured, { fixes }))).toEqual([true, true, false])
})

it('accepts what breaks at most as many as the rule says, however many it fixes', () => {
  const measured = { own: { fixed: 9, broken: 1 }, neighbours: { broken: 1 } }
  expect([1, 2, 3].map((breaks) => ruled(measured, { breaks }))).toEqual([false, true, true])
})

it.each([
  ['a place of another tool worse', { neighbours: { worse: 1 } }, false],
  ['a place of another tool lost', { neighbours: { broken: 1 } }, false],
  ['a place of its own tool worse', { own: { worse: 1 } }, true],
  ['a place of another tool better', { neighbours: { better: 1 } }, true],
])('where no neighbour may be worse looks at others alone: %s', (_, measured, isAccepted) => {
  expect(ruled(measured, { breaks: 1, noNeighbourWorse: true })).toBe(isAccepted)
  expect(ruled(measured, { breaks: 1 })).toBe(true)
})

it('never accepts what harms, is not measured, or was measured without all of the recipe', () => {
  const fixes = { own: { fixed: 9 } }
  expect(ruled({ ...fixes, verdict: 'helps' })).toBe(true)
  expect(ruled({ ...fixes, verdict: 'harms' })).toBe(false)
  const degraded = { ...gate({ ...fixes, verdict: 'helps' }), isDegraded: true as const }
  expect(isRuled(degraded, { fixes: 1, breaks: 0, noNeighbourWorse: false })).toBe(false)
  expect(isRuled(undefined, { fixes: 0, breaks: 9, noNeighbourWorse: false })).toBe(false)
})
