// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import { useSettings } from '../../../composables/useSettings'
import MayNeed from '../../../tool/MayNeed.vue'
import { fakeBridge } from '../../../../test/fakes/bridge'
import type { Answers } from '../../../../test/fakes/bridge-script'
import { proposalAnswers, proposalRow } from '../../../../test/fakes/proposal-answers'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import { withModel } from '../../../../test/unit/renderer/playground/playground'
import { openQueue } from '../../../../test/unit/renderer/views/in-queue'
import EdgesOffer from '../EdgesOffer.vue'
import { useEdgesAsked } from '../useEdgesAsked'

enableAutoUnmount(afterEach)
beforeEach(() => {
  localStorage.clear()
  location.hash = ''
})

const DIR = '/home/ada/Pegboard/demo'
const FOUND = [
  proposalRow('book_flight', 'log_in', 0.9),
  proposalRow('book_flight', 'find_flight', 0.7),
  proposalRow('cancel_flight', 'log_in', 0.6),
  proposalRow('pay', 'find_bill', 0.3),
]

const openEdges = (answers: Answers = {}, prepare?: () => void) =>
  openQueue(proposalAnswers(FOUND), { kind: 'edge', answers, ...(prepare && { prepare }) })

test('edges are looked for as soon as the way there asks for it', async () => {
  const { bridge, rows } = await openEdges({}, () => (useEdgesAsked().value = true))
  expect(bridge.inputsOf('proposals.find')).toHaveLength(1)
  expect(rows()).toHaveLength(3)
})

test('what looking for edges does is said before, and what it found after', async () => {
  const { bridge, wrapper, text, rows, key, pane } = await openEdges()
  expect(text()).toContain('Which tool needs which?')
  const look = wrapper.findAll('button').find((one) => one.text() === 'Look for edges')
  await look?.trigger('click')
  await settle(40)
  expect(bridge.inputsOf('proposals.find')).toHaveLength(1)
  expect(text()).toContain('4 edges proposed for 4 tools, from their schemas and 2 tools')
  expect(rows()).toHaveLength(3)
  await key('ArrowDown')
  expect(pane().text()).toContain('is described in the words of log_in')
  expect(pane().text()).toContain('0.90 sure · mostly by names 62 %')
  expect(pane().text()).toMatch(/Effect on 4 golden queries of “demo”[^]*2 better[^]*1 worse/)
  expect(pane().text()).toMatch(/0\.500 → 0\.750[^]*0\.410 → 0\.460/)
})

test('the model is asked only where one is chosen', async () => {
  const { choose } = await openEdges()
  await expect(choose(/^Ask the model/)).rejects.toThrow('Look for edges')
})

test('the model is asked about the tools that are ticked, and of no others', async () => {
  const { bridge, list, choose, said } = await openEdges(withModel, () => void useSettings().read())
  await choose(/^Look for edges/)
  await list().trigger('keydown', { key: 'End' })
  await list().trigger('keydown', { key: ' ' })
  await list().trigger('keydown', { key: 'ArrowUp' })
  await list().trigger('keydown', { key: ' ' })
  await settle(20)
  await choose(/^Ask the model what 2 ticked tools need/)
  const [asked] = bridge.inputsOf('proposals.ask')
  expect(asked?.most).toBe(2)
  expect(new Set(asked?.tools)).toEqual(new Set(['pay', 'cancel_flight']))
  expect(said.at(-1)).toContain('The model named 1 need of 2 tools.')
  await choose(/^Ask the model what 20 hubs need/)
  expect(bridge.inputsOf('proposals.ask')[1]).not.toHaveProperty('tools')
})

test('looking for edges that is under way is not begun anew', async () => {
  let signal: AbortSignal | undefined
  const { bridge, wrapper, said } = await openEdges({
    'proposals.find': (_input, options) => {
      signal = options.signal
      return new Promise(() => undefined)
    },
  })
  const look = () => wrapper.findAll('button').find((one) => one.text() === 'Look for edges')
  await look()?.trigger('click')
  await settle(20)
  await look()?.trigger('click')
  await settle(20)
  expect(bridge.inputsOf('proposals.find')).toHaveLength(1)
  expect(signal?.aborted).toBe(false)
  expect(said.at(-1)).toBe('Edges are being looked for already.')
})

test('the page of a tool leads to looking for edges where none were looked for', async () => {
  let asked: ReturnType<typeof useEdgesAsked> | undefined
  const { navigation } = await mountInApp(
    fakeBridge(proposalAnswers(FOUND)),
    () => h(MayNeed, { dir: DIR, tool: 'pay' }),
    () => void (asked = useEdgesAsked()),
  )
  await settle(20)
  const way = document.querySelector<HTMLElement>('button.link')
  expect(way?.textContent).toBe('Look for tools it may need …')
  way?.click()
  expect(navigation.section.value).toBe('improve')
  expect(asked?.value).toBe(true)
})

test('what is offered after an import closes it, and looks for edges', async () => {
  let asked: ReturnType<typeof useEdgesAsked> | undefined
  const close = vi.fn()
  const { navigation } = await mountInApp(
    fakeBridge(proposalAnswers(FOUND)),
    () => h(EdgesOffer, { onClose: close }),
    () => void (asked = useEdgesAsked()),
  )
  expect(document.body.textContent).toContain('No tool here says which other tools it needs')
  document.querySelector<HTMLElement>('button')?.click()
  expect(close).toHaveBeenCalledOnce()
  expect(navigation.section.value).toBe('improve')
  expect(asked?.value).toBe(true)
})
