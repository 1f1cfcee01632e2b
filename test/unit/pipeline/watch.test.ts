import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  queryOf,
  type Query,
  type QueryPlan,
  type Ranking,
} from '../../../src-main/domain/query/query'
import type { Ask } from '../../../src-main/pipeline/ask'
import { fuse, when } from '../../../src-main/pipeline/combine'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { run } from '../../../src-main/pipeline/runner'
import { pipe, stage, type Stage } from '../../../src-main/pipeline/stage'
import { STAGE_LIMIT_MS, watched, type Watch } from '../../../src-main/pipeline/watch'
import { manualClock } from '../../fakes/clock'
import { firstOnly, retriever } from '../../fakes/retrievers'
import { runCall } from '../../fakes/run-call'

const never = () => new Promise<never>(() => undefined)

type Work = (watch: Watch, signal: AbortSignal, clock: ReturnType<typeof manualClock>) => unknown

/** Watched work with a limit of ten seconds, on a clock that is moved by hand. */
function start(work: Work) {
  const clock = manualClock()
  const stop = new AbortController()
  const answer = watched({ signal: stop.signal, clock, limitMs: 10_000 }, async (watch, signal) =>
    work(watch, signal, clock),
  )
  // Taken by the test itself where it matters.
  answer.catch(() => undefined)
  return { clock, stop, answer }
}

describe('watched work', () => {
  it('gives what it gives, and is watched no longer', async () => {
    const { answer, clock } = start(async (watch) => {
      watch.leave(watch.enter('search'))
      return 'found'
    })
    expect(clock.watchers).toBe(1)
    expect(await answer).toBe('found')
    expect(clock.watchers).toBe(0)
  })

  it('fails as it fails, and is watched no longer', async () => {
    const { answer, clock } = start(() => Promise.reject(new Error('The index is gone.')))
    await expect(answer).rejects.toThrow('The index is gone.')
    expect(clock.watchers).toBe(0)
  })

  it('is not begun where it is stopped already', async () => {
    const begun: string[] = []
    const signal = AbortSignal.abort(new Error('Stopped by the user.'))
    const answer = watched({ signal, clock: manualClock() }, async () => begun.push('work'))
    await expect(answer).rejects.toThrow('Stopped by the user.')
    expect(begun).toEqual([])
  })

  it('may take longer than the limit as long as no stage of it does', async () => {
    const moving = Promise.withResolvers<Watch>()
    const done = Promise.withResolvers<string>()
    const { answer, clock } = start((watch) => {
      moving.resolve(watch)
      return done.promise
    })
    const watch = await moving.promise
    for (const stage of ['plan', 'search', 'rerank']) {
      const running = watch.enter(stage)
      clock.moveOn(9000)
      watch.leave(running)
    }
    clock.moveOn(60_000)
    done.resolve('found')
    expect(await answer).toBe('found')
  })
})

describe('a stage that hangs', () => {
  it('ends the work at the limit, named, with what to do', async () => {
    const { answer, clock } = start((watch) => {
      watch.enter('rerank')
      return never()
    })
    clock.moveOn(10_000)
    clock.moveOn(1)
    await expect(answer).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The stage “rerank” gave nothing for 10 seconds and was given up.',
      fix: expect.stringContaining('Try again'),
    })
    expect(clock.watchers).toBe(0)
  })

  it('is told apart from those beside it that are younger or done', async () => {
    const { answer, clock } = start((watch, _, own) => {
      const done = watch.enter('words')
      watch.enter('meaning')
      own.moveOn(5000)
      watch.enter('history')
      watch.leave(done)
      return never()
    })
    clock.moveOn(5001)
    await expect(answer).rejects.toThrow('The stage “meaning” gave nothing')
  })

  it('is told apart from another of the same name that ended', async () => {
    const { answer, clock } = start((watch, _, own) => {
      const first = watch.enter('search')
      own.moveOn(9000)
      watch.enter('search')
      watch.leave(first)
      return never()
    })
    const ended = { yet: false }
    answer.catch(() => (ended.yet = true))
    clock.moveOn(9000)
    await new Promise(setImmediate)
    expect(ended).toEqual({ yet: false })
    clock.moveOn(1001)
    await expect(answer).rejects.toThrow('The stage “search” gave nothing')
  })

  it('is told to stop, so that it does not go on unseen', async () => {
    const signals: AbortSignal[] = []
    const { answer, clock, stop } = start((watch, signal) => {
      signals.push(signal)
      watch.enter('rerank')
      return never()
    })
    clock.moveOn(10_001)
    await expect(answer).rejects.toThrow('rerank')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(stop.signal.aborted).toBe(false)
  })

  it('has ten minutes where nothing else is said: a large model on a slow machine needs them', async () => {
    const clock = manualClock()
    const { signal } = new AbortController()
    const answer = watched({ signal, clock }, (watch) => {
      watch.enter('rerank')
      return never()
    })
    answer.catch(() => undefined)
    expect(STAGE_LIMIT_MS).toBe(600_000)
    clock.moveOn(STAGE_LIMIT_MS + 1)
    await expect(answer).rejects.toThrow('gave nothing for 600 seconds')
  })
})

