// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import { ToolId } from '../../../../src-main/domain/tool/tool'
import { placeIn, placeWords } from '../../../../src-renderer/views/playground/side-places'
import { sampleRecipes } from '../evaluation/sample-runs'
import { settle } from '../in-app'
import { ask, more, playground, QUERY, SETTLED, withModel } from './playground'
import { sampleAnswer } from './sample-answer'

enableAutoUnmount(afterEach)

/** Hybrid answers with the tools the other way round. */
const answers = {
  'query.run': ({ text, k = 5, recipe }: { text: string; k?: number; recipe: string }) => {
    const answer = sampleAnswer(text, 4)
    const order = recipe === 'hybrid' ? [...answer.tools].reverse() : answer.tools
    const all = order.map((tool, at) => ({ ...tool, rank: at + 1 }))
    const below = all.slice(k).map((tool) => ({ ...tool, cut: true, why: 'below the cut' }))
    return { ...answer, k, recipe, tools: all.slice(0, k), below }
  },
}
const side = (wrapper: VueWrapper, name: string) => wrapper.get(`section[aria-label^="${name}:"]`)
const names = (wrapper: VueWrapper, name: string) =>
  side(wrapper, name)
    .findAll('[role=option] .name')
    .map((each) => each.text())
const toggle = async (wrapper: VueWrapper) => {
  await wrapper
    .findAll('button')
    .find((one) => one.text() === 'A | B')
    ?.trigger('click')
  await settle(20)
}

describe('two recipes side by side', () => {
  it('answer the same query with the same k, each tool with its place in the other', async () => {
    const { wrapper, bridge } = await playground(answers)
    await ask(wrapper)
    await wrapper.get('input[type=number]').setValue('3')
    await settle(SETTLED)
    await toggle(wrapper)
    const asked = bridge.inputsOf('query.run')
    expect(asked.at(-1)).toMatchObject({ text: QUERY, recipe: 'bm25', k: 3 })
    expect(names(wrapper, 'A').slice(0, 3)).toEqual(['write_file', 'read_file', 'list_mails'])
    expect(names(wrapper, 'B').slice(0, 3)).toEqual(['send_email', 'list_mails', 'read_file'])
    const places = side(wrapper, 'A').findAll('.elsewhere')
    expect(places.map((each) => each.text())).toEqual([
      '#4 cut',
      '#3 there',
      '#2 there',
      '#1 there',
    ])
    expect(side(wrapper, 'B').get('header').text()).toContain('3 tools, 300 tokens, 3.0 ms')
    expect(side(wrapper, 'B').get('header').text()).toContain('1 only in this set')
    expect(
      side(wrapper, 'A')
        .findAll('.only')
        .map((each) => each.text()),
    ).toEqual(['#4 cut'])
  })

  it('follow k, and each its own recipe and options', async () => {
    const { wrapper, bridge } = await playground(answers)
    await ask(wrapper)
    await toggle(wrapper)
    const before = bridge.inputsOf('query.run').length
    await wrapper.get('input[aria-label^="k, tools"]').setValue('2')
    await settle(SETTLED)
    const both = bridge.inputsOf('query.run').slice(before)
    expect(both.map(({ recipe, k }) => [recipe, k]).sort()).toEqual([
      ['bm25', 2],
      ['hybrid', 2],
    ])
    await wrapper.get('select[aria-label="Recipe B"]').setValue('hybrid')
    await settle(SETTLED)
    const last = bridge.inputsOf('query.run').slice(before + 2)
    expect(last.map(({ recipe }) => recipe)).toEqual(['hybrid'])
  })

  it('ask again together, also with what was said before', async () => {
    const { wrapper, bridge } = await playground(answers)
    await ask(wrapper)
    await toggle(wrapper)
    await more(wrapper, 'Follow up')
    await ask(wrapper, 'and to Ann')
    await settle(20)
    const last = bridge.inputsOf('query.run').slice(-2)
    expect(last.map(({ text, turns, recipe }) => [text, turns, recipe])).toEqual([
      ['and to Ann', [QUERY], 'hybrid'],
      ['and to Ann', [QUERY], 'bm25'],
    ])
  })

  it('tick the right tools on both sides', async () => {
    const right = {
      sets: ['demo'],
      tools: [{ tool: 'mail/send_email', name: 'send_email', isInCatalog: true }],
    }
    const { wrapper } = await playground({
      ...answers,
      'query.known': () => right as ActionAnswer<'query.known'>,
    })
    await ask(wrapper)
    await toggle(wrapper)
    expect(wrapper.findAll('[role=img][aria-label="a right tool"]')).toHaveLength(2)
    expect(side(wrapper, 'B').get('header').text()).toContain('✓ 1 of 1 right')
  })

  it('go back to one by Esc, which first stops what is running', async () => {
    let answer: (() => void) | undefined
    const { wrapper, bridge } = await playground({
      'query.run': async (input) => {
        if (input.recipe === 'bm25') await new Promise<void>((resolve) => (answer = resolve))
        return answers['query.run'](input)
      },
    })
    await ask(wrapper)
    await toggle(wrapper)
    const esc = () => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
      return settle(20)
    }
    await esc()
    answer?.()
    expect(wrapper.find('select[aria-label="Recipe B"]').exists()).toBe(true)
    await esc()
    expect(wrapper.find('select[aria-label="Recipe B"]').exists()).toBe(false)
    expect(wrapper.find('[role=listbox][aria-label="Tool set"]').exists()).toBe(true)
    const asked = bridge.inputsOf('query.run').length
    await wrapper.get('input[type=number]').setValue('2')
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').length).toBe(asked + 1)
  })

  it('does not run a recipe that asks a model unasked, and says what it costs', async () => {
    const recipes = sampleRecipes()
    const paid = {
      ...recipes[0],
      id: 'paid',
      title: 'Paid',
      asksModel: true,
    } as (typeof recipes)[0]
    const { wrapper, bridge } = await playground({
      ...answers,
      'recipes.list': () => [...recipes, paid],
      ...withModel,
    })
    await ask(wrapper)
    await toggle(wrapper)
    await wrapper.get('select[aria-label="Recipe B"]').setValue('paid')
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').some(({ recipe }) => recipe === 'paid')).toBe(false)
    expect(side(wrapper, 'B').text()).toContain('Running it again asks a language model.')
    await side(wrapper, 'B').get('header button').trigger('click')
    await settle(20)
    expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({ recipe: 'paid', text: QUERY })
  })
})

describe('the place of a tool in the other answer', () => {
  const answer = sampleAnswer('x', 2)
  const tool = (at: number) => sampleAnswer('x', 4).tools[at]?.tool ?? ToolId.parse('none')

  it('is looked for in the set, below it, and in the last ranking', () => {
    expect(placeWords(placeIn(answer, tool(0)))).toBe('#1 there')
    expect(placeWords(placeIn(answer, tool(2)))).toBe('#3 cut')
    expect(placeWords(placeIn({ ...answer, below: [] }, tool(3)))).toBe('#4 cut')
    const { trace: _, ...untraced } = answer
    expect(placeWords(placeIn({ ...untraced, below: [] }, tool(3)))).toBe('only here')
  })

  it('is not said to be none where the ranking tells only its first tools', () => {
    const trace = answer.trace?.map((step) =>
      step.output.shape === 'ranking' ? { ...step, output: { ...step.output, count: 900 } } : step,
    )
    const unknown = ToolId.parse('mail/other')
    expect(placeWords(placeIn({ ...answer, trace: trace ?? [] }, unknown))).toBe('far down there')
  })
})
