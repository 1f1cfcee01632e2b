import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlaceChange, PlaceEffect } from '../../../../src-main/authoring/gate/effect'
import {
  addedTexts,
  gateFinding,
  nearestTool,
  nearness,
} from '../../../../src-main/authoring/gate/gate'
import { unseenQueries } from '../../../../src-main/authoring/gate/unseen-queries'
import type { ProposedPart } from '../../../../src-main/domain/proposal/text'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { id } from '../../../fakes/catalog-tool'

const OWN = id('own')
const OTHER = id('other')

const query = (text: string): GoldenQuery => ({ id: text, text, tools: [OWN], origin: 'human' })

interface Moved {
  tool?: typeof OWN
  change: PlaceChange
  before?: number
  after?: number
}

const effect = ({ tool = OWN, ...moved }: Moved): PlaceEffect => ({
  query: query('q'),
  tool,
  isPassed: false,
  ...moved,
})
const same = effect({ change: 'same', before: 1, after: 1 })
const fixed = effect({ change: 'fixed', before: 9, after: 1 })
const broken = effect({ tool: OTHER, change: 'broken', before: 1, after: 9 })
const NO_TEXTS = { asked: 0, own: 0 }
/** Another tool that texts lead nearer to. */
const RIVAL = { tool: OTHER, name: 'other', isSaidAlike: false, isOnlyTaught: false }

const verdictOf = (
  effects: PlaceEffect[],
  texts: object = NO_TEXTS,
  part: ProposedPart = 'questions',
) =>
  gateFinding({
    tool: OWN,
    part,
    isMatched: true,
    effects,
    asked: effects.length,
    texts: { ...NO_TEXTS, ...texts },
  })

