import { z } from 'zod'
import type { Query, QueryPlan } from '../../src-main/domain/query/query'
import { planAsIs } from '../../src-main/pipeline/planning/as-is'
import { filterOptions } from '../../src-main/pipeline/recipes/options'
import { recipe } from '../../src-main/pipeline/recipes/recipe'
import { dense } from '../../src-main/pipeline/retrieval/dense'
import { topK } from '../../src-main/pipeline/selection/top-k'
import { pipe, stage } from '../../src-main/pipeline/stage'
import { quoted } from '../../src-main/pipeline/prompts/quoted'
import { retriever } from './retrievers'

const rephrase = {
  id: 'rephrase',
  version: 1,
  answer: z.object({ text: z.string() }),
  text: (query: Query) => `Say it in other words.\n${quoted([query.text])}`,
}

const rephrased = stage<Query, QueryPlan>({
  ...planAsIs(),
  name: 'rephrase',
  prompts: [rephrase],
  async run(query, step) {
    const { text } = await step.ask(rephrase, query, { text: query.text })
    return planAsIs().run({ ...query, text }, step)
  },
})

const about = {
  summary: 'Asks a model to rephrase the query.',
  source: 'none',
  size: 'k',
  options: z.strictObject(filterOptions),
} as const

/** A recipe that asks a model once, and then finds one tool whatever it is asked. */
export const askingRecipe = recipe({
  ...about,
  id: 'asking',
  title: 'Asking',
  build: () =>
    pipe(rephrased)
      .to(retriever('some', ['a']))
      .to(topK()),
})

/** A recipe that asks a model once, and then searches by the embedder. */
export const askingDenseRecipe = recipe({
  ...about,
  id: 'asking-dense',
  title: 'Asking and searching',
  build(kit, options) {
    const documents = kit.dense(kit.documents(['name', 'description']))
    return pipe(rephrased)
      .to(dense(documents, { depth: 5, among: kit.among(options) }))
      .to(topK())
  },
})
