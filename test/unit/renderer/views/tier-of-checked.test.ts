// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import TierOfChecked from '../../../../src-renderer/views/queries/golden/TierOfChecked.vue'
import { useGoldenEdits } from '../../../../src-renderer/composables/useGoldenEdits'
import { fakeBridge, type Answers } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'
import { defineComponent, h } from 'vue'

enableAutoUnmount(afterEach)

const DIR = '/home/ada/Pegboard/demo'

async function opened(answers: Answers = {}) {
  const bridge = fakeBridge({
    'golden.tag': () => ({ changed: 1 }),
    'golden.giveTiers': () => ({ changed: 1, refused: ['“two”: it has two tiers.'] }),
    ...answers,
  })
  const Host = defineComponent({
    setup() {
      const edits = useGoldenEdits(DIR)
      return () => h(TierOfChecked, { dir: DIR, set: 'asked', ids: ['q1', 'q2'], edits })
    },
  })
  const wrapper = await mountInApp(bridge, Host)
  await wrapper.get('button').trigger('click')
  await settle()
  const button = (name: string) => {
    const found = [...document.querySelectorAll('button')].find(
      (each) => each.textContent?.trim() === name,
    )
    if (!found) throw new Error(`There is no button ${name}.`)
    return found
  }
  return { bridge, button }
}

test('checked queries are given a tier by hand, and lose another one', async () => {
  const { bridge, button } = await opened()
  button('Say so').click()
  await settle()
  const [asked] = bridge.inputsOf('golden.tag')
  expect(asked).toMatchObject({ set: 'asked', ids: ['q1', 'q2'], add: ['tier:vague'] })
  expect(asked?.remove).toContain('tier:exact')
  expect(asked?.remove).not.toContain('tier:vague')
})

test('what the chat model proposes is read first, and becomes tags once it is taken over', async () => {
  const { bridge, button } = await opened({
    'golden.proposeTiers': () => ({
      proposed: [{ id: 'q1', text: '<b>umbrella?</b>', now: 'paraphrased', tier: 'vague' }],
      failed: [],
      left: 0,
    }),
  })
  button('Have the chat model propose it').click()
  await settle()
  expect(document.body.textContent).toContain('<b>umbrella?</b>')
  expect(bridge.inputsOf('golden.giveTiers')).toEqual([])
  button('Take over 1 proposal').click()
  await settle()
  expect(bridge.inputsOf('golden.giveTiers')).toMatchObject([
    { set: 'asked', tiers: [{ id: 'q1', tier: 'vague' }] },
  ])
})
