import { z } from 'zod'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { dense } from '../../../pipeline/retrieval/dense'
import { threshold } from '../../../pipeline/selection/threshold'
import { topK } from '../../../pipeline/selection/top-k'
import { pipe } from '../../../pipeline/stage'
import { recipe } from '../../../pipeline/recipes/recipe'
import { ASKED_AS_IS, namesAndDescriptions, OTHER_EMBEDDER, providerOptions } from './options'

export const vscode = recipe({
  id: 'vscode-tool-search',
  title: 'VS Code, meaning',
  summary:
    'What the tool search of VS Code’s agent finds: names and descriptions by meaning, five tools.',
  source: 'VS Code, GitHub Copilot’s tool_search',
  simulates: {
    by: 'VS Code',
    page: 'https://github.com/microsoft/vscode/blob/06dc23c58f4306aa1e6e30e38c3586d74c41d3d6/extensions/copilot/src/extension/tools/node/toolSearchTool.ts',
    read: '2026-11-28',
    assumed: [ASKED_AS_IS, OTHER_EMBEDDER],
  },
  size: 'k',
  options: z.strictObject(providerOptions(5)),
  build(kit, { limit, ...options }) {
    const documents = kit.dense(namesAndDescriptions(kit))
    return pipe(planAsIs())
      .to(dense(documents, { depth: limit, among: kit.among(options) }))
      .to(threshold(0))
      .to(topK())
  },
})
