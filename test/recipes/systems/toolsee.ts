import { z } from 'zod'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { filterOptions } from '../../../src-main/pipeline/recipes/options'
import { recipe } from '../../../src-main/pipeline/recipes/recipe'
import { dense } from '../../../src-main/pipeline/retrieval/dense'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe } from '../../../src-main/pipeline/stage'
import type { Kit } from '../../../src-main/pipeline/kit'
import { mmr, onlyNew, threshold } from './ranking'

type Options = Parameters<Kit['among']>[0]
const memory = (kit: Kit) => kit.dense(kit.documents(['name', 'description', 'topics']))
const search = (kit: Kit, options: Options) =>
  pipe(planAsIs()).to(dense(memory(kit), { depth: 50, among: kit.among(options) }))

/** ToolSEE. No model call. */
export const toolsee = recipe({
  id: 'toolsee',
  title: 'ToolSEE',
  summary: 'A light search between agent and catalog, which the agent may repeat in mid-run.',
  source: 'ToolSEE, section 3',
  size: 'k',
  options: z.strictObject({
    least: z.number().default(0),
    diversity: z.number().default(0.3),
    ...filterOptions,
  }),
  build: (kit, options) =>
    search(kit, options)
      .to(threshold(options.least))
      .to(mmr(memory(kit), 1 - options.diversity))
      .to(topK()),
  expand: (kit, options) => search(kit, options).to(onlyNew()).to(topK()),
})
