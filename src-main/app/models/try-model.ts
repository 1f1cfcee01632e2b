import type { TriedModel } from '../../contract/query'
import { visibilityOf } from '../../domain/tool/catalog-tool'
import type { Call } from '../app'
import { readingTools } from '../requests/call-progress'
import { calledBy, callingModel, offeredTools, type CallingModel } from './calling-model'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { withWorkspaceModels } from './workspace-models'
import { problemReport } from '../requests/problem-report'
import { z } from 'zod'
import { ToolId } from '../../domain/tool/tool'
import { Dir } from '../../contract/workspace'

export const QueryTryModelInput = z.object({
  dir: Dir,
  text: z.string().trim().min(1).max(10_000),
  tools: z.array(ToolId).min(1).max(512),
  /** Asks a second time, with all tools that are not hidden: dear. */
  withWholeCatalog: z.boolean().default(false),
})
export type QueryTryModelInput = z.output<typeof QueryTryModelInput>

type Output = TriedModel

/**
 * Hands tools to the chat model and holds the calls it would make against their schemas. No tool is
 * executed.
 */
export async function tryModel(
  context: AppContext,
  { dir, text, tools, withWholeCatalog }: QueryTryModelInput,
  call: Call,
): Promise<Output> {
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog(readingTools(call, context.clock))
  const offered = offeredTools(tools.map((id) => catalog.tool(id)))
  const model = await callingModel(withWorkspaceModels(context, dir), call.signal)
  const at = { ...context, ...call }
  const { tried } = await calledBy(model, { text, offered }, at)
  if (!withWholeCatalog) return tried
  return { ...tried, wholeCatalog: await ofWholeCatalog(model, { text, catalog }, at) }
}

/**
 * The same with all tools that are not hidden; a model that cannot read them leaves what was tried
 * with few as it is.
 */
async function ofWholeCatalog(
  model: CallingModel,
  { text, catalog }: { text: string; catalog: Catalog },
  at: Parameters<typeof calledBy>[2],
): Promise<NonNullable<Output['wholeCatalog']>> {
  const offered = offeredTools(catalog.tools.filter((entry) => visibilityOf(entry) !== 'hidden'))
  try {
    const { tried } = await calledBy(model, { text, offered }, at)
    const { calls, promptTokens, estimatedTokens, latencyMs, firstCallMs, fault } = tried
    return {
      tools: offered.length,
      calls,
      promptTokens,
      estimatedTokens,
      latencyMs,
      ...(firstCallMs !== undefined && { firstCallMs }),
      ...(fault !== undefined && { fault }),
    }
  } catch (error) {
    at.signal.throwIfAborted()
    return { problem: problemReport(error, at.signal) }
  }
}