describe('the gate', () => {
  it('says that a proposal helps where it fixes more than it breaks, beyond chance', () => {
    expect(verdictOf([fixed, fixed, same])).toEqual({
      verdict: 'helps',
      by: 'golden-queries',
      reason: '2 fixed, 0 broken of 3 places of right tools; 0 better, 0 worse.',
    })
    expect(verdictOf([fixed, fixed, broken])).toMatchObject({
      verdict: 'untold',
      reason: expect.stringMatching(/too little to tell gain from chance/),
    })
  })

  it('does not say so of a single place, however much it gains: one may be chance', () => {
    const found = effect({ change: 'fixed', after: 1 })
    // It gains 1; 1.28 · √1² are asked for.
    expect(verdictOf([found, same, same])).toMatchObject({
      verdict: 'untold',
      reason: expect.stringMatching(/^1 fixed, 0 broken of 3 places/),
    })
    // Two gain 2; 1.28 · √2 = 1.81 are.
    expect(verdictOf([found, found, same])).toMatchObject({ verdict: 'helps' })
  })

  it('does not say so where one place is gained and many neighbours lose', () => {
    const worse = effect({ tool: OTHER, change: 'worse', before: 2, after: 3 })
    const others = [...Array<PlaceEffect>(25).fill(worse), ...Array<PlaceEffect>(51).fill(same)]
    expect(verdictOf([fixed, ...others])).toMatchObject({
      verdict: 'untold',
      reason: expect.stringMatching(/^1 fixed, 0 broken of 77 places.*; 0 better, 25 worse/),
    })
  })

  it('says that it harms where it breaks clearly more than it fixes, and not for a single one', () => {
    expect(verdictOf([same, broken, broken, broken])).toMatchObject({ verdict: 'harms' })
    expect(verdictOf([same, broken, broken])).toMatchObject({ verdict: 'untold' })
    expect(verdictOf([same, same, broken])).toMatchObject({
      verdict: 'untold',
      reason: expect.stringMatching(/too little to tell harm from chance/),
    })
  })

  it('says that it harms only where more places break than are fixed, and lose more than 1.5', () => {
    // A place is worth 1 / log₂(1 + place): 1 for the first, 0.5 for the third, 0 for none.
    const lost = effect({ tool: OTHER, change: 'broken', before: 1 })
    const lower = effect({ tool: OTHER, change: 'broken', before: 1, after: 3 })
    // Three are broken, but lose 3 · 0.5 = 1.5, no more.
    expect(verdictOf([lower, lower, lower])).toMatchObject({ verdict: 'untold' })
    expect(verdictOf([lower, lower, lost])).toMatchObject({ verdict: 'harms' })
    // 3 − 1 are two more broken than fixed: three are asked for.
    const raised = effect({ change: 'fixed', before: 4, after: 3 })
    expect(verdictOf([lost, lost, lost, raised])).toMatchObject({ verdict: 'untold' })
    expect(verdictOf([lost, lost, lost, lost, raised])).toMatchObject({ verdict: 'harms' })
  })

  it('says what moves where as much is fixed as is broken', () => {
    const better = effect({ change: 'better', before: 2, after: 1 })
    const worse = effect({ change: 'worse', before: 1, after: 2 })
    const reasonOf = (...effects: PlaceEffect[]) => verdictOf([...effects, same, same])
    expect([reasonOf(better), reasonOf(worse), reasonOf(fixed, broken)]).toMatchObject([
      {
        verdict: 'no-change',
        reason: expect.stringMatching(/^0 fixed, 0 broken of 3 places.*; 1 better, 0 worse\.$/),
      },
      {
        verdict: 'no-change',
        reason: expect.stringMatching(/^0 fixed, 0 broken of 3 places.*; 0 better, 1 worse\.$/),
      },
      {
        verdict: 'no-change',
        reason: expect.stringMatching(/^1 fixed, 1 broken of 4 places.*; 0 better, 0 worse\.$/),
      },
    ])
  })

  it('tells nothing of a tool that no golden query names, or of too few', () => {
    const neighbour = effect({ tool: OTHER, change: 'same', before: 1, after: 1 })
    expect(verdictOf([neighbour, neighbour, neighbour]).reason).toBe(
      'No golden query names this tool: nothing can be told.',
    )
    expect(verdictOf([same]).reason).toBe(
      'One golden query alone names this tool or one like it: too few to tell.',
    )
    const ofOneQuery = {
      tool: OWN,
      part: 'questions',
      isMatched: true,
      asked: 1,
      texts: NO_TEXTS,
    } as const
    expect(gateFinding({ ...ofOneQuery, effects: [same, neighbour, neighbour] })).toMatchObject({
      verdict: 'untold',
    })
    expect(verdictOf([same, same, same])).toMatchObject({
      verdict: 'no-change',
      reason: 'None of 3 places of right tools moves.',
    })
  })

  it('says that it harms where its texts lead to another tool, unless golden queries gain by it', () => {
    const nearer = { ...RIVAL, near: 0.7, texts: 2 }
    const texts = { asked: 3, own: 0.4, nearer }
    expect(verdictOf([same, same, same], texts)).toEqual({
      verdict: 'harms',
      by: 'texts',
      reason:
        '2 of 3 added texts find “other” before this tool, in a search that knows the golden queries.',
    })
    expect(verdictOf([fixed, fixed, same], texts)).toMatchObject({ verdict: 'helps' })
  })

  it('does not take one question that leads elsewhere for harm, as it does a description', () => {
    const nearer = { ...RIVAL, near: 1, texts: 1 }
    const one = { asked: 1, own: 0, nearer }
    expect(verdictOf([same, same, same], one, 'questions')).toEqual({
      verdict: 'untold',
      by: 'texts',
      reason:
        'The text finds “other” rather than this tool, in a search that knows the golden queries. One question is too little to tell harm from chance.',
    })
    expect(verdictOf([fixed, fixed, same], one, 'questions')).toMatchObject({ verdict: 'helps' })
    expect(verdictOf([same, same, same], one, 'description')).toMatchObject({ verdict: 'harms' })
  })

  it('does not say so where golden queries clearly gain: theirs need not be the only right tool', () => {
    const nearer = { ...RIVAL, near: 1, texts: 3 }
    const texts = { asked: 3, own: 0, nearer }
    expect(verdictOf([fixed, fixed, fixed], texts)).toMatchObject({ verdict: 'helps' })
    expect(verdictOf([fixed, fixed, same], texts)).toMatchObject({ verdict: 'harms' })
    const little = effect({ change: 'fixed', before: 6, after: 5 })
    expect(verdictOf([little, little, little], texts)).toMatchObject({ verdict: 'harms' })
  })

  it('lets its texts lead 0.1 nearer to another tool, and half of what its own places gain, up to 0.25, more', () => {
    const third = effect({ change: 'fixed', before: 3, after: 1 })
    const found = effect({ change: 'fixed', after: 1 })
    const its = (moved: PlaceEffect) => [moved, moved, same]
    const others = its(third).map((moved) => ({ ...moved, tool: OTHER }))
    const byTexts = (near: number, effects: PlaceEffect[]) =>
      verdictOf(effects, { asked: 3, own: 0, nearer: { ...RIVAL, near, texts: 2 } }).by === 'texts'
    expect(
      [0.1, 0.11].map((near) => byTexts(near, [same, same, same])),
      'nothing gains',
    ).toEqual([false, true])
    // A place that comes from the third to the first gains 0.5: half of it is 0.25.
    expect(
      [0.34, 0.36].map((near) => byTexts(near, [third, same, same])),
      'an own place gains',
    ).toEqual([false, true])
    expect(
      [0.34, 0.36].map((near) => byTexts(near, its(found))),
      'own places gain 2',
    ).toEqual([false, true])
    expect(byTexts(0.34, others), 'other tools gain').toBe(true)
  })

  it('is not told by golden queries where fewer than three more are fixed than broken', () => {
    const nearer = { ...RIVAL, near: 1, texts: 3 }
    const found = effect({ change: 'fixed', after: 1 })
    const lower = effect({ tool: OTHER, change: 'broken', before: 3, after: 4 })
    const verdict = (...effects: PlaceEffect[]) =>
      verdictOf(effects, { asked: 3, own: 0, nearer }).verdict
    // 3 − 1 = 2, and 4 − 1 = 3.
    expect(verdict(found, found, found, lower)).toBe('harms')
    expect(verdict(found, found, found, found, lower)).toBe('helps')
  })

  it('takes two questions that lead elsewhere for harm', () => {
    const nearer = { ...RIVAL, near: 1, texts: 2 }
    expect(verdictOf([same, same, same], { asked: 2, own: 0, nearer })).toMatchObject({
      verdict: 'harms',
    })
  })

  it('cannot tell harm where both tools have the same description', () => {
    const nearer = { ...RIVAL, near: 1, texts: 3, isSaidAlike: true }
    const texts = { asked: 3, own: 0, nearer }
    expect(verdictOf([same, same, same], texts)).toEqual({
      verdict: 'untold',
      by: 'texts',
      reason:
        '3 of 3 added texts find “other” before this tool, in a search that knows the golden queries. Both tools have the same description: each may be right.',
    })
    expect(verdictOf([broken, broken, broken], texts)).toMatchObject({ verdict: 'harms' })
  })

  it('cannot tell harm where questions lead elsewhere by golden queries alone', () => {
    const nearer = { ...RIVAL, near: 1, texts: 3, isOnlyTaught: true }
    const texts = { asked: 3, own: 0, nearer }
    expect(verdictOf([same, same, same], texts)).toMatchObject({
      verdict: 'untold',
      by: 'texts',
      reason: expect.stringMatching(/finds this tool nearer: each may be right\.$/),
    })
    expect(verdictOf([same, same, same], texts, 'description')).toMatchObject({ verdict: 'harms' })
  })

  it('says that nothing changes where nothing is matched', () => {
    const texts = NO_TEXTS
    expect(
      gateFinding({ tool: OWN, part: 'tags', isMatched: false, effects: [fixed], asked: 1, texts }),
    ).toMatchObject({ verdict: 'no-change', reason: 'Nothing that is matched changes.' })
  })
})

