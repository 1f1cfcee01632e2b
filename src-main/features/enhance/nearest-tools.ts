import type { ToolId } from '../../domain/tool/tool'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import { shownBy, type ShownTool } from '../../pipeline/prompts/quoted'
import { answerQuery, prepareRecipe } from '../../app/query/answering'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import type { Session } from '../../app/workspaces/session'
import { toolsBelow } from '../../app/catalog/tool-summaries'
import { worksWith } from '../../app/recipes/works-with'

/** Other tools that a model is shown beside one. */
const SHOWN = 5
/** Of a tool's own text: what is beyond says little of what it is taken for. */
const LONGEST_ASKED = 1000

/**
 * The tools that what the workspace works with finds for what a tool says of itself, the nearest
 * first, as prompts show them. No model is asked for them.
 */
export async function nearestTools(
  context: AppContext,
  { session, dir, tool }: { session: Session; dir: string; tool: ToolId },
  call: Call,
): Promise<ShownTool[]> {
  const { recipe, options } = await worksWith(context, dir)
  const choice = { dir, recipe, options, k: SHOWN + 1, promptOverrides: session.promptOverrides }
  return session.withCatalog(async (catalog) => {
    const prepared = await prepareRecipe(context, { ...choice, catalog }, call)
    // What a model had a part in is not shared with what none had.
    const runWith = { ...prepared.runWith, ask: undefined, sharing: undefined }
    const own = documentText(catalog.tool(tool), ['name', 'description'])
    const asked = { text: own.slice(0, LONGEST_ASKED).toWellFormed(), record: 'steps' } as const
    const question = { ...asked, signal: call.signal }
    const { set, steps } = await answerQuery({ ...prepared, runWith }, question)
    // A recipe that decides itself how many tools there are may find this one alone.
    const below = toolsBelow(steps, { most: SHOWN, admitted: runWith.admitted }, catalog)
    const found = [...set.tools, ...below].map((placed) => placed.tool)
    const others = found.filter((id) => id !== tool)
    const shown = others.slice(0, SHOWN)
    return shownBy({ tools: new Map(shown.map((id) => [id, catalog.tool(id)])) })(shown)
  })
}
