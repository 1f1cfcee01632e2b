import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  queryOf,
  type Query,
  type QueryPlan,
  type Ranking,
  type ToolSet,
} from '../../../src-main/domain/query/query'
import { fuse } from '../../../src-main/pipeline/combine'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { run } from '../../../src-main/pipeline/runner'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import {
  pipe,
  promptsOf,
  readsK,
  sourcesOf,
  stage,
  type Pipeline,
  type Source,
  type Stage,
} from '../../../src-main/pipeline/stage'
import { firstOnly, namesOf, retriever } from '../../fakes/retrievers'
import { runCall } from '../../fakes/run-call'

const mail = queryOf('send a mail')

describe('stages', () => {
  it('pass on what the one before gave', async () => {
    const pipeline = pipe(planAsIs())
      .to(retriever('some', ['a', 'b', 'c']))
      .to(topK())
    const set = await run(pipeline, mail, runCall({ k: 2 }))
    expect(set.query).toEqual(mail)
    expect(namesOf(set)).toEqual(['a', 'b'])
  })

  it('compile in the right order only', () => {
    const plan = pipe(planAsIs())
    const search = retriever('some', [])
    const select = topK()
    expectTypeOf(plan.to(search)).toEqualTypeOf<Pipeline<Query, Ranking>>()
    expectTypeOf(plan.to(search).to(select)).toEqualTypeOf<Pipeline<Query, ToolSet>>()
    expectTypeOf(fuse(firstOnly, { search })).toEqualTypeOf<Stage<QueryPlan, Ranking>>()
    // @ts-expect-error A plan cannot be cut to k.
    plan.to(select)
    // @ts-expect-error A query must be planned before it is searched.
    expectTypeOf(search).toEqualTypeOf<Stage<Query, Ranking>>()
    // @ts-expect-error A tool set is the end.
    pipe(select).to(search)
    // @ts-expect-error Only retrievers can be fused.
    fuse(firstOnly, { select })
    // @ts-expect-error A pipeline is held to its ends as a stage is.
    plan.to(pipe(search).to(select)).to(search)
    expect(
      plan
        .to(search)
        .to(select)
        .stages.map(({ name }) => name),
    ).toEqual(['plan', 'some', 'select'])
  })

  it('can be put together in any grouping and used again', async () => {
    const search = retriever('some', ['a', 'b'])
    const tail = pipe(search).to(topK())
    const left = pipe(planAsIs()).to(search).to(topK())
    const right = pipe(planAsIs()).to(tail)
    expect(right.stages.map(({ name }) => name)).toEqual(left.stages.map(({ name }) => name))
    const [one, other] = await Promise.all(
      [left, right].map((pipeline) => run(pipeline, mail, runCall())),
    )
    expect(one).toEqual(other)
  })
})

describe('a pipeline', () => {
  const source = (key: string): Source => ({ key, prepare: () => Promise.resolve() })
  const searching = (key: string) =>
    stage<QueryPlan, Ranking>({ ...retriever(key, []), sources: [source(key)] })

  it('names the sources of all stages, those inside others included, each once', () => {
    const pipeline = pipe(planAsIs()).to(
      fuse(firstOnly, {
        one: searching('words'),
        two: pipe(searching('meaning')),
        three: searching('words'),
      }),
    )
    expect(sourcesOf(pipeline).map(({ key }) => key)).toEqual(['words', 'meaning'])
    expect(promptsOf(pipeline)).toEqual([])
  })

  it('reads k where a stage inside does, and then may give other tools for it', () => {
    const cutting = stage<QueryPlan, Ranking>({ ...retriever('some', []), readsK: 'prefix' })
    expect(readsK(topK())).toBe('prefix')
    expect(readsK(cutting)).toBe('prefix')
    expect(readsK(fuse(firstOnly, { cutting }))).toBe('any')
    expect(readsK(fuse(firstOnly, { some: retriever('some', []) }))).toBeUndefined()
  })
})