describe('queries that a writer saw', () => {
  it('are left out where they say the same or nearly the same', () => {
    const queries = ['Send a mail to Ann!', 'send  a MAIL to ann', 'Book a flight to Rome'].map(
      query,
    )
    expect(unseenQueries(queries, ['Send a mail to Ann']).map(({ text }) => text)).toEqual([
      'Book a flight to Rome',
    ])
    expect(unseenQueries(queries, [])).toHaveLength(3)
    expect(unseenQueries(queries, ['', '!!'])).toHaveLength(3)
  })

  it('are those that share four words in five with any text, however many texts there are', () => {
    const words = fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 8 })
    const text = words.map((some) => some.join(' '))
    const shared = (one: string, other: string) => {
      const a = new Set(one.split(' '))
      const b = new Set(other.split(' '))
      return [...a].filter((word) => b.has(word)).length / new Set([...a, ...b]).size
    }
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (asked, seen) => {
        const unseen = asked.filter((each) => !seen.some((other) => shared(each, other) >= 0.8))
        expect(unseenQueries(asked.map(query), seen)).toEqual(unseen.map(query))
      }),
    )
  })
})

describe('what a proposal adds', () => {
  it('are the entries of a list and the sentences of a text that were not there', () => {
    const now = { questions: ['Old one?'], description: 'It sends. It reads.' }
    expect(
      addedTexts('questions', { now, then: { questions: ['old  one?', 'New one?'] } }),
    ).toEqual(['New one?'])
    expect(
      addedTexts('description', { now, then: { description: 'It sends. It deletes.' } }),
    ).toEqual(['It deletes.'])
  })

  it('are topics in one, and descriptions of parameters that are others', () => {
    expect(addedTexts('topics', { now: {}, then: { topics: ['mail', 'post'] } })).toEqual([
      'mail, post',
    ])
    expect(addedTexts('topics', { now: { topics: ['mail'] }, then: { topics: ['Mail'] } })).toEqual(
      [],
    )
    const parameters = { to: 'Whom to write to', cc: 'Who gets a copy' }
    expect(
      addedTexts('parameters', {
        now: { parameters: { to: 'whom to write to' } },
        then: { parameters },
      }),
    ).toEqual(['Who gets a copy'])
  })
})

describe('the tool that texts lead to', () => {
  it('is the one that stands nearest to the top over all of them', () => {
    // own: (1/2 + 1/1) / 2 = .75; other: (1/1 + 1/3) / 2 = .667; third: (0 + 1/2) / 2 = .25
    const third = id('third')
    expect(
      nearestTool(
        [
          [OTHER, OWN],
          [OWN, third, OTHER],
        ],
        OWN,
      ),
    ).toEqual({
      asked: 2,
      own: 0.75,
      nearer: { tool: OTHER, near: (1 + 1 / 3) / 2, texts: 1 },
    })
    // Each of two is once first and once second: the id decides.
    const tied = [
      [OTHER, third],
      [third, OTHER],
    ]
    for (const found of [tied, tied.toReversed()]) {
      expect(nearestTool(found, OWN).nearer?.tool).toBe(OTHER)
    }
    expect(nearestTool([], OWN)).toEqual({ asked: 0, own: 0 })
    expect(nearness([[OTHER, OWN], [OWN], [third]], OWN)).toBe(0.5)
  })
})
