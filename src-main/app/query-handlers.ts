import { answerQuery, prepareRecipe } from './answering'
import { readingTools } from './call-progress'
import { explanationsOf } from './explain'
import type { AppContext, Handlers } from './handlers'
import { goldenLookup } from './golden-lookup'
import { meaningsOf } from './meaning-by-section'
import { questionOf, runQuery } from './run-query'
import { tryModel } from './try-model'

export const queryHandlers = (context: AppContext): Handlers<'query'> => ({
  async 'query.run'(input, call) {
    const session = await context.sessions.of(input.dir)
    return session.withCatalog(
      (catalog, state) =>
        runQuery(context, { ...input, catalog, state, wordings: session.wordings }, call),
      readingTools(call, context.clock),
    )
  },
  'query.tryModel': (input, call) => tryModel(context, input, call),
  'query.known': async ({ dir, text }) => goldenLookup(await context.sessions.of(dir), text),
  async 'query.explain'(input, call) {
    const session = await context.sessions.of(input.dir)
    return session.withCatalog(
      async (catalog) => {
        for (const tool of input.tools) catalog.tool(tool)
        const choice = { ...input, catalog, wordings: session.wordings }
        const prepared = await prepareRecipe(context, choice, call)
        const { steps } = await answerQuery(prepared, {
          ...questionOf(input, catalog),
          signal: call.signal,
          record: 'explained steps',
        })
        const meanings = await meaningsOf(prepared, input, call)
        return explanationsOf(prepared, steps, input.tools).map((each, at) => ({
          ...each,
          ...(!each.filtered && meanings?.[at]?.length && { meaning: meanings[at] }),
        }))
      },
      readingTools(call, context.clock),
    )
  },
})