describe('a stop', () => {
  it('ends the work at once and reaches it, whether or not it listens', async () => {
    const signals: AbortSignal[] = []
    const { answer, stop, clock } = start((_, signal) => {
      signals.push(signal)
      return never()
    })
    stop.abort(new Error('Stopped by the user.'))
    await expect(answer).rejects.toThrow('Stopped by the user.')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(clock.watchers).toBe(0)
  })
})

/**
 * Runs the retriever where a stage is given up after ten seconds, on a clock that is moved by hand.
 */
function runWatched(retrieving: Stage<QueryPlan, Ranking>, ask?: Ask) {
  const clock = manualClock()
  const { signal } = new AbortController()
  const answer = watched({ signal, clock, limitMs: 10_000 }, (watch, either) =>
    run(
      pipe(planAsIs()).to(retrieving),
      queryOf('mail'),
      runCall({ signal: either, watch, clock, ask }),
    ),
  )
  return { clock, answer }
}

const rewrite = {
  id: 'rewrite',
  version: 1,
  answer: z.object({ text: z.string() }),
  text: ({ text }: Query) => `Rewrite: ${text}`,
}

/** The plan of a ranking, searched once more. */
const again = (search: Stage<QueryPlan, Ranking>) =>
  stage<Ranking, Ranking>({
    ...retriever('again', []),
    run: ({ plan }, step) => search.run(plan, step),
  })

describe('of a run, the stage that hangs', () => {
  it('is the one named, not the stage around it', async () => {
    const search = stage<QueryPlan, Ranking>({
      ...retriever('search', []),
      run: (plan) => Promise.resolve({ shape: 'ranking', plan, order: 'score', tools: [] }),
    })
    const rerank = stage<Ranking, Ranking>({ ...retriever('rerank', []), run: never })
    const inner = pipe(search).to(rerank)
    const { clock, answer } = runWatched(fuse(firstOnly, { fine: retriever('a', []), inner }))
    await new Promise(setImmediate)
    clock.moveOn(10_001)
    await expect(answer).rejects.toThrow('The stage “rerank” gave nothing')
  })

  it('may be one around others, while it asks a model itself', async () => {
    const asking = when<QueryPlan, Ranking>(
      {
        name: 'is hard',
        prompts: [rewrite],
        test: async ({ query }, step) => (await step.ask(rewrite, query, { text: '' })).text !== '',
      },
      { gives: 'ranking', then: retriever('deep', []), otherwise: retriever('quick', []) },
    )
    const { clock, answer } = runWatched(asking, never)
    await new Promise(setImmediate)
    clock.moveOn(10_001)
    await expect(answer).rejects.toThrow('The stage “is hard” gave nothing')
  })

  it('is none as long as the stages inside others go on', async () => {
    const searched: (() => void)[] = []
    const search = stage<QueryPlan, Ranking>({
      ...retriever('search', []),
      run: async (plan) => {
        await new Promise<void>((resolve) => searched.push(resolve))
        return { shape: 'ranking', plan, order: 'score', tools: [] }
      },
    })
    const { clock, answer } = runWatched(fuse(firstOnly, { twice: pipe(search).to(again(search)) }))
    for (const at of [0, 1]) {
      await new Promise(setImmediate)
      clock.moveOn(9000)
      searched[at]?.()
    }
    expect((await answer).tools).toEqual([])
  })
})
