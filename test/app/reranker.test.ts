import { expect, it } from 'vitest'
import { modelFor } from '../../src-main/app/models/connected-model'
import type { Query } from '../../src-main/domain/query/query'
import { Settings } from '../../src-main/domain/workspace/settings'
import { gradeAnyTools, rankAnyTools } from '../../src-main/pipeline/prompts/judge-tools'
import { varyAnyStep } from '../../src-main/pipeline/prompts/vary-step'
import type { Prompt } from '../../src-main/pipeline/prompt'
import { pipe, stage } from '../../src-main/pipeline/stage'
import { memoryCache, scriptedModel } from '../fakes/scripted-model'

const { signal } = new AbortController()
const TO_JUDGE = { text: 'book a room', tools: [{ name: 'book_room', description: 'Books.' }] }

const pipelineAsking = (...prompts: readonly Prompt[]) =>
  pipe(
    stage<Query, Query>({
      ...({ name: 'asks', gives: 'query', settings: {} } as const),
      prompts,
      run: (query) => query,
    }),
  )

/** Which model each of these prompts is asked of, when the settings choose these. */
async function askedBy(chosen: Partial<Settings>, prompts: readonly Prompt[]) {
  const asked: string[] = []
  const model = await modelFor(
    {
      settings: {
        read: async () => Settings.parse(chosen),
        write: () => Promise.reject(new Error('Nothing is chosen anew.')),
      },
      storedAnswers: memoryCache() as never,
      languageModels: {
        open: async (name) => ({
          ...scriptedModel({
            'Say what': () => (asked.push(`${name} varies`), { texts: [] }),
            'Rank the': () => (asked.push(`${name} ranks`), { tools: [] }),
            'Say which': () => (asked.push(`${name} grades`), { irrelevant: [] }),
          }),
          fingerprint: name,
        }),
      },
    },
    pipelineAsking(...prompts),
    signal,
  )
  if (prompts.includes(varyAnyStep)) {
    await model?.ask(varyAnyStep, { text: 'book a room' }, { signal })
  }
  if (prompts.includes(rankAnyTools)) await model?.ask(rankAnyTools, TO_JUDGE, { signal })
  if (prompts.includes(gradeAnyTools)) await model?.ask(gradeAnyTools, TO_JUDGE, { signal })
  return { asked, fingerprint: model?.fingerprint }
}

it('the reranker ranks and grades, and the chat model plans', async () => {
  const chosen = { chatModel: 'ollama:big', reranker: 'ollama:small' }
  expect(await askedBy(chosen, [varyAnyStep, rankAnyTools, gradeAnyTools])).toEqual({
    asked: ['ollama:big varies', 'ollama:small ranks', 'ollama:small grades'],
    fingerprint: 'ollama:big, reranker ollama:small',
  })
})

it('the chat model does all of it where no reranker is chosen, or the same', async () => {
  const asked = ['ollama:big varies', 'ollama:big ranks']
  for (const chosen of [{}, { reranker: 'ollama:big' }]) {
    expect(
      await askedBy({ chatModel: 'ollama:big', ...chosen }, [varyAnyStep, rankAnyTools]),
    ).toEqual({
      asked,
      fingerprint: 'ollama:big',
    })
  }
})

it('a reranker alone ranks; what only a chat model is asked is refused in words', async () => {
  const chosen = { reranker: 'ollama:small' }
  expect((await askedBy(chosen, [rankAnyTools])).asked).toEqual(['ollama:small ranks'])
  await expect(askedBy(chosen, [varyAnyStep, rankAnyTools])).rejects.toThrow(
    'no chat model is chosen',
  )
})
