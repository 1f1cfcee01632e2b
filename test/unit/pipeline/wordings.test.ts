import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askModel, withCache } from '../../../src-main/pipeline/ask'
import { varyStep } from '../../../src-main/pipeline/prompts/vary-step'
import { namesInWordsOf, withWordings } from '../../../src-main/pipeline/wordings'
import { memoryCache, scriptedModel } from '../../fakes/scripted-model'

const { signal } = new AbortController()
const INPUT = { text: 'book a room', most: 2 }
const answers = { texts: ['reserve a room'] }

describe('prompts in the words of a workspace', () => {
  it('are asked so, and answers to other words are not taken for theirs', async () => {
    const model = scriptedModel({ Say: () => answers, Tell: () => ({ texts: ['own'] }) })
    const cached = withCache(askModel(model), { cache: memoryCache(), model: 'scripted' })
    const own = withWordings(cached, new Map([[varyStep.id, 'Tell me more.']]))
    const first = await cached(varyStep, INPUT, { signal })
    const reworded = await own(varyStep, INPUT, { signal })
    expect([first.answer, reworded.answer]).toEqual([answers, { texts: ['own'] }])
    expect([first.call.prompt, reworded.call.prompt]).toEqual([
      'vary-step@1',
      expect.stringMatching(/^vary-step@1\+[0-9a-f]{12}$/),
    ])
    expect((await own(varyStep, INPUT, { signal })).call.cached).toBe(true)
    expect(model.questions).toHaveLength(2)
  })

  it('have names of their own where they are worded otherwise', () => {
    const fixed = { id: 'fixed', version: 3, answer: z.string(), text: () => '' }
    const names = namesInWordsOf(
      new Map([
        [varyStep.id, 'Tell.'],
        ['fixed', 'x'],
      ]),
      [varyStep, fixed],
    )
    expect(names).toEqual([expect.stringMatching(/^vary-step@1\+/), 'fixed@3'])
    expect(namesInWordsOf(new Map(), [varyStep])).toEqual(['vary-step@1'])
  })
})
