import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryOf } from '../../../src-main/domain/query/query'
import {
  askModel,
  withBudget,
  withCache,
  namesInWordsOf,
  withPromptOverrides,
  type Ask,
  type AskCall,
} from '../../../src-main/pipeline/ask'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { varyAnyStep } from '../../../src-main/pipeline/prompts/vary-step'
import { run } from '../../../src-main/pipeline/runner'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe } from '../../../src-main/pipeline/stage'
import { watched } from '../../../src-main/pipeline/watch'
import { manualClock } from '../../fakes/clock'
import { namesOf, retriever } from '../../fakes/retrievers'
import { rewriting } from '../../fakes/rewriting'
import { runCall } from '../../fakes/run-call'
import { memoryCache, scriptedModel } from '../../fakes/scripted-model'

const colour = {
  id: 'colour',
  version: 3,
  answer: z.object({ colour: z.enum(['red', 'green']) }),
  text: (thing: string) => `Which colour has ${thing}?`,
}
const call = { signal: new AbortController().signal }

describe('asking a model', () => {
  it('sends the text with the schema of the answer, and gives the answer checked', async () => {
    const model = scriptedModel({ Which: () => ({ colour: 'red', shade: 'dark' }) })
    const asked = await askModel(model)(colour, 'a rose', call)
    expect(asked.answer).toEqual({ colour: 'red' })
    expect(asked.call).toEqual({
      prompt: 'colour@3',
      promptTokens: 'Which colour has a rose?'.length,
      answerTokens: '{"colour":"red","shade":"dark"}'.length,
      cached: false,
      repaired: false,
    })
    expect(model.questions[0]).toMatchObject({
      text: 'Which colour has a rose?',
      schema: { properties: { colour: { enum: ['red', 'green'] } } },
    })
  })

  it.each([
    ['no JSON', 'Red, I think.'],
    ['other JSON', { colour: 'blue' }],
    ['endless', `"${'x'.repeat(200_001)}"`],
  ])('asks once more, with the fault named, where the answer is %s', async (_, first) => {
    const answers: unknown[] = [first, { colour: 'green' }]
    const model = scriptedModel({ Which: () => answers.shift() })
    const { answer, call: made } = await askModel(model)(colour, 'grass', call)
    expect(answer).toEqual({ colour: 'green' })
    expect(made).toMatchObject({ repaired: true })
    expect(made.promptTokens).toBeGreaterThan(2 * 'Which colour has grass?'.length)
    expect(model.questions[1]?.text).toMatch(/^Which colour has grass\?\n\nYour last answer could/)
  })

  it('gives up after the second try, and says what it cost', async () => {
    const model = scriptedModel({ Which: () => 'none' })
    await expect(askModel(model)(colour, 'air', call)).rejects.toMatchObject({
      message: "the model's answer does not fit: it is not JSON",
      call: { prompt: 'colour@3', repaired: true },
    })
    expect(model.questions).toHaveLength(2)
  })
})

describe('a cache', () => {
  const setUp = () => {
    const model = scriptedModel({ Which: () => ({ colour: 'red' }) })
    const cache = memoryCache()
    const ask = withCache(askModel(model), { cache, model: model.fingerprint })
    return { model, cache, ask }
  }

  it('gives the same answer to the same words for nothing', async () => {
    const { model, ask } = setUp()
    await ask(colour, 'a rose', call)
    const again = await ask(colour, 'a rose', call)
    expect(again).toEqual({
      answer: { colour: 'red' },
      call: { prompt: 'colour@3', promptTokens: 0, answerTokens: 0, cached: true, repaired: false },
    })
    await ask(colour, 'a tulip', call)
    expect(model.questions).toHaveLength(2)
  })

  it('asks again for another version of a prompt, and for another model', async () => {
    const { model, cache, ask } = setUp()
    await ask(colour, 'a rose', call)
    await ask({ ...colour, version: 4 }, 'a rose', call)
    await withCache(askModel(model), { cache, model: 'other' })(colour, 'a rose', call)
    expect(model.questions).toHaveLength(3)
  })

  it('asks again where what it kept does not fit', async () => {
    const { model, cache, ask } = setUp()
    await ask(colour, 'a rose', call)
    for (const key of cache.kept.keys()) cache.kept.set(key, '{"colour":')
    expect((await ask(colour, 'a rose', call)).answer).toEqual({ colour: 'red' })
    expect(model.questions).toHaveLength(2)
  })
})

describe('a budget', () => {
  it('refuses what goes beyond it; what is cached costs nothing', async () => {
    const model = scriptedModel({ Which: () => ({ colour: 'red' }) })
    const cache = memoryCache()
    const ask = withCache(withBudget(askModel(model), 1), { cache, model: model.fingerprint })
    await ask(colour, 'a rose', call)
    await ask(colour, 'a rose', call)
    await expect(ask(colour, 'a tulip', call)).rejects.toMatchObject({ code: 'bad-input' })
  })
})

const { signal } = new AbortController()
const INPUT = { text: 'book a room', most: 2 }
const answers = { texts: ['reserve a room'] }

describe('prompts in the words of a workspace', () => {
  it('are asked so, and answers to other words are not taken for theirs', async () => {
    const model = scriptedModel({ Say: () => answers, Tell: () => ({ texts: ['own'] }) })
    const cached = withCache(askModel(model), { cache: memoryCache(), model: 'scripted' })
    const own = withPromptOverrides(cached, new Map([[varyAnyStep.id, 'Tell me more.']]))
    const first = await cached(varyAnyStep, INPUT, { signal })
    const reworded = await own(varyAnyStep, INPUT, { signal })
    expect([first.answer, reworded.answer]).toEqual([answers, { texts: ['own'] }])
    expect([first.call.prompt, reworded.call.prompt]).toEqual([
      'vary-step@2',
      expect.stringMatching(/^vary-step@2\+[0-9a-f]{12}$/),
    ])
    expect((await own(varyAnyStep, INPUT, { signal })).call.cached).toBe(true)
    expect(model.questions).toHaveLength(2)
  })

  it('have names of their own where they are worded otherwise', () => {
    const fixed = { id: 'fixed', version: 3, answer: z.string(), text: () => '' }
    const names = namesInWordsOf(
      new Map([
        [varyAnyStep.id, 'Tell.'],
        ['fixed', 'x'],
      ]),
      [varyAnyStep, fixed],
    )
    expect(names).toEqual([expect.stringMatching(/^vary-step@2\+/), 'fixed@3'])
    expect(namesInWordsOf(new Map(), [varyAnyStep])).toEqual(['vary-step@2'])
  })
})

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
