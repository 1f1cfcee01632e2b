import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src-main/domain/problem'
import {
  queryOf,
  type QueryPlan,
  type Ranking,
  type ToolSet,
} from '../../../src-main/domain/query/query'
import { askModel } from '../../../src-main/pipeline/ask'
import { eachStep, fuse } from '../../../src-main/pipeline/combine'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { traceOf } from '../../../src-main/pipeline/record'
import { emptyTally, prepare, run, sweep, type Recording } from '../../../src-main/pipeline/runner'
import { adaptiveSize, topK } from '../../../src-main/pipeline/selection/top-k'
import { sharing } from '../../../src-main/pipeline/sharing'
import { pipe, stage, type Source } from '../../../src-main/pipeline/stage'
import { watched } from '../../../src-main/pipeline/watch'
import { id } from '../../fakes/catalog-tool'
import { fakeClock } from '../../fakes/clock'
import { firstOnly, namesOf, retriever } from '../../fakes/retrievers'
import { rewriting } from '../../fakes/rewriting'
import { recorded, runCall } from '../../fakes/run-call'
import { scriptedModel } from '../../fakes/scripted-model'

const mail = queryOf('send a mail')
const searching = (...tools: string[]) => pipe(planAsIs()).to(retriever('some', tools))

describe('the trace', () => {
  it('holds each step with its path, settings, notes, output and time, in order', async () => {
    const { steps } = await recorded(searching('a', 'b').to(topK()), mail, {
      k: 1,
      clock: fakeClock(3),
    })
    expect(traceOf(steps)).toEqual([
      {
        path: 'plan',
        stage: 'plan',
        settings: {},
        notes: {},
        output: {
          shape: 'plan',
          steps: [{ text: 'send a mail', variations: ['send a mail'] }],
          kept: [],
        },
        latencyMs: 3,
        calls: [],
        degraded: [],
        dropped: [],
        shared: false,
        branches: [],
      },
      expect.objectContaining({
        path: 'some',
        settings: { tools: 'a,b' },
        output: expect.objectContaining({ order: 'score', count: 2 }),
      }),
      expect.objectContaining({
        path: 'select',
        notes: { k: 1 },
        dropped: [{ why: 'below the cut at k = 1', count: 1 }],
        output: expect.objectContaining({ size: 'k', count: 1 }),
      }),
    ])
  })

  it('names branches by label, and stages of one name by number', async () => {
    const inner = pipe(retriever('one', ['a']))
    const pipeline = pipe(planAsIs()).to(
      fuse(firstOnly, { words: inner, meaning: retriever('one', ['b']) }),
    )
    const { steps } = await recorded(pipeline, mail)
    expect(steps.map(({ path }) => path)).toEqual(['plan', 'first only'])
    expect(steps[1]?.branches.map(({ label, steps: [first] }) => [label, first?.path])).toEqual([
      ['words', 'first only/words/one'],
      ['meaning', 'first only/meaning/one'],
    ])
    const twice = await recorded(pipe(rewriting).to(rewriting), mail)
    expect(twice.steps.map(({ path }) => path)).toEqual(['rewrite', 'rewrite#2'])
  })

  it('is written nowhere when not wanted, and says so to the stages', async () => {
    const told: boolean[] = []
    const pipeline = pipe(planAsIs()).to(
      fuse(firstOnly, { one: retriever('some', ['a'], (_, step) => told.push(step.recorded)) }),
    )
    await run(pipeline, mail, runCall())
    await recorded(pipeline, mail)
    expect(told).toEqual([false, true])
  })

  it('shows the first tools of long lists and counts them all', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `tool-${at}`)
    const { steps } = await recorded(searching(...many), mail)
    const output = traceOf(steps)[1]?.output
    expect(output).toMatchObject({ shape: 'ranking', count: 10_000 })
    expect(output?.shape === 'ranking' && output.tools).toHaveLength(100)
  })

  it('shows of each tool the witnesses that its step added, and of branches theirs', async () => {
    const witness = { kind: 'score', source: 'bm25', score: 1 } as const
    const share = { kind: 'score', source: 'rrf bm25', score: 0.5 } as const
    const search = stage<QueryPlan, Ranking>({
      ...retriever('bm25', []),
      run: (plan) => ({
        shape: 'ranking',
        plan,
        order: 'score',
        tools: [{ tool: id('a'), score: 1, witnesses: [witness] }],
      }),
    })
    const method = {
      name: 'rrf',
      settings: {},
      fuse: ([first]: Ranking[]) => ({
        tools: (first?.tools ?? []).map((tool) => ({
          ...tool,
          witnesses: [...tool.witnesses, share],
        })),
      }),
    }
    const pipeline = pipe(planAsIs())
      .to(fuse(method, { words: search }))
      .to(topK())
    const { steps, output } = await recorded(pipeline, mail)
    const [, fused, select] = traceOf(steps)
    const witnessesIn = (step: typeof fused) =>
      step?.output.shape === 'ranking' || step?.output.shape === 'tool-set'
        ? step.output.tools[0]?.witnesses
        : undefined
    expect(witnessesIn(fused?.branches[0]?.steps[0])).toEqual([witness])
    expect(witnessesIn(fused)).toEqual([share])
    expect(witnessesIn(select)).toEqual([])
    expect(output.tools[0]?.witnesses).toEqual([witness, share])
  })
})

