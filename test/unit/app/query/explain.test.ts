import { describe, expect, it } from 'vitest'
import type { QueryPlan, Ranking } from '../../../../src-main/domain/query/query'
import { eachStep, fuse, repeat } from '../../../../src-main/pipeline/combine'
import { reciprocalRank } from '../../../../src-main/pipeline/fusion/fusion-methods'
import type { ToolFilter } from '../../../../src-main/pipeline/kit'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { topK } from '../../../../src-main/pipeline/selection/top-k'
import { pipe, stage } from '../../../../src-main/pipeline/stage'
import { id } from '../../../fakes/catalog-tool'
import { firstOnly, retriever } from '../../../fakes/retrievers'
import { explain, firstWords, meaning, selecting, verdictsOf, words } from './explained-run'

describe('a tool that the filters keep out', () => {
  it.each([
    ['admin/wipe', { visibilities: ['public', 'internal'] }, 'visibility is hidden'],
    ['ping', { visibilities: ['public'] }, 'visibility is internal'],
    ['admin/wipe', { servers: ['mail'] }, 'server is admin, and only mail was chosen'],
    ['ping', { servers: ['mail', 'a'] }, 'it has no server, and only mail, a was chosen'],
    ['mail/archive', { tags: ['read'] }, 'it has no tag, and only read was chosen'],
    ['mail/send', { tags: ['read'] }, 'tags are write, and only read was chosen'],
    ['mail/find', { tags: ['a', 'b'] }, 'tags are read, slow, and only a, b was chosen'],
    [
      'admin/wipe',
      { visibilities: ['public'], tags: ['read'] },
      'visibility is hidden; it has no tag, and only read was chosen',
    ],
  ] as const)('is told so first: %s with %j', async (name, given, reason) => {
    const filter = given as Partial<ToolFilter>
    const [told] = await explain(selecting(words({ filter })), [name], {
      text: 'wipe every mail, send, find, archive, hello',
      filter,
    })
    expect(told).toEqual({
      tool: name,
      filtered: true,
      filteredBy: Object.keys(given),
      verdict: `Left out before ranking: ${reason}.`,
      standings: [],
      matchedWords: [],
      missingWords: [],
    })
  })

  it('is told so whichever stage would have brought it', async () => {
    const filter: Partial<ToolFilter> = { servers: ['mail'] }
    const [wipe, send] = await explain(
      selecting(retriever('walk', ['admin/wipe', 'mail/send'])),
      ['admin/wipe', 'mail/send'],
      { filter },
    )
    expect(wipe?.verdict).toBe(
      'Left out before ranking: server is admin, and only mail was chosen.',
    )
    expect(send?.verdict).toBe('Picked, at place 1 of 1.')
  })
})

describe('a tool that was picked', () => {
  it('is told its place', async () => {
    expect(await verdictsOf(selecting(words()), ['mail/send', 'mail/find'])).toEqual([
      'Picked, at place 1 of 3.',
      'Picked, at place 2 of 3.',
    ])
  })
})

