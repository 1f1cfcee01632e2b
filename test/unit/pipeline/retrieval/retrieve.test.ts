import { describe, expect, it } from 'vitest'
import { queryOf, type QueryPlan } from '../../../../src-main/domain/query/query'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import { retrieve } from '../../../../src-main/pipeline/retrieval/retrieve'
import { run } from '../../../../src-main/pipeline/runner'
import { pipe, type Step } from '../../../../src-main/pipeline/stage'
import type { Hit } from '../../../../src-main/ports/hit'
import { id } from '../../../fakes/catalog-tool'
import { namesOf } from '../../../fakes/retrievers'
import { recorded, runCall } from '../../../fakes/run-call'

const FOUND: Record<string, Hit<ToolId>[]> = {
  mail: [
    { key: id('send'), score: 5, terms: { mail: 5 } },
    { key: id('find'), score: 3, terms: { mail: 3 } },
  ],
  message: [
    { key: id('find'), score: 4, terms: { message: 4 } },
    { key: id('archive'), score: 3 },
    { key: id('send'), score: 1, terms: { message: 1 } },
  ],
}

/** A search in {@link FOUND} that notes the texts and depth of every call. */
function searching(depth = 10) {
  const searched: { texts: string[]; most: number }[] = []
  const stage = retrieve({
    name: 'lexical',
    origin: 'words',
    part: 'bm25',
    settings: { depth },
    depth,
    async search(texts, most) {
      searched.push({ texts, most })
      return texts.map((text) => (FOUND[text] ?? []).slice(0, most))
    },
    async rate(texts, tools) {
      return texts.map((text) => ({
        hits: (FOUND[text] ?? []).filter(({ key }) => tools.includes(key)),
        spread: { mean: 2, deviation: text.length },
      }))
    },
    scale: (_, { mean, deviation }) => ({ from: mean, unit: deviation }),
  })
  return { searched, stage, pipeline: pipe(stage) }
}

const planOf = (...steps: string[][]): QueryPlan => ({
  shape: 'plan',
  query: queryOf('q'),
  steps: steps.map((variations) => ({ text: variations[0] ?? '', variations })),
  kept: [],
})

describe('retrieving', () => {
  it('gives the ranking of a single text, with source, rank and matched terms', async () => {
    const plan = planOf(['mail'])
    const part = { kind: 'score', source: 'bm25', origin: 'words' }
    expect(await run(searching().pipeline, plan, runCall())).toEqual({
      shape: 'ranking',
      plan,
      order: 'score',
      tools: [
        {
          tool: 'send',
          score: 5,
          witnesses: [{ ...part, score: 5, rank: 1, terms: { mail: 5 } }],
        },
        {
          tool: 'find',
          score: 3,
          witnesses: [{ ...part, score: 3, rank: 2, terms: { mail: 3 } }],
        },
      ],
    })
  })

  it('keeps for each tool its best over all texts of a plan, ties by tool id', async () => {
    const plan = planOf(['mail'], ['message'])
    const { tools } = await run(searching().pipeline, plan, runCall())
    expect(tools.map(({ tool, score }) => [tool, score])).toEqual([
      ['send', 5],
      ['find', 4],
      ['archive', 3],
    ])
    const ranks = tools.map(({ witnesses }) => scorePartsOf(witnesses)[0]?.rank)
    expect(ranks).toEqual([1, 2, 3])
  })

  it('tells also the terms that only another text matched, as adding nothing', async () => {
    const plan = planOf(['mail'], ['message'])
    const { tools } = await run(searching().pipeline, plan, runCall())
    const terms = tools.map(({ witnesses }) => scorePartsOf(witnesses)[0]?.terms)
    expect(terms).toEqual([{ mail: 5, message: 0 }, { mail: 0, message: 4 }, undefined])
  })

  it('gives no more than depth, also of several texts', async () => {
    const { tools } = await run(searching(2).pipeline, planOf(['mail', 'message']), runCall())
    expect(namesOf({ tools })).toEqual(['send', 'find'])
  })

  it('searches the variations of all steps in one call, each text once', async () => {
    const { pipeline, searched } = searching()
    await run(pipeline, planOf(['mail', 'message'], ['message', 'letter']), runCall())
    expect(searched).toEqual([{ texts: ['mail', 'message', 'letter'], most: 10 }])
  })

  it('searches nothing for a plan without steps', async () => {
    const { pipeline, searched } = searching()
    expect((await run(pipeline, planOf(), runCall())).tools).toEqual([])
    expect(searched).toEqual([])
  })

  it('finds nothing where nothing matches', async () => {
    const { tools } = await run(searching().pipeline, planOf(['letter']), runCall())
    expect(tools).toEqual([])
  })

  it('rates tools by their best over all texts, on the scale of what these spread on average', async () => {
    const { stage } = searching(1)
    const plan = planOf(['mail'], ['message'])
    const rated = await stage.rate?.(plan, [id('find'), id('archive')], {} as Step)
    expect(rated).toEqual({
      tools: [
        {
          tool: 'find',
          score: 4,
          witnesses: [
            {
              kind: 'score',
              source: 'bm25',
              origin: 'words',
              score: 4,
              terms: { mail: 0, message: 4 },
            },
          ],
        },
        {
          tool: 'archive',
          score: 3,
          witnesses: [{ kind: 'score', source: 'bm25', origin: 'words', score: 3 }],
        },
      ],
      scale: { from: 2, unit: 5.5 },
    })
    expect((await stage.rate?.(planOf(), [id('find')], {} as Step))?.tools).toEqual([])
  })

  it('looks beyond its depth in a run that explains, and gives the same', async () => {
    const { pipeline, searched } = searching(1)
    const plan = planOf(['mail', 'message'])
    const plain = await run(pipeline, plan, runCall())
    const { output, steps } = await recorded(pipeline, plan, { explaining: true })
    expect(searched.map(({ most }) => most)).toEqual([1, Infinity])
    expect(namesOf(output)).toEqual(namesOf(plain))
    expect(steps[0]?.step.dropped).toEqual([
      {
        why: 'beyond the first 1',
        firstRank: 2,
        tools: [
          expect.objectContaining({ tool: 'find', score: 4 }),
          expect.objectContaining({ tool: 'archive', score: 3 }),
        ],
      },
    ])
  })
})
