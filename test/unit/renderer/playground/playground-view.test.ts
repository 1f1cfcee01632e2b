// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { failure } from '../../../fakes/bridge'
import { sampleRecipes } from '../evaluation/sample-runs'
import { settle } from '../in-app'
import { ask, more, names, openTab, playground, QUERY, setK } from './playground'
import { sampleAnswer } from './sample-answer'
import { forDevelopment } from '../../../fixtures/golden-sets'

enableAutoUnmount(afterEach)

test('Enter runs the query and shows the tool set with what it costs', async () => {
  const { wrapper } = await playground()
  await ask(wrapper)
  expect(names(wrapper)).toEqual(['send_email', 'list_mails', 'read_file', 'write_file'])
  expect(wrapper.text().replace(/\s+/g, ' ')).toContain('400 of 2,000 tokens (80.0 % saved)')
})

test('an Enter before the recipes are known is not lost', async () => {
  let know: () => void = () => undefined
  const known = new Promise<void>((resolve) => (know = resolve))
  const { wrapper, bridge } = await playground({
    'recipes.list': () => known.then(() => sampleRecipes()),
  })
  await ask(wrapper)
  expect(bridge.inputsOf('query.run')).toEqual([])
  know()
  await settle()
  expect(bridge.inputsOf('query.run')).toMatchObject([{ text: QUERY }])
})

test('an answer takes the keyboard, but not from someone who types on', async () => {
  const { wrapper } = await playground()
  const box = wrapper.get('textarea')
  box.element.focus()
  await ask(wrapper)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Tool set')
  box.element.focus()
  await box.trigger('keydown', { key: 'Enter' })
  await box.setValue(`${QUERY} and book a room`)
  await settle()
  expect(document.activeElement).toBe(box.element)
})

test('↓ on the last line and Esc leave the box for the answer', async () => {
  const { wrapper } = await playground()
  await ask(wrapper)
  const box = wrapper.get('textarea')
  for (const key of ['ArrowDown', 'Escape']) {
    box.element.focus()
    box.element.setSelectionRange(QUERY.length, QUERY.length)
    await box.trigger('keydown', { key })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tool set')
  }
})

test('options stand beside the answer until a tool is chosen', async () => {
  const { wrapper } = await playground()
  await ask(wrapper)
  const options = () => wrapper.find('[aria-label="Options of the recipe"]')
  await wrapper.get('[aria-label=Options]').trigger('click')
  expect([options().exists(), wrapper.find('[aria-label="Selected tool"]').exists()]).toEqual([
    true,
    false,
  ])
  await wrapper.findAll('[role=option]')[1]?.trigger('click')
  expect(options().exists()).toBe(false)
  expect(wrapper.get('[aria-label="Selected tool"] h2').text()).toBe('list_mails')
})

test('what is wanted now and then has a tab once it was asked for', async () => {
  const { wrapper } = await playground()
  await ask(wrapper)
  const tabs = () => wrapper.findAll('[role=tab]').map((tab) => tab.text().replace(/\d+$/, ''))
  expect(tabs().map((tab) => tab.trim())).toEqual(['Tool set', 'Trace'])
  await more(wrapper, 'Why not')
  await openTab(wrapper, 'Trace')
  expect(tabs().map((tab) => tab.trim())).toEqual(['Tool set', 'Trace', 'Why not …?'])
})

test('Shift+Enter starts a new line and runs nothing', async () => {
  const { wrapper, bridge } = await playground()
  await wrapper.get('textarea').setValue(QUERY)
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter', shiftKey: true })
  expect(bridge.inputsOf('query.run')).toEqual([])
})

test('matched words are marked, and markup in a description stays text', async () => {
  const { wrapper } = await playground()
  await ask(wrapper)
  const first = wrapper.get('[role=option]')
  expect(first.findAll('.description mark').map((mark) => mark.text())).toEqual([
    'Mails',
    'minutes',
  ])
  expect(first.text()).toContain('<img src=x onerror=alert(1)>')
  expect(wrapper.find('img').exists()).toBe(false)
})