describe('asking a model', () => {
  it('counts what it cost, in the step and in the whole', async () => {
    const model = scriptedModel({ 'Rewrite:': () => ({ text: 'mail someone' }) })
    const { output, steps, call } = await recorded(pipe(rewriting), mail, { ask: askModel(model) })
    expect(output.text).toBe('mail someone')
    const made = {
      prompt: 'rewrite@1',
      promptTokens: 20,
      answerTokens: 23,
      cached: false,
      repaired: false,
    }
    expect(steps[0]?.step.calls).toEqual([made])
    expect(call.tally).toEqual({ ...emptyTally(), calls: [made] })
  })

  it('passes the input on where no model is connected, and says so', async () => {
    const { output, steps, call } = await recorded(pipe(rewriting), mail)
    expect(output).toEqual(mail)
    expect(steps[0]?.step.degraded).toEqual(['no language model is connected'])
    expect(call.tally.degraded).toEqual(['No language model is connected (Rephrase the request).'])
  })

  it('counts degradation also where nothing is recorded', async () => {
    const tally = emptyTally()
    await run(pipe(rewriting), mail, runCall({ tally }))
    expect(tally.degraded).toEqual(['No language model is connected (Rephrase the request).'])
  })

  it('goes on where the model is out of reach, but not where it is stopped', async () => {
    const ask = () => Promise.reject(new Problem('unavailable', 'Ollama does not answer.'))
    const { steps } = await recorded(pipe(rewriting), mail, { ask })
    expect(steps[0]?.step.degraded).toEqual(['Ollama does not answer.'])
    const stop = new AbortController()
    const stopped = () => {
      stop.abort()
      return Promise.reject(new Problem('unavailable', 'Cut off.'))
    }
    await expect(
      run(pipe(rewriting), mail, runCall({ ask: stopped, signal: stop.signal })),
    ).rejects.toThrow('aborted')
  })
})

describe('what may leave', () => {
  it('is held against the filter, whichever stage brought it', async () => {
    const admitted = new Set([id('a'), id('c')])
    const { output, steps } = await recorded(searching('a', 'b', 'c').to(topK()), mail, {
      admitted,
    })
    expect(namesOf(output)).toEqual(['a', 'c'])
    expect(steps.at(-1)?.step.dropped).toEqual([
      { why: 'kept back by the filters', tools: [expect.objectContaining({ tool: 'b' })] },
    ])
    const own = await run(searching('b').to(adaptiveSize()), mail, runCall({ admitted }))
    expect(own.tools).toEqual([])
  })

  it('is held against the filter of each run, also where both share the set', async () => {
    const shared = sharing(() => true)
    const pipeline = searching('a', 'b', 'c').to(topK())
    const askedOf = async (...names: string[]) => {
      const admitted = new Set(names.map(id))
      const { output, steps } = await recorded(pipeline, mail, { admitted, sharing: shared })
      return [namesOf(output), steps.at(-1)?.step.dropped.map(({ tools }) => namesOf({ tools }))]
    }
    expect(await askedOf('a', 'b')).toEqual([['a', 'b'], [['c']]])
    expect(await askedOf('c')).toEqual([['c'], [['a', 'b']]])
    expect(await askedOf('a', 'b', 'c')).toEqual([['a', 'b', 'c'], []])
  })
})

