// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsWith } from '../../../fixtures/settings-in-use'
import { useImportDialog } from '../../../../src-renderer/composables/useImportDialog'
import type { Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { ask, names, playground, QUERY, setK } from './playground'
import { forDevelopment } from '../../../fixtures/golden-sets'

enableAutoUnmount(afterEach)
beforeEach(() => (location.hash = '#/playground'))

const FIRST = 'notify the team that the build broke'
const LONGER = `${FIRST} — they hang out in #web-team`

/** The demo's golden set, of one query, searched as the app does. */
const demo: Answers = {
  'golden.list': () => [
    forDevelopment({
      name: 'demo',
      queries: 120,
      distinctTools: 90,
      mostTools: 3,
      origins: ['human'],
    }),
  ],
  'golden.queries': ({ search = '' }) => {
    const queries = LONGER.includes(search)
      ? [{ id: 'q1', text: LONGER, tools: [], origin: 'human' as const }]
      : []
    return { total: queries.length, queries, unknownTools: [] }
  },
}
const first = (wrapper: VueWrapper) => wrapper.find('[aria-label="What this is"]')
const said = (wrapper: VueWrapper) => first(wrapper).text().replace(/\s+/g, ' ')
const pasting = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  return Object.assign(event, { clipboardData: { getData: () => text } })
}

test('the demo opens with a query answered, and says in its numbers what this is', async () => {
  const { wrapper, bridge } = await playground(demo)
  await settle(20)
  expect(bridge.inputsOf('query.run')).toMatchObject([{ text: FIRST, k: 5 }])
  expect(names(wrapper)).toHaveLength(4)
  const tools = bridge.requests.length && said(wrapper)
  expect(tools).toMatch(
    /^Sending all 4 tools costs 2,000 tokens in every prompt\. This request needs 4 of them: 400 ?\./,
  )
  expect(said(wrapper)).toContain('on 120 queries')
})

test('its numbers are those of the set on show', async () => {
  const { wrapper } = await playground(demo)
  await settle(20)
  await setK(wrapper, 2)
  expect(said(wrapper)).toContain('needs 2 of them: 200')
})

test('it goes once a person asks something of their own, for good', async () => {
  const { wrapper, bridge } = await playground(demo)
  await settle(20)
  await ask(wrapper, FIRST)
  expect(first(wrapper).exists()).toBe(true)
  await ask(wrapper)
  expect(first(wrapper).exists()).toBe(false)
  expect(bridge.inputsOf('settings.write')).toEqual([{ welcomed: true }])
})

test('it goes where it is closed', async () => {
  const { wrapper, bridge } = await playground(demo)
  await settle(20)
  await wrapper.get('[aria-label="Close this introduction"]').trigger('click')
  await settle()
  expect(first(wrapper).exists()).toBe(false)
  expect(names(wrapper)).toHaveLength(4)
  expect(bridge.inputsOf('settings.write')).toEqual([{ welcomed: true }])
})

test('it never comes again, nor in a workspace that is not the demo', async () => {
  const again = await playground({
    ...demo,
    'settings.read': () => settingsWith({ welcomed: true }),
  })
  await settle(20)
  expect(again.bridge.inputsOf('query.run')).toEqual([])
  const none = { total: 0, queries: [], unknownTools: [] }
  const other = await playground({ ...demo, 'golden.queries': () => none })
  await settle(20)
  expect(other.bridge.inputsOf('query.run')).toEqual([])
  expect(other.wrapper.text()).toContain('Ask which tools a query needs')
})

test('each of its steps does what it says', async () => {
  const { wrapper } = await playground(demo)
  await settle(20)
  await setK(wrapper, 2)
  const [askStep, why, measure] = first(wrapper).findAll('.steps button')
  await askStep?.trigger('click')
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
  expect(said(wrapper)).toContain('Why was read_file not picked?')
  await why?.trigger('click')
  await settle()
  expect(wrapper.get('[role=tab][data-state=active]').text()).toContain('Why not')
  expect(wrapper.get('[aria-label="Selected tool"] h2').text()).toBe('read_file')
  // The evaluation that the demo comes with is there.
  expect(measure?.text()).toBe('See')
  await measure?.trigger('click')
  expect(location.hash).toBe('#/evaluation')
})

test('definitions pasted into it are imported, other text is not', async () => {
  let dialog: ReturnType<typeof useImportDialog> | undefined
  const { wrapper } = await playground(demo, {}, () => (dialog = useImportDialog()))
  await settle(20)
  dispatchEvent(pasting('hello'))
  expect(dialog?.request.value).toBeUndefined()
  dispatchEvent(pasting('[{"name": "a"}]'))
  expect(dialog?.request.value?.files.map(({ path }) => path)).toEqual(['pasted.json'])
  dialog?.closeImport()
  wrapper.get('textarea').element.dispatchEvent(pasting('[{"name": "a"}]'))
  expect(dialog?.request.value).toBeUndefined()
})

test('a query asked before it came is not asked over', async () => {
  let know: () => void = () => undefined
  const known = new Promise<void>((resolve) => (know = resolve))
  const { wrapper, bridge } = await playground({
    ...demo,
    'golden.list': (...given) => known.then(() => demo['golden.list']?.(...given) ?? []),
  })
  await ask(wrapper)
  know()
  await settle(20)
  expect(bridge.inputsOf('query.run').map(({ text }) => text)).toEqual([QUERY])
})

test('nothing can be written where the first query would be written over it', async () => {
  const known = Promise.withResolvers<undefined>()
  const { wrapper } = await playground({
    ...demo,
    'golden.list': (...given) => known.promise.then(() => demo['golden.list']?.(...given) ?? []),
  })
  const box = () => wrapper.get<HTMLTextAreaElement>('textarea').element
  expect(box().readOnly).toBe(true)
  known.resolve(undefined)
  await settle(20)
  expect(box().value).toBe(FIRST)
  expect(box().readOnly).toBe(false)
})
