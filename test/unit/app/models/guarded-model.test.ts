import { describe, expect, it } from 'vitest'
import { guarded } from '../../../../src-main/app/models/guarded-model'
import { Problem } from '../../../../src-main/domain/problem'
import {
  ModelGone,
  type ModelAnswer,
  type ModelQuestion,
} from '../../../../src-main/ports/language-model'

const { signal } = new AbortController()
const question = { text: 'x', schema: {}, signal }
const fine = { text: '{}', promptTokens: 1, answerTokens: 1 }
const failure = (text: string) => new Problem('unavailable', text)

/** A model that does one after the other, and counts how often it is asked. */
function modelThat(...does: ((question: ModelQuestion) => Promise<ModelAnswer> | ModelAnswer)[]) {
  const asked: string[] = []
  const model = guarded({
    fingerprint: 'm',
    async answer(given) {
      asked.push(given.text)
      return (does.shift() ?? (() => fine))(given)
    },
  })
  return {
    asked,
    ask: (given: Partial<ModelQuestion> = {}) => model.answer({ ...question, ...given }),
  }
}
const fails = (error: Error) => () => Promise.reject(error)

describe('a guarded model', () => {
  it('is not asked on after three failures in a row', async () => {
    const { asked, ask } = modelThat(...['a', 'b', 'c'].map((text) => fails(failure(text))))
    for (const text of ['a', 'b', 'c', 'c', 'c']) await expect(ask()).rejects.toThrow(text)
    expect(asked).toHaveLength(3)
  })

  it('is asked on where an answer came between', async () => {
    const lost = fails(failure('lost'))
    const { asked, ask } = modelThat(
      lost,
      lost,
      () => fine,
      lost,
      lost,
      () => fine,
    )
    for (let at = 0; at < 6; at++) await ask().catch(() => undefined)
    expect(await ask()).toEqual(fine)
    expect(asked).toHaveLength(7)
  })

  it('is asked once where any other question would fail as well', async () => {
    const { asked, ask } = modelThat(fails(new ModelGone('not installed')))
    for (let at = 0; at < 4; at++) await expect(ask()).rejects.toThrow('not installed')
    expect(asked).toHaveLength(1)
  })

  it('tells those that wait for it too, so that a silent server is waited for once', async () => {
    const waits = ({ signal: stopped }: ModelQuestion) =>
      new Promise<never>((_, reject) => {
        stopped.addEventListener('abort', () => reject(stopped.reason as Error))
      })
    const silent = Promise.withResolvers<never>()
    const { ask } = modelThat(() => silent.promise, waits, waits)
    const asked = [ask(), ask(), ask()]
    silent.reject(new ModelGone('answers nothing any more'))
    for (const each of asked) await expect(each).rejects.toThrow('answers nothing any more')
  })

  it('counts neither what was stopped nor what was asked wrongly', async () => {
    const stop = new AbortController()
    const { asked, ask } = modelThat(
      fails(new Problem('bad-input', 'too long')),
      fails(new Problem('bad-input', 'too long')),
      fails(new Problem('bad-input', 'too long')),
      () => {
        stop.abort(new Error('stopped'))
        return Promise.reject(new ModelGone('gone'))
      },
    )
    for (let at = 0; at < 3; at++) await expect(ask()).rejects.toThrow('too long')
    await expect(ask({ signal: stop.signal })).rejects.toThrow('stopped')
    expect(await ask()).toEqual(fine)
    expect(asked).toHaveLength(5)
  })
})