test('a smaller k cuts the set at once and asks again a moment later', async () => {
  const { wrapper, bridge } = await playground()
  await ask(wrapper)
  await setK(wrapper, 2)
  const next = 'Next tools, below the cut'
  expect(names(wrapper)).toEqual(['send_email', 'list_mails'])
  expect(names(wrapper, next)).toEqual(['read_file', 'write_file'])
  await settle(250)
  expect(bridge.inputsOf('query.run').map(({ k }) => k)).toEqual([5, 2])
  expect(names(wrapper)).toEqual(['send_email', 'list_mails'])
  expect(names(wrapper, next)).toEqual(['read_file', 'write_file'])
})

test('arrow keys move through the set, and the detail follows', async () => {
  const { wrapper } = await playground()
  await ask(wrapper)
  expect(wrapper.get('[aria-label="Selected tool"] h2').text()).toBe('send_email')
  await wrapper.get('[role=listbox]').trigger('keydown', { key: 'ArrowDown' })
  expect(wrapper.get('[aria-label="Selected tool"] h2').text()).toBe('list_mails')
})

test('the trace shows every step, and what the last one dropped', async () => {
  const { wrapper } = await playground()
  await setK(wrapper, 3)
  await ask(wrapper)
  await openTab(wrapper, 'Trace')
  expect(wrapper.findAll('.step h3').map((step) => step.text())).toEqual([
    'The request as asked',
    'Search by words',
    'Cut at k',
  ])
  expect(wrapper.get('.dropped').text()).toMatch(/Gone:\s*#4/)
  expect(wrapper.text()).toContain('Left out 1: below the cut at k = 3.')
})

test('a failed query says why and what to do, and keeps the old result', async () => {
  let broken = false
  const { wrapper } = await playground({
    'query.run': ({ text }) =>
      broken
        ? failure({ code: 'unavailable', message: 'Ollama is not running.', fix: 'Start it.' })
        : sampleAnswer(text, 5),
  })
  await ask(wrapper)
  broken = true
  await ask(wrapper, 'Something else')
  expect(wrapper.get('[role=alert]').text()).toContain('Start it.')
  expect(names(wrapper)).toHaveLength(4)
})

test('Esc stops a query under way', async () => {
  const { wrapper } = await playground({ 'query.run': () => new Promise(() => undefined) })
  await wrapper.get('textarea').setValue(QUERY)
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter' })
  expect(wrapper.text()).toContain('Stop')
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await settle()
  expect(wrapper.get('.act').text()).toBe('Run')
})

test('queries of a golden set are offered as examples', async () => {
  const { wrapper, bridge } = await playground({
    'golden.list': () => [
      forDevelopment({
        name: 'golden',
        queries: 1,
        distinctTools: 1,
        mostTools: 1,
        origins: ['human'],
      }),
    ],
    'golden.queries': ({ search }) =>
      search
        ? { total: 0, queries: [], unknownTools: [] }
        : {
            total: 1,
            queries: [{ id: 'q1', text: 'Who owes us money?', tools: [], origin: 'human' }],
            unknownTools: [],
          },
  })
  await wrapper.get('.example').trigger('click')
  await settle()
  expect(bridge.inputsOf('query.run')[0]?.text).toBe('Who owes us money?')
})

test('another view can open the playground with a query, a recipe and options', async () => {
  const { bridge, wrapper } = await playground()
  const options = { b: 0.4 }
  wrapper.navigation.go('playground', { query: 'Find Ann', recipe: 'hybrid', options, k: 2 })
  await settle(10)
  expect(bridge.inputsOf('query.run')[0]).toMatchObject({
    text: 'Find Ann',
    recipe: 'hybrid',
    options,
    k: 2,
  })
})
