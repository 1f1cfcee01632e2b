import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Cell } from '../../src-main/app/evaluation/cells'
import { provenanceOf } from '../../src-main/app/evaluation/provenance'
import type { AppContext } from '../../src-main/app/context'
import { Settings } from '../../src-main/domain/workspace/settings'
import type { Query } from '../../src-main/domain/query/query'
import { planAsIs } from '../../src-main/pipeline/planning/as-is'
import { pipe, stage } from '../../src-main/pipeline/stage'
import { topK } from '../../src-main/pipeline/selection/top-k'
import { retriever } from '../fakes/retrievers'
import { conceptEmbedder } from '../fakes/embedder'
import { scriptedModel } from '../fakes/scripted-model'

const signal = new AbortController().signal

const connected = (fingerprint: string, chatModel: string | undefined = 'ollama:small') => ({
  settings: { read: async () => Settings.parse({ chatModel }) } as AppContext['settings'],
  languageModels: { open: async () => ({ ...scriptedModel({}), fingerprint }) },
})

const context = (over: Partial<AppContext> = {}) =>
  ({
    about: { version: '1.2.3' },
    embedders: { open: async (name: string) => conceptEmbedder([], `${name}@7`) },
    ...connected('model@1'),
    ...over,
  }) as AppContext

const measurement = {
  goldenSet: 'asked',
  recipe: 'planned',
  options: { depth: 5 },
  size: 'k' as const,
  k: [1, 5],
  tokenizer: 'none',
  catalogHash: 'catalog',
  goldenHash: 'golden',
}

/** A cell whose pipeline asks the prompt `plan` in one version. */
function planned({ version = 1, ...over }: Partial<Cell> & { version?: number } = {}) {
  const plan = {
    id: 'plan',
    version,
    answer: z.object({}),
    text: ({ text }: Query) => text,
  }
  const planning = stage({ ...planAsIs(), prompts: [plan] })
  const pipeline = pipe(planning)
    .to(retriever('some', ['a']))
    .to(topK())
  return { pipeline, embedder: 'builtin', embeds: false, signal, ...over } as Cell & {
    signal: AbortSignal
  }
}

describe('provenance', () => {
  it('names the model and the prompts of a recipe that asks one', async () => {
    expect(await provenanceOf(context(), measurement, planned())).toMatchObject({
      version: '1.2.3',
      goldenHash: 'golden',
      model: 'model@1',
      prompts: ['plan@1'],
    })
  })

  it('names no model where none is connected, or none is asked', async () => {
    const { languageModels } = connected('model@1')
    const unchosen = { read: async () => Settings.parse({}) } as AppContext['settings']
    for (const over of [{ settings: unchosen, languageModels }, { languageModels: undefined }]) {
      const given = await provenanceOf(context(over), measurement, planned())
      expect(given).not.toHaveProperty('model')
    }
    const pipeline = pipe(planAsIs())
      .to(retriever('some', ['a']))
      .to(topK())
    const silent = await provenanceOf(context(), measurement, planned({ pipeline }))
    expect(silent).not.toHaveProperty('model')
    expect(silent.prompts).toEqual([])
  })

  it('names the embedder, as far as embeddings are compared', async () => {
    const compared = await provenanceOf(context(), measurement, planned({ embeds: true }))
    expect(compared.embedder).toBe('builtin@7')
    expect(await provenanceOf(context(), measurement, planned())).not.toHaveProperty('embedder')
  })

  it('gives the same cell for the same measurement, and another for every other', async () => {
    const cellOf = async (
      over: Partial<typeof measurement> = {},
      {
        app = {},
        cell = {},
      }: { app?: Partial<AppContext>; cell?: Parameters<typeof planned>[0] } = {},
    ) => (await provenanceOf(context(app), { ...measurement, ...over }, planned(cell))).cell
    expect(await cellOf()).toBe(await cellOf())
    const others = [
      await cellOf(),
      await cellOf({ goldenSet: 'other' }),
      await cellOf({ recipe: 'other' }),
      await cellOf({ options: { depth: 6 } }),
      await cellOf({ k: [1, 5, 10] }),
      await cellOf({ tokenizer: 'other' }),
      await cellOf({ catalogHash: 'other' }),
      await cellOf({ goldenHash: 'other' }),
      await cellOf({}, { app: connected('model@2') }),
      await cellOf({}, { app: { about: { version: '1.2.4' } as AppContext['about'] } }),
      await cellOf({}, { cell: { version: 2 } }),
      await cellOf({}, { cell: { embeds: true } }),
      await cellOf({}, { cell: { embeds: true, embedder: 'ollama:other' } }),
    ]
    expect(new Set(others).size).toBe(others.length)
  })
})
