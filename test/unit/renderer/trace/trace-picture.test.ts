// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { toolId } from '../../../../src-main/domain/tool/tool'
import type { StepOutput, TraceStep } from '../../../../src-main/domain/trace/trace'
import TracePicture from '../../../../src-renderer/components/trace/TracePicture.vue'
import { toolWay, wayText } from '../../../../src-renderer/components/trace/tool-way'
import { pathWords, stageTitle } from '../../../../src-main/domain/trace/stage-title'
import { stageSentence } from '../../../../src-renderer/words/stage-words'

const mail = toolId('mail')
const post = toolId('post')

const ranking = (names: string[], count = names.length): StepOutput => ({
  shape: 'ranking',
  order: 'score',
  count,
  tools: names.map((name) => ({ tool: toolId(name), score: 1, witnesses: [] })),
})
const step = (path: string, output: StepOutput, more: Partial<TraceStep> = {}): TraceStep => ({
  path,
  stage: path.split('/').at(-1) ?? '',
  settings: {},
  notes: {},
  output,
  latencyMs: 1.5,
  calls: [],
  degraded: [],
  dropped: [],
  shared: false,
  branches: [],
  ...more,
})
const call = {
  prompt: 'split@2',
  promptTokens: 1200,
  answerTokens: 80,
  cached: false,
  repaired: true,
}
const kept = { ...call, promptTokens: 0, answerTokens: 0, cached: true, repaired: false }

const plan: StepOutput = {
  shape: 'plan',
  steps: [
    { text: 'mail it', variations: ['mail it'] },
    { text: 'post it', variations: ['post it', 'send it by post'] },
  ],
  kept: [],
}
const trace = [
  step('split into steps', plan, { calls: [call, kept] }),
  step('in turn', ranking(['mail', 'post', 'other']), {
    settings: { 'words for half': 14 },
    branches: [
      { label: 'steps[0]', steps: [step('in turn/steps[0]/bm25', ranking(['mail', 'other']))] },
      { label: 'steps[1]', steps: [step('in turn/steps[1]/bm25', ranking(['post']))] },
    ],
  }),
  step(
    'select',
    { shape: 'tool-set', size: 'k', count: 1, tools: [{ tool: mail, score: 1, witnesses: [] }] },
    { notes: { k: 1 }, dropped: [{ why: 'below the cut at k = 1', count: 2 }] },
  ),
]

const picture = (selected?: string) =>
  mount(TracePicture, { props: { steps: trace, ...(selected && { selected }), selectable: true } })
const button = (wrapper: ReturnType<typeof picture>, text: string) => {
  const found = wrapper.findAll('button').find((one) => one.text() === text)
  if (!found) throw new Error(`There is no button ${text}.`)
  return found
}

describe('the picture of a trace', () => {
  it('sums calls and tokens above it, tells those of each step, and asks of each call', () => {
    const wrapper = picture()
    const cost =
      '2 model calls (1 answered from before, 1 asked twice), 1,200 tokens read, 80 written'
    expect(wrapper.get('.sum').text()).toContain(`3 stages, 4.5 ms · ${cost}`)
    expect(wrapper.findAll('.cost').map((each) => each.text())).toEqual([cost])
    expect(wrapper.get('[aria-label="Model calls"]').text()).toMatch(
      /split@2\s*1,200\s*80\s*asked twice/,
    )
  })

  it('shows the steps of a plan as lanes, each with its text, folded until they are opened', async () => {
    const wrapper = picture()
    const lanes = wrapper.findAll('.lane')
    expect(lanes.map((lane) => lane.attributes('aria-label'))).toEqual([
      'Step 1: mail it',
      'Step 2: post it',
    ])
    expect(lanes[0]?.find('table').exists()).toBe(false)
    await lanes[0]?.get('.fold').trigger('click')
    expect(lanes[0]?.find('table').text()).toContain('mail')
    expect(lanes[0]?.text()).toContain('1 step → 2 tools in order')
  })

  it('folds and opens as a whole, step by step, and keeps the field’s own names in the settings', async () => {
    const wrapper = picture()
    expect(wrapper.text()).toContain('words for half')
    await button(wrapper, 'Fold all').trigger('click')
    expect(wrapper.findAll('table')).toHaveLength(0)
    expect(wrapper.findAll('.step h3').map((one) => one.text())).toEqual([
      'Split the request into steps',
      'In turn',
      'Cut at k',
    ])
    await button(wrapper, 'Open all').trigger('click')
    expect(wrapper.findAll('.lane table')).toHaveLength(2)
    await button(wrapper, 'Fold all').trigger('click')
    await wrapper.findAll('.fold')[1]?.trigger('click')
    expect(wrapper.findAll('.lane')).toHaveLength(2)
  })

  it('lights the way of one tool through every node, and says where it was left out', () => {
    const wrapper = picture(post)
    const ways = wrapper.findAll('.step > .head .way').map((way) => way.text())
    expect(ways).toEqual(['#2', 'not here', '#1', 'left out here, #2 before'])
    expect(wrapper.findAll('.lane.lit').map((lane) => lane.attributes('aria-label'))).toEqual([
      'Step 2: post it',
    ])
    expect(wrapper.findAll('.step.lit')).toHaveLength(2)
    expect(wrapper.findAll('.step.lost')).toHaveLength(1)
  })
})

describe('where a tool is after a step', () => {
  it('is its place with the one before, or why it is unknown', () => {
    const before = ranking(['other', 'mail'])
    const after = ranking(['mail'])
    expect(wayText(toolWay('mail', after, before) ?? { kind: 'absent' })).toBe('#2 → #1')
    expect(toolWay('post', ranking(['mail'], 300), before)).toEqual({ kind: 'untold', told: 1 })
    expect(toolWay('post', after, before)).toEqual({ kind: 'absent' })
    expect(toolWay('mail', plan, before)).toBeUndefined()
  })
})

describe('stages in words', () => {
  it('are everyday words, and their own name where there are none', () => {
    expect(stageTitle('cover parts')).toBe('Cover the parts of the request')
    expect(stageTitle('walk edges')).toBe('Walk edges')
    expect(stageTitle('constructor')).toBe('Constructor')
    expect(pathWords('cover parts/part 1/calibrated scores/words/bm25')).toBe(
      'Cover the parts of the request › Part 1 › Fuse the lists by score › By words › Search by words',
    )
    expect(pathWords('deal in turn/steps[1]/rerank#2')).toMatch(/› Step 2 › Rerank$|better order$/)
  })

  it('say what there was to do', () => {
    const sentence = (notes: TraceStep['notes']) => stageSentence({ stage: 'cover parts', notes })
    expect(sentence({ parts: 0 })).toBe('The request asks for one thing: nothing to do here.')
    expect(sentence({ parts: 2, 'not searched': 3 })).toBe(
      'The request asks for 2 things, each searched for on its own. 3 more parts are not searched.',
    )
    expect(stageSentence({ stage: 'bm25', notes: {} })).toBeUndefined()
  })
})
