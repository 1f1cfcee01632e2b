import { expect, it } from 'vitest'
import { queryOf } from '../../../src-main/domain/query'
import type { Ask, AskCall } from '../../../src-main/pipeline/ask'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { run } from '../../../src-main/pipeline/runner'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe } from '../../../src-main/pipeline/stage'
import { watched } from '../../../src-main/pipeline/watch'
import { manualClock } from '../../fakes/clock'
import { namesOf, retriever } from '../../fakes/retrievers'
import { rewriting } from '../../fakes/rewriting'
import { runCall } from '../../fakes/run-call'

const pipeline = pipe(rewriting)
  .to(planAsIs())
  .to(retriever('some', ['a']))
  .to(topK())

/** A run whose model takes five times four seconds, where a stage may give nothing for five. */
function askSlowly(sign: (call: AskCall) => void) {
  const clock = manualClock()
  const ask = (async (_prompt, _input, call) => {
    for (let turn = 0; turn < 5; turn++) {
      clock.moveOn(4000)
      sign(call)
      await Promise.resolve()
    }
    return { answer: { text: 'mail' }, call: {} }
  }) as Ask
  const { signal } = new AbortController()
  return watched({ signal, clock, limitMs: 5000 }, (watch, either) =>
    run(pipeline, queryOf('mail'), runCall({ signal: either, watch, clock, ask })),
  )
}

it('a stage that asks a slow model is not given up while there are signs that it works', async () => {
  expect(namesOf(await askSlowly(({ onSign }) => onSign?.()))).toEqual(['a'])
})

it('a stage that asks a model which gives no sign is given up', async () => {
  await expect(askSlowly(() => undefined)).rejects.toThrow('gave nothing for 5 seconds')
})
