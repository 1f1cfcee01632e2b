import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askModel, withBudget, withCache } from '../../../src-main/pipeline/ask'
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
