// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import StoredAnswers from '../../../../src-renderer/views/settings/models/StoredAnswers.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'

const most = { answers: 50_000, bytes: 256_000_000 }
const entry = {
  at: '2026-11-20T10:00:00Z',
  model: 'ollama:small@1',
  prompt: 'plan@2',
  question: 'Plan: send a mail',
  answer: '{"steps":[]}',
}

async function view(stored: (typeof entry)[]) {
  const state = { stored }
  const bridge = fakeBridge({
    'answers.size': () => ({ answers: state.stored.length, bytes: 1200, most }),
    'answers.list': () => state.stored,
    'answers.clear': () => ({ removed: state.stored.splice(0).length }),
  })
  const wrapper = await mountInApp(bridge, StoredAnswers)
  const button = (name: string) => wrapper.findAll('button').find((each) => each.text() === name)
  return { wrapper, button }
}

test('stored answers are counted, shown when asked for, and emptied', async () => {
  const { wrapper, button } = await view([entry])
  expect(wrapper.text()).toContain('Beyond 50,000 answers or 256 MB')
  expect(wrapper.text()).not.toContain('Plan: send a mail')
  await button('Show the last')?.trigger('click')
  await settle(10)
  expect(wrapper.text()).toContain('Plan: send a mail')
  expect(wrapper.text()).toContain('{"steps":[]}')
  await button('Empty')?.trigger('click')
  await settle(10)
  expect(wrapper.text()).toContain('1 answer removed; models are asked again.')
  expect(wrapper.text()).not.toContain('Plan: send a mail')
  expect(button('Empty')?.attributes('disabled')).toBeDefined()
})

test('where none are stored there is nothing to show or to empty', async () => {
  const { button } = await view([])
  expect(button('Show the last')).toBeUndefined()
  expect(button('Empty')?.attributes('disabled')).toBeDefined()
})