describe('a tool that was not picked', () => {
  it.each([
    [words(), 'its document holds no word of the query (Search by words)'],
    [words({ depth: 1 }), 'its document holds no word of the query (Search by words)'],
    [meaning(), 'the embedder knows no word of its document (Search by meaning)'],
  ])('is told why a search did not find it', async (search, reason) => {
    expect(await verdictsOf(selecting(search), ['ping'])).toEqual([`Not picked: ${reason}.`])
  })

  it.each([
    [
      words(),
      'What is it?',
      'this query has no word to match: found nothing by words (Search by words)',
    ],
    [
      meaning(),
      'qwertz',
      'the embedder knows no word of this query: found nothing by meaning (Search by meaning)',
    ],
  ])('is not blamed for a query that cannot be searched', async (search, text, reason) => {
    expect(await verdictsOf(selecting(search), ['mail/send'], { text })).toEqual([
      `Not picked: ${reason}.`,
    ])
  })

  it.each([
    { search: words({ depth: 1 }), tools: ['mail/find', 'mail/archive'], name: 'Search by words' },
    {
      search: meaning({ depth: 1 }),
      tools: ['mail/archive', 'mail/find'],
      name: 'Search by meaning',
    },
  ])('is told its place beyond the depth of $name', async ({ search, tools, name }) => {
    expect(await verdictsOf(selecting(search), tools)).toEqual([
      `Not picked: place 2, beyond the first 1 (${name}).`,
      `Not picked: place 3, beyond the first 1 (${name}).`,
    ])
  })

  it('is not told that it shares no word with a query where not all that do are listed', async () => {
    const [told] = await explain(selecting(firstWords()), ['mail/find'])
    expect(told).toMatchObject({
      verdict:
        'Not picked: searched in place: looked no further than its first 1 tools (Search by words).',
      matchedWords: [],
      missingWords: [],
    })
  })

  it('is told which part of the query was searched, where it was not all of it', async () => {
    const planning = stage<QueryPlan, QueryPlan>({
      name: 'split',
      gives: 'plan',
      settings: {},
      run: (plan) => ({ ...plan, steps: [{ text: 'a letter', variations: ['a letter'] }] }),
    })
    const pipeline = pipe(planAsIs()).to(planning).to(words()).to(topK())
    expect(await verdictsOf(pipeline, ['mail/send'], { text: 'send a letter' })).toEqual([
      'Not picked: its document holds no word of “a letter” (Search by words).',
    ])
  })

  it('is told its place beyond k', async () => {
    expect(await verdictsOf(selecting(words()), ['mail/find'], { k: 1 })).toEqual([
      'Not picked: place 2, below the cut at k = 1 (Cut at k).',
    ])
  })

  it('is told that it is below the threshold', async () => {
    expect(await verdictsOf(selecting(words(), 1), ['mail/find'])).toEqual([
      'Not picked: below the score threshold 1 (Cut at k).',
    ])
  })

  it('is told what each branch of a fusion says', async () => {
    const both = fuse(reciprocalRank(), {
      words: words({ depth: 1 }),
      meaning: meaning({ depth: 2 }),
    })
    expect(await verdictsOf(selecting(both), ['mail/find', 'ping'])).toEqual([
      'Not picked: words: place 2, beyond the first 1 (Search by words); ' +
        'meaning: place 3, beyond the first 2 (Search by meaning).',
      'Not picked: words: its document holds no word of the query (Search by words); ' +
        'meaning: the embedder knows no word of its document (Search by meaning).',
    ])
  })

  it('is told only where the fused list lost it, if a branch found it', async () => {
    const both = fuse(reciprocalRank(), { words: words(), meaning: meaning({ depth: 1 }) })
    expect(await verdictsOf(selecting(both), ['mail/find'], { k: 1 })).toEqual([
      'Not picked: place 2, below the cut at k = 1 (Cut at k).',
    ])
  })

  it('is told that a fusion left out what a branch found', async () => {
    const both = fuse(firstOnly, {
      one: retriever('one', ['mail/send']),
      two: retriever('two', ['mail/find']),
    })
    expect(await verdictsOf(selecting(both), ['mail/find', 'ping'])).toEqual([
      'Not picked: found inside this step, which left it out (First only).',
      'Not picked: one: one does not know it (One); two: two does not know it (Two).',
    ])
  })

  it('is told that a branch brought it in after its first step did not', async () => {
    const walk = stage<Ranking, Ranking>({
      name: 'walk',
      gives: 'ranking',
      settings: {},
      run: (ranking) => ({
        ...ranking,
        order: 'given',
        tools: [...ranking.tools, { tool: id('mail/find'), witnesses: [] }],
      }),
    })
    const both = fuse(firstOnly, {
      one: retriever('one', ['mail/send']),
      two: pipe(retriever('two', [])).to(walk),
    })
    expect(await verdictsOf(selecting(both), ['mail/find'])).toEqual([
      'Not picked: found inside this step, which left it out (First only).',
    ])
  })

  it('is told that a step left it out without saying why', async () => {
    const silent = stage<Ranking, Ranking>({
      name: 'grade',
      gives: 'ranking',
      settings: {},
      run: (ranking) => ({ ...ranking, tools: ranking.tools.slice(0, 1) }),
    })
    const pipeline = pipe(planAsIs())
      .to(retriever('search', ['mail/send', 'mail/find']))
      .to(silent)
      .to(topK())
    const [told] = await explain(pipeline, ['mail/find'])
    expect(told?.verdict).toBe(
      'Not picked: given to this step, which left it out (Drop tools that do not help).',
    )
    expect(told?.standings.at(-1)?.why).toBe('no step before brought it here')
  })

  it('is told what each step of the plan says', async () => {
    const planning = stage<QueryPlan, QueryPlan>({
      name: 'decompose',
      gives: 'plan',
      settings: {},
      run: (plan) => ({
        ...plan,
        steps: ['find', 'hello'].map((text) => ({ text, variations: [text] })),
      }),
    })
    const join = {
      name: 'in turns',
      settings: {},
      join: (rankings: Ranking[]) => ({ tools: rankings.flatMap(({ tools }) => tools) }),
    }
    const pipeline = pipe(planAsIs()).to(planning).to(eachStep(words(), join)).to(topK())
    expect(await verdictsOf(pipeline, ['ping', 'mail/send'])).toEqual([
      'Picked, at place 2 of 2.',
      'Not picked: steps[0]: its document holds no word of “find” (Search by words); ' +
        'steps[1]: its document holds no word of “hello” (Search by words).',
    ])
  })

  it('is told in which round of a loop it was lost', async () => {
    const narrow = stage<Ranking, Ranking>({
      name: 'narrow',
      gives: 'ranking',
      settings: {},
      run: (ranking, step) => ({
        ...ranking,
        tools: step.cut([...ranking.tools], ranking.tools.length - 1),
      }),
    })
    const again = { name: 'always', test: () => true }
    const pipeline = pipe(planAsIs())
      .to(retriever('search', ['mail/send', 'mail/find', 'mail/archive']))
      .to(repeat<Ranking>({ name: 'loop', gives: 'ranking', most: 2, again }, narrow))
      .to(topK())
    expect(await verdictsOf(pipeline, ['mail/archive', 'mail/find', 'mail/send'])).toEqual([
      'Not picked: round 1: place 3, beyond the first 2 (Narrow).',
      'Not picked: round 2: place 2, beyond the first 1 (Narrow).',
      'Picked, at place 1 of 1.',
    ])
  })

  it('is told where it was lost last, if it came back in between', async () => {
    const bringBack = stage<Ranking, Ranking>({
      name: 'bring back',
      gives: 'ranking',
      settings: {},
      run: (ranking) => ({
        ...ranking,
        tools: [...ranking.tools, { tool: id('ping'), witnesses: [] }],
      }),
    })
    const pipeline = pipe(planAsIs()).to(words()).to(bringBack).to(topK())
    expect(await verdictsOf(pipeline, ['ping'], { k: 2 })).toEqual([
      'Not picked: place 4, below the cut at k = 2 (Cut at k).',
    ])
  })
})

