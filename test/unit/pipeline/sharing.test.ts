import { describe, expect, it } from 'vitest'
import {
  queryOf,
  type Query,
  type QueryPlan,
  type Ranking,
  type ToolSet,
} from '../../../src-main/domain/query/query'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { askModel } from '../../../src-main/pipeline/ask'
import { fuse } from '../../../src-main/pipeline/combine'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { emptyTally, run, sweep, type RunCall } from '../../../src-main/pipeline/runner'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { commonBeginnings, sharing, stageKey } from '../../../src-main/pipeline/sharing'
import { pipe, stage, type Source } from '../../../src-main/pipeline/stage'
import { firstOnly, namesOf, retriever } from '../../fakes/retrievers'
import { rewriting } from '../../fakes/rewriting'
import { recorded, runCall } from '../../fakes/run-call'
import { scriptedModel } from '../../fakes/scripted-model'

const mail = queryOf('send a mail')
const words: Source = { key: 'words', prepare: () => Promise.resolve() }

/** A retriever that counts how often it runs. */
function counted(name = 'search', settings: Record<string, string> = {}) {
  const count = { runs: 0 }
  const search = stage<QueryPlan, Ranking>({
    ...retriever(name, ['a', 'b'], () => count.runs++),
    settings,
    sources: [words],
  })
  return { count, search }
}

const all = () => true

describe('runs that begin alike', () => {
  it('compute their beginning once, whatever comes after it', async () => {
    const { count, search } = counted()
    const shared = sharing(all)
    const begin = pipe(planAsIs()).to(search)
    const first = await run(begin.to(topK()), mail, runCall({ sharing: shared, k: 1 }))
    const second = await run(
      begin.to(topK({ threshold: 1 })),
      mail,
      runCall({ sharing: shared, k: 2 }),
    )
    expect(count.runs).toBe(1)
    expect([namesOf(first), namesOf(second)]).toEqual([['a'], ['a']])
  })

  it('are recorded whole after a sweep that was recorded for its largest k', async () => {
    const shared = sharing(all)
    const pipeline = pipe(planAsIs())
      .to(retriever('search', ['a', 'b']))
      .to(topK({ threshold: 0 }))
    const recording = { steps: [], explaining: false }
    await sweep(pipeline, mail, { ...runCall({ sharing: shared, recording }), ks: [1, 2] })
    const { steps } = await recorded(pipeline, mail, { sharing: shared, k: 1 })
    expect(steps.map(({ step }) => step.stage.name)).toEqual(['plan', 'search', 'select'])
  })

  it('compute it once also where one of them runs it inside another stage', async () => {
    const { count, search } = counted()
    const shared = sharing(all)
    const alone = pipe(planAsIs()).to(search)
    const inside = pipe(planAsIs()).to(
      fuse(firstOnly, { one: search, two: retriever('other', []) }),
    )
    await run(alone, mail, runCall({ sharing: shared }))
    await run(inside, mail, runCall({ sharing: shared }))
    expect(count.runs).toBe(1)
  })

  it('compute apart what differs in query, settings, sources, or k where it is read', async () => {
    const shared = sharing(all)
    const runs = async (
      search: ReturnType<typeof counted>,
      over: Parameters<typeof runCall>[0],
    ) => {
      const begin = pipe(planAsIs()).to(search.search)
      await run(
        begin,
        over?.k === 9 ? queryOf('other') : mail,
        runCall({ ...over, sharing: shared }),
      )
      return search.count.runs
    }
    expect(await runs(counted('search', { depth: '1' }), {})).toBe(1)
    expect(await runs(counted('search', { depth: '2' }), {})).toBe(1)
    const other = counted('search', { depth: '1' })
    const sourced = {
      ...other,
      search: { ...other.search, sources: [{ ...words, key: 'meaning' }] },
    }
    expect(await runs(sourced, {})).toBe(1)
    const same = counted('search', { depth: '1' })
    expect(await runs(same, { k: 3 })).toBe(0)
    expect(await runs(same, { k: 9 })).toBe(1)
    const reading = counted('reader')
    const readsK = { ...reading, search: { ...reading.search, readsK: 'any' as const } }
    await runs(readsK, { k: 1 })
    expect(await runs(readsK, { k: 2 })).toBe(2)
  })

  it('tell in the trace what was shared, and count no model call twice', async () => {
    const model = scriptedModel({ 'Rewrite:': () => ({ text: 'mail' }) })
    const shared = sharing()
    const ask = askModel(model)
    const first = await recorded(pipe(rewriting), mail, { sharing: shared, ask })
    const second = await recorded(pipe(rewriting), mail, {
      sharing: shared,
      ask,
      tally: emptyTally(),
    })
    expect(model.questions).toHaveLength(1)
    expect([first, second].map(({ steps }) => steps[0]?.step.shared)).toEqual([false, true])
    expect(first.call.tally.calls[0]).toMatchObject({ cached: false })
    expect(second.call.tally.calls).toEqual([
      expect.objectContaining({ cached: true, promptTokens: 0, answerTokens: 0 }),
    ])
    expect(second.output).toEqual(first.output)
  })
})

