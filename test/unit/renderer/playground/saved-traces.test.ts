// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { tracedAnswer } from '../../../../src-main/contract/traced-answer'
import type { SavedTrace, TracedAnswer } from '../../../../src-main/domain/trace/answer'
import { failure, type Answers } from '../../../fakes/bridge'
import { settle } from '../in-app'
import { ask, more, playground, QUERY, withModel } from './playground'
import { sampleAnswer } from './sample-answer'

enableAutoUnmount(afterEach)

const whole = tracedAnswer(sampleAnswer('Mail the minutes', 3))
const saved = (name: string, changes: Partial<TracedAnswer> = {}): SavedTrace => {
  const { steps: _, ...head } = { ...whole, ...changes }
  return { ...head, id: name, name, savedAt: '2026-11-20T10:00:00.000Z' }
}

/** What a workspace with these saved traces answers; others are written to `kept`. */
function tracesIn(kept: SavedTrace[], more: Answers = {}): Answers {
  return {
    'traces.list': () => ({ traces: [...kept], most: 200 }),
    'traces.read': ({ id }) => {
      const found = kept.find((one) => one.id === id)
      return found
        ? { ...found, steps: whole.steps }
        : failure({ code: 'not-found', message: 'Gone.' })
    },
    'traces.save': ({ name, answer }) => {
      const { steps: _, ...head } = answer as TracedAnswer
      const trace = { ...head, id: name, name, savedAt: '2026-11-20T11:00:00.000Z' }
      kept.unshift(trace)
      return trace
    },
    'traces.delete': ({ ids }) => ({ deleted: ids.length }),
    'traces.replay': () => ({ ...whole, tools: [...whole.tools].reverse().slice(0, 2) }),
    ...more,
  }
}

async function openSaved(wrapper: Awaited<ReturnType<typeof playground>>['wrapper']) {
  await more(wrapper, 'Saved traces')
  await settle(30)
  const dialog = document.querySelector('[role=dialog]')
  if (!dialog) throw new Error('There is no dialog.')
  return dialog
}
const press = async (within: Element, text: string) => {
  const found = [...within.querySelectorAll('button')].find(
    (one) => one.textContent.trim() === text,
  )
  if (!found) throw new Error(`There is no button ${text}.`)
  found.click()
  await settle(20)
}
const compareWith = async (dialog: Element, value: string) => {
  const select = dialog.querySelector('select')
  if (!select) throw new Error('There is nothing to compare with.')
  select.value = value
  select.dispatchEvent(new Event('change'))
  await settle(30)
}

describe('saved traces', () => {
  it('keep the answer on show under a name', async () => {
    const kept: SavedTrace[] = []
    const { wrapper, bridge } = await playground(tracesIn(kept))
    await ask(wrapper)
    await more(wrapper, 'Save its trace')
    await settle(20)
    const name = document.querySelector<HTMLInputElement>('[role=dialog] input')
    expect(name?.value).toBe(QUERY)
    name?.form?.requestSubmit()
    await settle(20)
    const [input] = bridge.inputsOf('traces.save')
    expect(input).toMatchObject({ name: QUERY, answer: { query: QUERY, k: 5 } })
    expect(input?.answer.steps).toHaveLength(3)
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('say what to do where there is none, and why one could not be saved', async () => {
    const full = { code: 'conflict' as const, message: 'It is full.', fix: 'Delete some.' }
    const { wrapper } = await playground(tracesIn([], { 'traces.save': () => failure(full) }))
    await ask(wrapper)
    await more(wrapper, 'Save its trace')
    await settle(20)
    document.querySelector<HTMLInputElement>('[role=dialog] input')?.form?.requestSubmit()
    await settle(20)
    expect(document.querySelector('[role=dialog]')?.textContent).toMatch(
      /It is full\.\s*Delete some\./,
    )
    document.querySelector<HTMLElement>('[role=dialog] [aria-label=Close]')?.click()
    await settle(20)
    expect((await openSaved(wrapper)).textContent).toContain('No trace is saved yet')
  })

  it('are asked again and compared: what came, went and moved, and where that begins', async () => {
    const { wrapper } = await playground(tracesIn([saved('before')]))
    const dialog = await openSaved(wrapper)
    await compareWith(dialog, 'now')
    const differs = dialog.querySelector('[aria-label="What differs"]')
    expect(differs?.textContent).toContain('0 tools came, 1 went, 1 moved.')
    expect(differs?.textContent).toMatch(/#3 → #1\s*files\/read_file\s*moved up/)
    expect(differs?.textContent).toMatch(/#1 → –\s*mail\/send_email\s*went/)
  })

  it('are compared with each other', async () => {
    const other = saved('after', { k: 2, embedder: 'builtin', tools: whole.tools.slice(0, 2) })
    const { wrapper } = await playground(tracesIn([saved('before'), other]))
    const dialog = await openSaved(wrapper)
    await compareWith(dialog, 'after')
    const text = dialog.querySelector('[aria-label="What differs"]')?.textContent
    expect(text).toContain('0 tools came, 1 went, 0 moved.')
    expect(text).toContain('Asked with another k, another embedder.')
  })

  it('are asked in the playground as they were', async () => {
    const { wrapper, bridge } = await playground(
      tracesIn([saved('before', { turns: ['Hello'], options: { b: 0.5 }, k: 2 })]),
    )
    await press(await openSaved(wrapper), 'Ask again in the Playground')
    expect(bridge.inputsOf('query.run').at(-1)).toMatchObject({
      text: 'Mail the minutes',
      turns: ['Hello'],
      recipe: 'bm25',
      k: 2,
      options: { b: 0.5 },
    })
  })

  it('of a recipe that asks a model are asked again only when that is wanted', async () => {
    const { wrapper, bridge } = await playground(
      { ...tracesIn([saved('before')]), ...withModel },
      { asksModel: true },
    )
    const dialog = await openSaved(wrapper)
    await compareWith(dialog, 'now')
    expect(bridge.inputsOf('traces.replay')).toHaveLength(0)
    expect(dialog.textContent).toContain('Asking again calls a language model.')
    await press(dialog, 'Ask again')
    expect(bridge.inputsOf('traces.replay')).toHaveLength(1)
  })

  it('are deleted one by one', async () => {
    const { wrapper, bridge } = await playground(tracesIn([saved('before'), saved('after')]))
    await press(await openSaved(wrapper), 'Delete')
    expect(bridge.inputsOf('traces.delete')).toEqual([
      { dir: expect.any(String) as string, ids: ['before'] },
    ])
  })
})
