// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { ask, playground } from './playground'
import { sampleAnswer } from './sample-answer'

enableAutoUnmount(afterEach)

const RECIPE = {
  options: {
    type: 'object',
    properties: {
      size: {
        type: 'string',
        enum: ['k', 'adaptive'],
        default: 'k',
        title: 'Tools per request',
        section: 'selection',
        description: 'Who decides.',
        choices: { k: { label: 'Fixed, k' }, adaptive: { label: 'Adaptive' } },
      },
    },
  },
  defaults: { size: 'k' },
  adaptiveWhere: [[{ option: 'size', isOneOf: ['adaptive'] }]],
}
const NONE = {
  ...sampleAnswer('play a song', 5),
  size: 'adaptive' as const,
  tools: [],
  below: [],
  grounds: {
    why: 'No tool fits. No tool’s document holds “song”.',
    uncovered: [],
    noneFits: true as const,
  },
}

const slider = (wrapper: VueWrapper) => wrapper.find('[aria-label="k, tools handed to the agent"]')

test('k is asked for where the recipe leaves the size to its caller, and not where it decides', async () => {
  const fixed = await playground({}, RECIPE)
  await ask(fixed.wrapper)
  expect(slider(fixed.wrapper).exists()).toBe(true)
  const own = await playground({}, { ...RECIPE, defaults: { size: 'adaptive' } })
  await ask(own.wrapper)
  expect(slider(own.wrapper).exists()).toBe(false)
  expect(own.wrapper.text()).toContain('adaptive k')
})

test('where no tool fits, the answer says why, and nothing else speaks of an empty set', async () => {
  const { wrapper } = await playground({ 'query.run': () => NONE })
  await ask(wrapper, 'play a song')
  expect(wrapper.get('[aria-label="Why these tools, and this many"]').text()).toContain(
    'No tool’s document holds “song”.',
  )
  expect(wrapper.text()).not.toContain('No tool was found')
})
