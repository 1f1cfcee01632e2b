// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, test } from 'vitest'
import { failure } from '../../../fakes/bridge'
import { leavePage, settle } from '../in-app'
import { ask, playground, QUERY, setK, SETTLED, withModel } from './playground'
import { sampleAnswer } from './sample-answer'

enableAutoUnmount(afterEach)

const note = (wrapper: VueWrapper) => {
  const found = wrapper.find('.answer-note')
  return found.exists() ? found.text().replace(/\s+/g, ' ') : ''
}
const select = async (wrapper: VueWrapper, recipe: string) => {
  await wrapper.get('select').setValue(recipe)
  await settle(SETTLED)
}

test('a query that was typed and not asked is there again after the page was loaded again', async () => {
  const before = await playground()
  await ask(before.wrapper)
  expect(sessionStorage.length).toBe(0)
  await before.wrapper.get('textarea').setValue('Book a room')
  leavePage(before.wrapper)
  const { wrapper, bridge } = await playground()
  expect(wrapper.get('textarea').element.value).toBe('Book a room')
  expect(bridge.inputsOf('query.run')).toEqual([])
  await ask(wrapper, 'Book a room')
  expect(sessionStorage.length).toBe(0)
})

describe('a change asks again at once', () => {
  test('of the recipe', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    await select(wrapper, 'bm25')
    expect(bridge.inputsOf('query.run').map(({ text, recipe }) => [text, recipe])).toEqual([
      [QUERY, 'hybrid'],
      [QUERY, 'bm25'],
    ])
    expect(note(wrapper)).toBe('')
  })

  test('of an option', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    await wrapper.get('[aria-label=Options]').trigger('click')
    const field = wrapper.findAll('.option input[type=number]')[0]
    await field?.setValue('0.4')
    await field?.trigger('change')
    expect(wrapper.text()).toContain('BM25 b 0.4')
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').map(({ options }) => options)).toEqual([{}, { b: 0.4 }])
    expect(note(wrapper)).toBe('')
  })

  test('of the embedder in the settings', async () => {
    const { wrapper, bridge, settings } = await playground({}, { embeds: false })
    await ask(wrapper)
    await settings.write({ embedder: 'ollama:nomic-embed-text' })
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').map(({ embedder }) => embedder)).toEqual([
      'builtin',
      'ollama:nomic-embed-text',
    ])
  })

  test('of the workspace, by another program too', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    bridge.change({ dir: '/home/ada/Pegboard/demo', revision: 5 })
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run')).toHaveLength(2)
  })

  test('of what was asked, not of what is typed meanwhile', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    await wrapper.get('textarea').setValue('Something else')
    await select(wrapper, 'bm25')
    expect(bridge.inputsOf('query.run').map(({ text }) => text)).toEqual([QUERY, QUERY])
    expect(note(wrapper)).toBe(`Answer to ${QUERY}`)
  })

  test('and of several in a row only once', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    for (const k of [4, 3, 2]) await setK(wrapper, k)
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').map(({ k }) => k)).toEqual([5, 2])
  })
})

describe('an answer that is not to what stands above it', () => {
  test('says what it answers while something else is typed', async () => {
    const { wrapper } = await playground()
    await ask(wrapper)
    expect(note(wrapper)).toBe('')
    await wrapper.get('textarea').setValue('Something else')
    expect(note(wrapper)).toBe(`Answer to ${QUERY}`)
  })

  test('is marked where the next query failed', async () => {
    const { wrapper } = await playground({
      'query.run': ({ text }) =>
        text === QUERY ? sampleAnswer(text, 5) : failure({ code: 'internal', message: 'Broken.' }),
    })
    await ask(wrapper)
    await ask(wrapper, 'Something else')
    expect(note(wrapper)).toBe(`Answer to the query before: ${QUERY}`)
    expect(wrapper.find('.result.old').exists()).toBe(true)
    await ask(wrapper)
    expect(note(wrapper)).toBe('')
    expect(wrapper.find('.result.old').exists()).toBe(false)
  })

  test('is marked where it could not be renewed, which is not tried for ever', async () => {
    const { wrapper, bridge } = await playground({
      'query.run': ({ text, recipe }) =>
        recipe === 'hybrid'
          ? sampleAnswer(text, 5)
          : failure({ code: 'internal', message: 'Broken.' }),
    })
    await ask(wrapper)
    await select(wrapper, 'bm25')
    await settle(SETTLED)
    expect(note(wrapper)).toBe('This answer is from before the change: Hybrid, k = 5.')
    expect(bridge.inputsOf('query.run')).toHaveLength(2)
  })

  test('is marked where the next one was stopped, and can be asked again', async () => {
    let hangs = false
    const { wrapper, bridge } = await playground({
      'query.run': ({ text }) => (hangs ? new Promise(() => undefined) : sampleAnswer(text, 5)),
    })
    await ask(wrapper)
    hangs = true
    await select(wrapper, 'bm25')
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await settle(SETTLED)
    expect(note(wrapper)).toContain('from before the change: Hybrid, k = 5.')
    hangs = false
    await wrapper.get('.answer-note button').trigger('click')
    await settle()
    expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({ recipe: 'bm25' })
    expect(note(wrapper)).toBe('')
  })

  test('never replaces the answer to a later query, however late it comes', async () => {
    const answered: (() => void)[] = []
    const { wrapper } = await playground({
      'query.run': ({ text }) =>
        new Promise((resolve) =>
          answered.push(() =>
            resolve({
              ...sampleAnswer(text, 5),
              everything: { tools: 4, promptTokens: text === QUERY ? 1111 : 2222 },
            }),
          ),
        ),
    })
    await ask(wrapper)
    await ask(wrapper, 'Something else')
    answered[1]?.()
    await settle()
    answered[0]?.()
    await settle()
    expect(wrapper.get('.sentence').text()).toContain('of 2,222')
    expect(note(wrapper)).toBe('')
  })
})

