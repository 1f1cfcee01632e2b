import { describe, expect, it } from 'vitest'
import { TIERS, type Tier } from '../../../domain/query/tier'
import { kindOf } from '../kind-of'
import type { PlainEveryday } from '../shared/answers'
import { kindsBasis, kindsText, toldByText } from '../shared/kind-words'

const told = (tier: Tier, ...tags: string[]) => kindOf({ tier, isByHand: false, tags })

describe('the kind of a query', () => {
  it('is told by its tier where no tag does', () => {
    expect(TIERS.map((tier) => told(tier)?.kind)).toEqual([
      'plain',
      'plain',
      'everyday',
      undefined,
      undefined,
      undefined,
    ])
    const byHand = kindOf({ tier: 'vague', isByHand: true, tags: ['tier:vague'] })
    expect(byHand).toEqual({ kind: 'everyday', isByHand: true })
  })

  it('is what a tag says, in any case of letters, whatever the tier', () => {
    expect(told('vague', 'Plain')).toEqual({ kind: 'plain', isByHand: true })
    expect(told('exact', 'mail', ' EVERYDAY ')).toEqual({ kind: 'everyday', isByHand: true })
    expect(told('compound', 'everyday')?.kind).toBe('everyday')
    expect(told('other-language', 'plain')?.kind).toBe('plain')
  })

  it('is that of its tier where tags contradict each other, or only look alike', () => {
    expect(told('exact', 'plain', 'everyday')).toEqual({ kind: 'plain', isByHand: false })
    expect(told('compound', 'plain', 'everyday')).toBeUndefined()
    expect(told('vague', 'plainly', 'tier:plain')?.kind).toBe('everyday')
    expect(told('exact', 'Plain', 'plain')).toEqual({ kind: 'plain', isByHand: true })
  })
})

describe('what is said of kinds', () => {
  const both = (changes: Partial<PlainEveryday> = {}): PlainEveryday => ({
    run: 'a',
    k: 5,
    plain: { queries: 84, byHand: 0, found: 84, recall: { mean: 1, ci95: [1, 1] } },
    everyday: { queries: 92, byHand: 0, found: 42, recall: { mean: 0.457, ci95: [0.359, 0.554] } },
    others: 0,
    ...changes,
  })

  it('is how many of each are found, with recall and its interval where that has a width', () => {
    expect(kindsText(both())).toBe(
      'found among the first 5: plain 84 of 84 (recall 1.000) · everyday 42 of 92 (recall 0.457 [0.359, 0.554])',
    )
    const { k: _, ...whole } = both()
    expect(kindsText(whole)).toContain('found among the tools given: plain')
  })

  it('says by what they were told apart', () => {
    const { plain, everyday } = both()
    expect(kindsBasis(both())).toMatch(/^Found: all right tools .* All were told by rule\.$/)
    expect(toldByText(both({ everyday: { ...everyday, byHand: 92 }, others: 1 }))).toBe(
      '92 of 176 were told by tags, the others by rule; 1 query is neither.',
    )
    const all = {
      plain: { ...plain, byHand: 84 },
      everyday: { ...everyday, byHand: 92 },
      others: 12,
    }
    expect(toldByText(both(all))).toBe('All were told by tags; 12 queries are neither.')
  })
})
