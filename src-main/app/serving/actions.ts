import { z } from 'zod'
import { AskedRecipe } from '../../contract/asked-recipe'
import {
  ServedNames,
  ServedSearch,
  type ServedTools,
  type ServingOffer,
} from '../../contract/serving'
import { Dir } from '../../contract/workspace'
import type { WorksWith } from '../../domain/recipe/choice'
import { recipeOf } from '../../pipeline/recipes/registry'
import { promptsOf } from '../../pipeline/stage'
import { action } from '../action'
import type { FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { prepareRecipe } from '../query/answering'
import { chosenRecipe } from '../recipes/works-with'
import { readingTools } from '../requests/call-progress'
import { FIXED_TOOLS } from './fixed-tools'
import { searchServed } from './search-served'
import { servedTool } from './served-tool'
import { toolNaming } from './tool-naming'

const { mayAsk: _, ...Asked } = AskedRecipe
/** Which workspace is served, and by what where not as it works. */
const Served = z.object({ dir: Dir, ...Asked })
type Served = z.output<typeof Served>

/** Work with the catalog as the last commit left it, whoever made it: a change counts from the next request. */
async function served<Answer>(
  context: AppContext,
  input: Served,
  work: (at: FoundIn, works: WorksWith) => Promise<Answer>,
  call: Call,
): Promise<Answer> {
  const session = await context.sessions.of(input.dir)
  const works = await chosenRecipe(context, input.dir, input)
  return session.withCatalog(
    (catalog) => work({ context, catalog, promptOverrides: session.promptOverrides }, works),
    readingTools(call, context.clock),
  )
}

/** The recipe, ready to search. */
const preparedIn = (
  { context, catalog, promptOverrides }: FoundIn,
  { dir, works }: { dir: string; works: WorksWith },
  call: Call,
) => prepareRecipe(context, { dir, ...works, catalog, promptOverrides }, call)

export const servingActions = {
  'serving.search': action({
    summary: 'What a served agent is given for a query; tools that it names come first',
    input: Served.extend(ServedSearch.shape),
    run: (context, input, call): Promise<ServedTools> =>
      served(context, input, (at, works) => searchServed(at, { ...input, ...works }, call), call),
  }),
  'serving.get': action({
    summary: 'The definitions of tools by their names, as a served agent is given them',
    input: Served.extend(ServedNames.shape),
    run: (context, input, call): Promise<ServedTools> =>
      served(
        context,
        input,
        async (at, works) => {
          const { runWith } = await preparedIn(at, { dir: input.dir, works }, call)
          const naming = toolNaming(at.catalog, runWith.admitted)
          const ids = [...new Set(input.names.flatMap((name) => naming.called(name)))]
          const unknown = input.names.filter((name) => naming.called(name).length === 0)
          return {
            tools: ids.slice(0, MOST_GIVEN).map((id) => servedTool(at.catalog, id, naming)),
            ...(unknown.length > 0 && { unknown }),
            ...(ids.length > MOST_GIVEN && { note: `Only ${MOST_GIVEN} of ${ids.length} tools.` }),
          }
        },
        call,
      ),
  }),
  'serving.prepare': action({
    summary:
      'Read, embed and index what a served workspace searches, so that no agent waits for it',
    input: Served,
    run: (context, input, call) =>
      served(
        context,
        input,
        async (at, works) => {
          const { dir } = input
          const { size, runWith, pipeline } = await preparedIn(at, { dir, works }, call)
          // What is only made by a first search, such as a thread, is there then too; a model is not asked for that.
          if (promptsOf(pipeline).length === 0) {
            await searchServed(
              at,
              { dir, ...works, query: at.catalog.tools[0]?.tool.name ?? 'tool' },
              call,
            )
          }
          return {
            recipe: recipeOf(works.recipe).title,
            ...(size === 'k' && { k: works.k }),
            tools: runWith.admitted?.size ?? at.catalog.tools.length,
          }
        },
        call,
      ),
  }),
  'serving.offer': action({
    summary:
      'What stands in a served agent’s prompt in place of the catalog, and the command that serves it',
    input: z.object({ dir: Dir }),
    async run({ about, sessions, tokenCounter, variable }, { dir }): Promise<ServingOffer> {
      await sessions.of(dir)
      const [command = '', ...args] = about.program
      const home = variable('PEGBOARD_HOME')
      const tokensOf = ({
        name,
        description,
        inputSchema: parameters,
      }: (typeof FIXED_TOOLS)[number]) =>
        tokenCounter.count(
          JSON.stringify({ type: 'function', function: { name, description, parameters } }),
        ).tokens
      return {
        tools: [...FIXED_TOOLS],
        promptTokens: FIXED_TOOLS.reduce((sum, tool) => sum + tokensOf(tool), 0),
        tokenizer: tokenCounter.tokenizer,
        command,
        args: [...args, 'mcp', '--workspace', dir],
        ...(home !== undefined && { env: { PEGBOARD_HOME: home } }),
      }
    },
  }),
}

/** A name that many servers share would fill an agent's context. */
const MOST_GIVEN = 50