describe('a sweep over k', () => {
  const planner = (model: ReturnType<typeof scriptedModel>) => ({
    ask: askModel(model),
    pipeline: pipe(rewriting)
      .to(searching('a', 'b', 'c', 'd'))
      .to(topK()),
  })

  it('runs everything once where a larger k only gives more of the same', async () => {
    const model = scriptedModel({ 'Rewrite:': () => ({ text: 'mail' }) })
    const { ask, pipeline } = planner(model)
    const ks = Array.from({ length: 20 }, (_, at) => at + 1)
    const sets = await sweep(pipeline, mail, { ...runCall({ ask }), ks })
    expect(sets.map(({ tools }) => tools.length)).toEqual([1, 2, 3, ...Array<number>(17).fill(4)])
    expect(model.questions).toHaveLength(1)
  })

  it('plans once also where each k gives other tools, and then runs on for each', async () => {
    const model = scriptedModel({ 'Rewrite:': () => ({ text: 'mail' }) })
    const { ask } = planner(model)
    let searches = 0
    const shares = eachStep(
      retriever('some', ['a', 'b', 'c'], () => searches++),
      {
        name: 'lists of k',
        settings: {},
        shares: (k) => [k],
        join: ([first], { k }) => ({ tools: (first?.tools ?? []).slice(-k) }),
      },
    )
    const pipeline = pipe(rewriting).to(planAsIs()).to(shares).to(topK())
    const ks = Array.from({ length: 20 }, (_, at) => at + 1)
    const sets = await sweep(pipeline, mail, { ...runCall({ ask }), ks })
    expect(sets.slice(0, 3).map(namesOf)).toEqual([['c'], ['b', 'c'], ['a', 'b', 'c']])
    expect(model.questions).toHaveLength(1)
    expect(searches).toBe(20)
  })

  it('gives the same as a run for each k alone', async () => {
    const pipeline = searching('a', 'b', 'c').to(topK({ threshold: 0.5 }))
    const sets = await sweep(pipeline, mail, { ...runCall(), ks: [1, 2, 3] })
    for (const [at, k] of [1, 2, 3].entries()) {
      expect(sets[at]?.tools).toEqual((await run(pipeline, mail, runCall({ k }))).tools)
    }
  })

  it('gives it also where tools are kept back by the filters', async () => {
    const pipeline = searching('a', 'b', 'c', 'd').to(topK())
    const admitted = new Set([id('a'), id('c')])
    const ks = [1, 2, 3, 4]
    const sets = await sweep(pipeline, mail, { ...runCall({ admitted }), ks })
    expect(sets.map(namesOf)).toEqual([['a'], ['a'], ['a', 'c'], ['a', 'c']])
  })

  it('is recorded for the largest k alone, and once', async () => {
    const pipeline = searching('a', 'b', 'c').to(topK())
    const same = searching('a', 'b', 'c').to(topK({ threshold: 0 }))
    const admitted = new Set([id('a'), id('c')])
    for (const each of [pipeline, same]) {
      const recording: Recording = { steps: [], explaining: false }
      await sweep(each, mail, { ...runCall({ recording, admitted }), ks: [1, 3, 3, 2] })
      expect(recording.steps.map(({ stage: { name }, notes }) => [name, notes])).toEqual([
        ['plan', {}],
        ['some', {}],
        ['select', { k: 3 }],
      ])
    }
  })

  it('leaves a set whole whose size the recipe decides', async () => {
    const sets = await sweep(searching('a', 'b', 'c').to(adaptiveSize()), mail, {
      ...runCall(),
      ks: [1, 2],
    })
    expect(sets.map(namesOf)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })
})

describe('preparing', () => {
  it('gets every source ready once, with whom to tell', async () => {
    const prepared: unknown[] = []
    const source: Source = { key: 'words', prepare: async (call) => void prepared.push(call) }
    const search = stage<QueryPlan, Ranking>({ ...retriever('some', []), sources: [source] })
    const call = { onProgress: () => undefined }
    await prepare(pipe(planAsIs()).to(fuse(firstOnly, { one: search, two: search })), call)
    expect(prepared).toEqual([call])
  })
})

describe('a stage that fails', () => {
  const broken = (run: () => Ranking | Promise<Ranking>) =>
    pipe(planAsIs()).to(stage<QueryPlan, Ranking>({ ...retriever('broken', []), run }))

  it('fails the pipeline with its name', async () => {
    const throwing = broken(() => {
      throw new Error('The index is gone.')
    })
    const rejecting = broken(() => Promise.reject(new Error('The index is gone.')))
    for (const pipeline of [throwing, rejecting]) {
      await expect(run(pipeline, mail, runCall())).rejects.toThrow(
        'The stage “broken” failed: The index is gone.',
      )
    }
  })

  it('is named once, also from inside another', async () => {
    const pipeline = pipe(planAsIs()).to(
      fuse(firstOnly, {
        fine: retriever('some', ['a']),
        inner: stage<QueryPlan, Ranking>({
          ...retriever('broken', []),
          run: () => Promise.reject(new Error('Gone.')),
        }),
      }),
    )
    await expect(run(pipeline, mail, runCall())).rejects.toThrow(
      /^The stage “broken” failed: Gone\.$/,
    )
  })

  it('keeps a problem as people should read it', async () => {
    const problem = new Problem('unavailable', 'Ollama does not answer.', 'Start it.')
    const pipeline = broken(() => Promise.reject(problem))
    await expect(run(pipeline, mail, runCall())).rejects.toBe(problem)
  })

  it.each([
    ['nothing', undefined],
    ['another shape', mail],
    ['a ranking without tools', { shape: 'ranking', plan: {}, order: 'score' }],
  ])('is told when it gives %s', async (_, given) => {
    const pipeline = broken(() => given as unknown as Ranking)
    await expect(run(pipeline, mail, runCall())).rejects.toThrow(
      /The stage “broken” failed: it gave .* instead of a ranking/,
    )
  })

  it('is given up when it gives nothing for too long', async () => {
    const pipeline = broken(() => new Promise<Ranking>(() => undefined))
    const { signal } = new AbortController()
    const clock = fakeClock()
    const answer = watched({ signal, clock, limitMs: 5000 }, (watch, either) =>
      run(pipeline, mail, runCall({ signal: either, watch, clock })),
    )
    await expect(answer).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The stage “broken” gave nothing for 5 seconds and was given up.',
    })
  })

  it('does not keep a stop waiting that it does not listen to', async () => {
    const stop = new AbortController()
    const pipeline = broken(() => new Promise<Ranking>(() => undefined))
    const answer = watched({ signal: stop.signal, clock: fakeClock() }, (watch, signal) =>
      run(pipeline, mail, runCall({ signal, watch })),
    )
    stop.abort(new Error('Stopped by the user.'))
    await expect(answer).rejects.toThrow('Stopped by the user.')
  })
})

describe('stopping', () => {
  it('happens before the next stage starts', async () => {
    const stop = new AbortController()
    const started: string[] = []
    const pipeline = pipe(planAsIs())
      .to(retriever('some', ['a'], () => stop.abort(new Error('Stopped by the user.'))))
      .to(
        stage<Ranking, ToolSet>({
          ...topK(),
          run: () => {
            started.push('select')
            throw new Error('Too late.')
          },
        }),
      )
    await expect(run(pipeline, mail, runCall({ signal: stop.signal }))).rejects.toThrow(
      'Stopped by the user.',
    )
    expect(started).toEqual([])
  })

  it('reaches the branches', async () => {
    const stop = new AbortController()
    const signals: AbortSignal[] = []
    const listen = (name: string) =>
      retriever(name, [], (_, { signal }) => void signals.push(signal))
    const pipeline = pipe(planAsIs()).to(
      fuse(firstOnly, { one: listen('one'), two: listen('two') }),
    )
    await run(pipeline, mail, runCall({ signal: stop.signal }))
    stop.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })
})
