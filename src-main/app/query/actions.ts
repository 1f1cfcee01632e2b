import { QueryRunInput, answerQuery, prepareRecipe, type Prepared } from './answering'
import type { QueryRunAnswer, QueryKnownAnswer } from '../../contract/query'
import { Question } from '../../contract/question'
import { readingTools } from '../requests/call-progress'
import { explanationsOf } from './explain'
import { goldenLookup } from '../catalog/golden-lookup'
import { questionOf, runQuery } from './run-query'
import { tryModel, QueryTryModelInput } from '../models/try-model'
import { z } from 'zod'
import { ToolId } from '../../domain/tool/tool'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import type { SectionMeaning } from '../../pipeline/knowledge-base/section-meaning'
import { embeddedDocuments } from '../../pipeline/recipes/options'
import type { Call } from '../app'
import { parseOptions } from '../recipes/recipe-options'

export const queryActions = {
  'query.run': action({
    summary: 'Answer a query: the tools that a recipe picks, and stage by stage why',
    input: QueryRunInput,
    async run(context, input, call): Promise<QueryRunAnswer> {
      const session = await context.sessions.of(input.dir)
      return session.withCatalog(
        (catalog, state) =>
          runQuery(
            context,
            { ...input, catalog, state, promptOverrides: session.promptOverrides },
            call,
          ),
        readingTools(call, context.clock),
      )
    },
  }),
  /** No tool is executed. */
  'query.tryModel': action({
    summary: 'Hand tools to the chat model and say which calls it would make',
    input: QueryTryModelInput,
    run: tryModel,
  }),
  'query.known': action({
    summary:
      'What golden sets call right for a query of this text, whose tools and sets are none where they do not hold it',
    input: z.object({ dir: Dir, text: z.string().max(10_000) }),
    run: async (context, { dir, text }): Promise<QueryKnownAnswer> =>
      goldenLookup(await context.sessions.of(dir), text),
  }),
  'query.explain': action({
    summary: 'Why tools are where they are, all of them from one run',
    input: Question.extend({ tools: z.array(ToolId).min(1).max(100) }),
    async run(context, input, call) {
      const session = await context.sessions.of(input.dir)
      return session.withCatalog(
        async (catalog) => {
          for (const tool of input.tools) catalog.tool(tool)
          const { promptOverrides } = session
          const choice = { ...input, catalog, promptOverrides, goesOn: 'once it fails' as const }
          const prepared = await prepareRecipe(context, choice, call)
          const { steps, failed } = await answerQuery(prepared, {
            ...questionOf(input, catalog),
            signal: call.signal,
            record: 'explained steps',
          })
          const meanings = failed.length > 0 ? undefined : await meaningsOf(prepared, input, call)
          return explanationsOf(prepared, steps, input.tools).map((each, at) => ({
            ...each,
            ...(!each.filtered && meanings?.[at]?.length && { meaning: meanings[at] }),
          }))
        },
        readingTools(call, context.clock),
      )
    },
  }),
}

/**
 * What each section of tools' documents adds to their cosine with a query.
 * @returns a list for each tool; undefined where the recipe compares no sections, or the embedder
 * knows no word of the query
 */
async function meaningsOf(
  {
    recipe,
    options,
    catalog,
    embedder,
  }: Pick<Prepared, 'recipe' | 'options' | 'catalog' | 'embedder'>,
  { tools, text }: { tools: readonly ToolId[]; text: string },
  { signal }: Call,
): Promise<SectionMeaning[][] | undefined> {
  if (embedder === undefined || !('meaningWeights' in recipe.options.shape)) return undefined
  const made = embeddedDocuments(parseOptions(recipe, options))
  return catalog.kit(embedder).sectionMeanings(tools, text, { ...made, signal })
}
