// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import type { AuthorLayer } from '../../../../src-main/domain/tool/tool'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import EffectPanel from '../../../../src-renderer/tool/effect/EffectPanel.vue'
import {
  countsText,
  placeHeight,
  placeText,
} from '../../../../src-renderer/tool/effect/effect-words'
import { failure, fakeBridge } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)

describe('the effect of an edit, drawn and said', () => {
  it('draws the first place highest, and what is not looked at lowest', () => {
    const heights = [1, 2, 5, 30, undefined].map((place) => placeHeight(place, 30))
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect([heights[0], heights.at(-1)]).toEqual([3, 17])
  })

  it('says a place by its number, and one too far down as such', () => {
    expect([placeText(14, 30), placeText(undefined, 30)]).toEqual(['#14', '>30'])
  })

  it('counts what moves only where something does', () => {
    const none = { fixed: 0, broken: 0, better: 0, worse: 0, same: 0 }
    expect(countsText(none)).toBe('0 fixed, 0 broken')
    expect(countsText({ ...none, fixed: 2, worse: 1, same: 4 })).toBe(
      '2 fixed, 0 broken, 1 worse, 4 the same',
    )
  })
})

describe('the effect of an edit that cannot be measured', () => {
  it('is not that of the text before', async () => {
    const counts = { fixed: 3, broken: 0, better: 0, worse: 0, same: 1 }
    const tokens = { before: 10, after: 12 }
    const bridge = fakeBridge({
      'effect.measure': ({ layer }) =>
        layer.description === 'Too long.'
          ? failure({ code: 'bad-input', message: 'That is too long to be embedded.' })
          : {
              tokens: { retrieval: tokens, agent: tokens },
              effect: {
                askedOf: 'Hybrid',
                degraded: [],
                goldenSet: 'demo',
                k: 5,
                depth: 30,
                asked: 4,
                of: 4,
                rows: [],
                own: counts,
                neighbours: counts,
              },
            },
    })
    const layer = shallowRef<AuthorLayer>({ description: 'Short.' })
    const view = defineComponent({
      setup: () => {
        const dir = useWorkspace().current.value?.dir ?? ''
        return () => h(EffectPanel, { dir, id: 'send_mail', layer: layer.value })
      },
    })
    const wrapper = await mountInApp(bridge, view)
    await settle(60)
    expect(wrapper.text()).toContain('3 fixed')
    layer.value = { description: 'Too long.' }
    await settle(80)
    expect(wrapper.text()).toBe('That is too long to be embedded.')
  })
})