describe('where a tool stood', () => {
  it('is told for every step that ranks, by its path, with score and witnesses', async () => {
    const both = fuse(reciprocalRank(), { words: words(), meaning: meaning({ depth: 1 }) })
    const [told] = await explain(selecting(both), ['mail/find'], { k: 1 })
    const score = expect.any(Number) as number
    const part = (source: string) => expect.objectContaining({ kind: 'score', source }) as object
    const fused = [part('bm25'), part('rrf bm25')]
    expect(told?.standings).toEqual([
      { path: 'rrf/words/bm25', stage: 'bm25', of: 3, rank: 2, score, witnesses: [part('bm25')] },
      {
        path: 'rrf/meaning/dense',
        stage: 'dense',
        of: 1,
        why: 'place 3, beyond the first 1',
        score,
        witnesses: [part('cosine')],
      },
      { path: 'rrf', stage: 'rrf', of: 3, rank: 2, score, witnesses: fused },
      {
        path: 'select',
        stage: 'select',
        of: 1,
        why: 'place 2, below the cut at k = 1',
        score,
        witnesses: fused,
      },
    ])
  })

  it('is told of every tool from one run, in the order asked', async () => {
    const told = await explain(selecting(words()), ['ping', 'mail/send', 'ping'])
    expect(told.map(({ tool }) => tool)).toEqual(['ping', 'mail/send', 'ping'])
    expect(told[2]).toEqual(told[0])
  })
})