describe('what is shared', () => {
  it('is by default what asks a model', async () => {
    const { count, search } = counted()
    const shared = sharing()
    const pipeline = pipe(planAsIs()).to(search)
    await run(pipeline, mail, runCall({ sharing: shared }))
    await run(pipeline, mail, runCall({ sharing: shared }))
    expect(count.runs).toBe(2)
  })

  it('is for several pipelines what more than one of them searches', () => {
    const { search } = counted()
    const other = counted('other').search
    const isShared = commonBeginnings([
      pipe(planAsIs()).to(search),
      pipe(planAsIs()).to(fuse(firstOnly, { one: search, two: other })),
    ])
    expect([search, other, planAsIs()].map(isShared)).toEqual([true, false, false])
  })

  it('is forgotten when it failed', async () => {
    let fails = true
    const search = stage<QueryPlan, Ranking>({
      ...retriever('search', ['a']),
      run: (plan) => {
        if (fails) throw new Error('Not now.')
        return { shape: 'ranking', plan, order: 'score', tools: [] }
      },
    })
    const shared = sharing(all)
    const pipeline = pipe(planAsIs()).to(search)
    await expect(run(pipeline, mail, runCall({ sharing: shared }))).rejects.toThrow('Not now.')
    fails = false
    expect((await run(pipeline, mail, runCall({ sharing: shared }))).tools).toEqual([])
  })

  it('is forgotten when it was degraded: the model is asked once it is there', async () => {
    const model = scriptedModel({ 'Rewrite:': () => ({ text: 'mail' }) })
    const shared = sharing()
    const without = await recorded(pipe(rewriting), mail, { sharing: shared })
    expect(without.call.tally.degraded).toEqual([
      'No language model is connected (Rephrase the request).',
    ])
    const ask = askModel(model)
    const withModel = await recorded(pipe(rewriting), mail, { sharing: shared, ask })
    expect(withModel.call.tally.degraded).toEqual([])
    expect(withModel.output).toMatchObject({ text: 'mail' })
    expect(model.questions).toHaveLength(1)
  })

  it('is nothing that followed on degraded work, neither in a run nor in a sweep', async () => {
    const model = scriptedModel({ 'Rewrite:': () => ({ text: 'mail' }) })
    // Finds one tool, named as the query.
    const search = stage<Query, ToolSet>({
      name: 'search',
      gives: 'tool-set',
      settings: {},
      readsK: 'any',
      run: (query) => ({
        shape: 'tool-set',
        query,
        size: 'k',
        tools: [{ tool: query.text as ToolId, witnesses: [] }],
      }),
    })
    const pipeline = pipe(rewriting).to(search)
    const found = async (call: RunCall) => [
      ...namesOf(await run(pipeline, mail, call)),
      ...(await sweep(pipeline, mail, { ...call, ks: [3] })).flatMap(namesOf),
    ]
    const shared = sharing(all)
    expect(await found(runCall({ sharing: shared }))).toEqual([mail.text, mail.text])
    const withModel = runCall({ sharing: shared, ask: askModel(model) })
    expect(await found(withModel)).toEqual(['mail', 'mail'])
  })

  it('is computed again where the run that computed it was stopped', async () => {
    const stop = new AbortController()
    let runs = 0
    const search = stage<QueryPlan, Ranking>({
      ...retriever('search', ['a']),
      run: (plan, { signal }) =>
        ++runs > 1
          ? { shape: 'ranking', plan, order: 'score', tools: [] }
          : new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error))
            }),
    })
    const shared = sharing(all)
    const pipeline = pipe(planAsIs()).to(search)
    const first = run(pipeline, mail, runCall({ sharing: shared, signal: stop.signal }))
    await new Promise(setImmediate)
    const second = run(pipeline, mail, runCall({ sharing: shared }))
    await new Promise(setImmediate)
    stop.abort()
    await expect(first).rejects.toThrow('aborted')
    expect((await second).tools).toEqual([])
    expect(runs).toBe(2)
  })

  it('is bounded: the least recently used goes first', async () => {
    const { count, search } = counted()
    const shared = sharing(all, 8)
    const pipeline = pipe(planAsIs()).to(search)
    const askAgain = async (text: string) => {
      const before = count.runs
      await run(pipeline, queryOf(text), runCall({ sharing: shared }))
      return count.runs - before
    }
    expect(await askAgain('one')).toBe(1)
    expect(await askAgain('two')).toBe(1)
    expect(await askAgain('one')).toBe(0)
    expect(await askAgain('three')).toBe(1)
    expect(await askAgain('one')).toBe(0)
    expect(await askAgain('two')).toBe(1)
  })
})

describe('the key of a stage', () => {
  it('tells name, settings, sources, prompts and what is inside', () => {
    const one = fuse(firstOnly, { words: retriever('bm25', ['a']) })
    const relabelled = fuse(firstOnly, { meaning: retriever('bm25', ['a']) })
    const deeper = fuse(firstOnly, { words: retriever('bm25', ['a', 'b']) })
    const same = fuse(firstOnly, { words: retriever('bm25', ['a']) })
    expect(stageKey(same)).toBe(stageKey(one))
    expect(new Set([one, relabelled, deeper].map(stageKey)).size).toBe(3)
  })
})