describe('a recipe that asks a model', () => {
  test('is not asked again by itself, but says what that would cost', async () => {
    const call = {
      prompt: 'rerank@1',
      promptTokens: 900,
      answerTokens: 100,
      cached: false,
      repaired: false,
    }
    const { wrapper, bridge } = await playground(
      {
        'query.run': ({ text, k, recipe }) => {
          const answer = sampleAnswer(text, k ?? 5)
          const [first, ...steps] = answer.trace ?? []
          return {
            ...answer,
            recipe,
            ...(first && { trace: [{ ...first, calls: [call, call] }, ...steps] }),
          }
        },
        ...withModel,
      },
      { asksModel: true },
    )
    await ask(wrapper)
    await setK(wrapper, 2)
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run')).toHaveLength(1)
    expect(note(wrapper)).toContain('This answer is from before the change: Hybrid, k = 5.')
    expect(note(wrapper)).toContain('asks a language model: 2 calls and 2,000 tokens the last time')
    await wrapper.get('.answer-note button').trigger('click')
    await settle()
    expect(bridge.inputsOf('query.run').map(({ k }) => k)).toEqual([5, 2])
    expect(note(wrapper)).toBe('')
  })

  test('is asked whenever a person asks', async () => {
    const { wrapper, bridge } = await playground(withModel, { asksModel: true })
    await ask(wrapper)
    await ask(wrapper, 'Something else')
    expect(bridge.inputsOf('query.run')).toHaveLength(2)
  })
})

describe('a recipe that would ask a model', () => {
  test('is asked again by itself where none is chosen, and waits once one is', async () => {
    const { wrapper, bridge, settings } = await playground({}, { asksModel: true })
    await ask(wrapper)
    await setK(wrapper, 2)
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').map(({ k }) => k)).toEqual([5, 2])
    expect(note(wrapper)).toBe('')
    await settings.write({ chatModel: 'ollama:qwen3' })
    await setK(wrapper, 3)
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run')).toHaveLength(2)
    expect(note(wrapper)).toContain('Running it again asks a language model.')
  })
})

describe('a recipe that compares embeddings', () => {
  test('does not embed the catalog with a model of Ollama unasked', async () => {
    const { wrapper, bridge, settings } = await playground({}, { embeds: true })
    await ask(wrapper)
    await settings.write({ embedder: 'ollama:nomic-embed-text' })
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run')).toHaveLength(1)
    expect(note(wrapper)).toMatch(/embeddings of nomic-embed-text, which up to \d+ tools/)
    await settings.write({ embedder: 'builtin' })
    await settle(SETTLED)
    expect(note(wrapper)).toBe('')
  })
})

describe('a recipe that asks a model that is unfit for it', () => {
  const SAID = 'tiny was tried and is unfit to plan: it split 0 of 3 requests.'

  test('says so where it is chosen, before anything is asked', async () => {
    const { wrapper, bridge } = await playground(
      { ...withModel, 'models.unfit': ({ recipe }) => (recipe === 'hybrid' ? [SAID] : []) },
      { asksModel: true },
    )
    expect(wrapper.text()).toContain(SAID)
    expect(bridge.inputsOf('query.run')).toEqual([])
    await select(wrapper, 'bm25')
    expect(wrapper.text()).not.toContain(SAID)
  })

  test('is not looked for where it asks none', async () => {
    const { bridge } = await playground(withModel, { asksModel: false })
    expect(bridge.inputsOf('models.unfit')).toEqual([])
  })
})
