// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { ask, more, playground, QUERY, SETTLED } from './playground'
import { sampleAnswer } from './sample-answer'

enableAutoUnmount(afterEach)

const QUESTION = 'All of them, or only those of today?'

/** Answers whose planner asks something back. */
const asking: Answers = {
  'query.run': ({ text, k = 5, recipe }) => {
    const answer = sampleAnswer(text, k)
    const [plan, ...others] = answer.trace ?? []
    if (plan?.output.shape !== 'plan') throw new Error('The first step is no plan.')
    const output = { ...plan.output, questions: [QUESTION] }
    return { ...answer, recipe, trace: [{ ...plan, output }, ...others] }
  },
}

describe('a follow-up', () => {
  it('is asked with what was said before it and the tools that were given', async () => {
    const { wrapper, bridge } = await playground({}, { readsTurns: true })
    await ask(wrapper)
    await more(wrapper, 'Follow up')
    const talk = wrapper.get('[aria-label="What was said before"]')
    expect(talk.text()).toContain(QUERY)
    expect(talk.text()).toContain('4 tools held already')
    expect(talk.text()).not.toContain('does not read')
    expect(wrapper.get('textarea').element.value).toBe('')
    await ask(wrapper, 'only those of today')
    const { text, turns, held } = bridge.inputsOf('query.run').at(-1) ?? {}
    expect([text, turns, held?.length]).toEqual(['only those of today', [QUERY], 4])
  })

  it('of a recipe that does not read it is said to be searched alone', async () => {
    const { wrapper } = await playground()
    await ask(wrapper)
    await more(wrapper, 'Follow up')
    expect(wrapper.get('[aria-label="What was said before"]').text()).toContain(
      'Hybrid does not read what was said before: it searches the new text alone.',
    )
  })

  it('is left behind by starting anew', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    await more(wrapper, 'Follow up')
    await wrapper.get('[aria-label="What was said before"] button').trigger('click')
    expect(wrapper.find('[aria-label="What was said before"]').exists()).toBe(false)
    await ask(wrapper, 'something else')
    expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({ turns: [], held: [] })
  })

  it('stays the same question while options change', async () => {
    const { wrapper, bridge } = await playground()
    await ask(wrapper)
    await more(wrapper, 'Follow up')
    await ask(wrapper, 'and to Ann')
    await wrapper.get('input[type=number]').setValue('2')
    await settle(SETTLED)
    expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({ k: 2, turns: [QUERY] })
  })
})

describe('what the planner asks back', () => {
  it('is shown with a place for the answer, with which the request is asked anew', async () => {
    const { wrapper, bridge } = await playground(asking)
    await ask(wrapper)
    const question = wrapper.get('[aria-label="Questions back to you"]')
    expect(question.text()).toContain(QUESTION)
    expect(question.get('button').attributes('disabled')).toBeDefined()
    await question.get('input').setValue('Only those of today')
    await question.get('form').trigger('submit')
    await settle(10)
    expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({
      text: 'Only those of today',
      turns: [QUERY, QUESTION],
      held: [],
    })
  })

  it('is nothing where the plan holds no question', async () => {
    const { wrapper } = await playground()
    await ask(wrapper)
    expect(wrapper.find('[aria-label="Questions back to you"]').exists()).toBe(false)
  })
})
