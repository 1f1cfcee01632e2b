import type { ToolId } from '../../domain/tool'
import { documentText } from '../../pipeline/knowledge-base/tool-document'
import { shownBy, type ShownTool } from '../../pipeline/prompts/quoted-parts'
import { answerQuery, prepareRecipe } from '../answering'
import type { Call } from '../app'
import type { AppContext } from '../handlers'
import type { Session } from '../session'

/** Other tools that a model is shown beside one. */
const SHOWN = 5
/** Of a tool's own text: what is beyond says little of what it is taken for. */
const LONGEST_ASKED = 1000

/** The tools that are found for what a tool says of itself, the nearest first, as prompts show them. */
export async function nearestTools(
  context: AppContext,
  { session, dir, tool }: { session: Session; dir: string; tool: ToolId },
  call: Call,
): Promise<ShownTool[]> {
  return session.withCatalog(async (catalog) => {
    const choice = { dir, recipe: 'hybrid', options: {}, k: SHOWN + 1, wordings: session.wordings }
    const prepared = await prepareRecipe(context, { ...choice, catalog }, call)
    const own = documentText(catalog.tool(tool), ['name', 'description'])
    const asked = { text: own.slice(0, LONGEST_ASKED).toWellFormed(), record: 'nothing' } as const
    const { set } = await answerQuery(prepared, { ...asked, signal: call.signal })
    const others = set.tools.map((placed) => placed.tool).filter((id) => id !== tool)
    const shown = others.slice(0, SHOWN)
    return shownBy({ tools: new Map(shown.map((id) => [id, catalog.tool(id)])) })(shown)
  })
}
