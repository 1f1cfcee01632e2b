import { byDependencies, byLogged, bySimilarity } from './partners'
import type { Drawable, Ground, Partners } from './sample-bundles'
import { similarTools } from '../../../authoring/confusable/similar-tools'
import { serverOf, tagsOf, visibilityOf } from '../../../domain/tool/catalog-tool'
import { idOf } from '../../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import type { OpenKit } from '../../../pipeline/knowledge-base/open-kit'
import { yieldToEventLoop } from '../../../evaluation/yield-to-event-loop'
import type { Call } from '../../../app/app'
import { counting } from '../../../app/requests/call-progress'
import type { Catalog } from '../../../app/workspaces/catalog'
import { vectorsOf } from '../../../app/knowledge/tool-vectors'
import type { AppContext } from '../../../app/context'
import { withWorkspaceModels } from '../../../app/models/workspace-models'
import type { Session } from '../../../app/workspaces/session'
import type { WrittenRecords } from '../written-records'
import type { z } from 'zod'
import { Draw } from '../shared/answers'

export const WritingDrawInput = Draw
export type WritingDrawInput = z.output<typeof WritingDrawInput>

type Draw = WritingDrawInput['draw']

/** The tools that may be drawn: none that no agent may be offered. */
export function drawableTools(
  catalog: Catalog,
  { ids, servers = [], tags = [], spread }: Pick<Draw, 'ids' | 'servers' | 'tags' | 'spread'>,
): Drawable[] {
  const wanted = ids && new Set<ToolId>(ids)
  const groupOf = (entry: CatalogTool): string | undefined =>
    spread === 'servers' ? serverOf(entry) : spread === 'tags' ? tagsOf(entry)[0] : undefined
  return catalog.tools
    .filter((entry) => wanted?.has(idOf(entry)) ?? true)
    .filter((entry) => visibilityOf(entry) !== 'hidden')
    .filter((entry) => servers.length === 0 || servers.includes(serverOf(entry) ?? ''))
    .filter((entry) => tags.length === 0 || tagsOf(entry).some((tag) => tags.includes(tag)))
    .map((entry) => ({ id: idOf(entry), group: groupOf(entry) }))
}

/** Golden queries that name each tool, with what is written and not decided yet. */
export async function coverage(
  session: Session,
  records: WrittenRecords,
): Promise<Map<ToolId, number>> {
  const { goldenSets } = await session.store.read('goldenSets')
  const sets = await Promise.all(goldenSets.map(({ name }) => session.goldenQueries(name)))
  const open = [...records.values()].filter(({ state }) => OPEN.has(state))
  const covered = new Map<ToolId, number>()
  for (const { tools } of [...sets.flat(), ...open.map(({ bundle }) => bundle)]) {
    for (const tool of tools) covered.set(tool, (covered.get(tool) ?? 0) + 1)
  }
  return covered
}

const OPEN: ReadonlySet<string> = new Set(['drawn', 'unjudged', 'waiting'])

/** Which tools go with which, for the ways that are chosen. */
export async function partnersFor(
  catalog: Catalog,
  ways: Draw['ways'],
  similar: Partners | undefined,
): Promise<Ground['partners']> {
  const wants = (way: Draw['ways'][number]) => ways.includes(way)
  return {
    ...(wants('dependencies') && { dependencies: byDependencies(catalog.tools) }),
    ...(wants('logged') && { logged: byLogged(await catalog.history()) }),
    ...(wants('similar') && similar && { similar }),
  }
}

/** By the kit: it is another one once its embedder’s name stands for another model. */
const known = new WeakMap<OpenKit, Partners>()

interface Compared {
  partners: Partners
  /** Whether it is of words alone because the embedder was away. */
  isPassing: boolean
}

/** The tools most like each, by words and meaning; worked out once for a catalog. */
export async function similarPartners(
  context: AppContext,
  { session, dir }: { session: Session; dir: string },
  call: Call,
): Promise<Partners> {
  const { embedder } = await withWorkspaceModels(context, dir).settings.read()
  return session.withCatalog(async (catalog) => {
    await catalog.renew(embedder, call.signal)
    const kit = catalog.kit(embedder)
    const before = known.get(kit)
    if (before) return before
    // What is kept is what came of it, for a comparison ends with the call that asked for it.
    const { partners, isPassing } = await compared(context, { catalog, dir, embedder }, call)
    if (!isPassing) known.set(kit, partners)
    return partners
  })
}

async function compared(
  context: AppContext,
  { catalog, dir, embedder }: { catalog: Catalog; dir: string; embedder: string },
  call: Call,
): Promise<Compared> {
  // Without vectors words alone are compared, which is near enough for a neighbour.
  const place = { dir, embedder, remarks: [] }
  const { vectors, isPassing } = await vectorsOf(context, place, { catalog, call })
  const { pairs } = await similarTools(
    { tools: catalog.tools, vectors, buildVectorIndex: context.buildVectorIndex },
    {
      pause: yieldToEventLoop(context.clock, call.signal),
      signal: call.signal,
      onProgress: counting(call.emit, 'Comparing tools', 'tools'),
    },
  )
  return { partners: bySimilarity(pairs), isPassing }
}
