import type { CatalogRow } from '../contract/catalog-routes'
import type { RouteOutput } from '../contract/routes'
import { definitionOf } from '../domain/definition'
import { asImported, isMadeByHand } from '../domain/hand-fields'
import { idOf } from '../domain/kept-tool'
import { dependenciesOf, isWrittenHere, tagsOf, visibilityOf } from '../domain/catalog-tool'
import type { CatalogTool, ToolId } from '../domain/tool'
import { yieldToEventLoop } from '../evaluation/yield-to-event-loop'
import type { TokenCount, TokenCounter } from '../ports/token-counter'
import type { Catalog } from './catalog'
import { countingTokens, readingTools } from './call-progress'
import { listed, parameterCount, questionCount } from './catalog-list'
import { editingHandlers } from './editing/editing-handlers'
import { editedLayer } from './edited-layer'
import { checkCorrection } from './fields/tool-fields'
import { everythingIn } from './eligible-tools'
import { graphOf } from './graph/catalog-graph'
import type { AppContext, Handlers } from './handlers'
import { layerChange } from './layer-change'
import { workspaceSettings } from './models/workspace-models'
import type { Session } from './session'
import { shownDocument } from './shown-document'
import { catalogExports } from './catalog-exports'

/** What a row of the catalog's table can show of a description. */
const ROW_CHARACTERS = 200

type Lists = 'catalog.list' | 'catalog.ids' | 'catalog.place'
type Reads = Lists | 'catalog.facets' | 'catalog.tool' | 'catalog.document'

export const catalogHandlers = (context: AppContext): Handlers<'catalog'> => ({
  ...catalogReads(context),
  ...catalogWrites(context),
  ...editingHandlers(context),
  ...catalogExports(context),
})

const catalogReads = ({
  sessions,
  settings,
  tokenCounter,
  clock,
}: AppContext): Pick<Handlers<'catalog'>, Reads> => ({
  async 'catalog.list'({ dir, offset, limit, ...order }, call) {
    const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
    const pause = yieldToEventLoop(clock, call.signal)
    const sorted = await listed(catalog, order, { pause, onCounted: countingTokens(call, clock) })
    const page = sorted.slice(offset, offset + limit)
    await catalog.countTokens(pause, { ids: page.map(idOf) })
    return { total: sorted.length, rows: page.map((entry) => rowOf(entry, catalog)) }
  },
  async 'catalog.ids'({ dir, offset, limit, ...order }, call) {
    const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
    const pause = yieldToEventLoop(clock, call.signal)
    const sorted = await listed(catalog, order, { pause, onCounted: countingTokens(call, clock) })
    return { total: sorted.length, ids: sorted.slice(offset, offset + limit).map(idOf) }
  },
  async 'catalog.place'({ dir, id, ...order }, call) {
    const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
    const pause = yieldToEventLoop(clock, call.signal)
    const sorted = await listed(catalog, order, { pause, onCounted: countingTokens(call, clock) })
    const index = sorted.findIndex((entry) => idOf(entry) === id)
    return { isThere: catalog.has(id), total: sorted.length, ...(index >= 0 && { index }) }
  },
  async 'catalog.facets'({ dir }, call) {
    const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
    // Turn by turn, so that the first rows of the table need not wait for what all tools add up to.
    const onCounted = countingTokens(call, clock)
    const pause = yieldToEventLoop(clock, call.signal)
    const total = await catalog.countTokens(pause, { onCounted })
    const everything = await everythingIn(catalog, pause, { onCounted })
    return { ...facetsOf(catalog), ...tokensOf(total), everything }
  },
  async 'catalog.tool'({ dir, id }) {
    const session = await sessions.of(dir)
    const catalog = await session.catalog()
    const entry = catalog.tool(id)
    return {
      entry,
      definition: JSON.stringify(definitionOf(entry), undefined, 2),
      ...tokensOf(catalog.promptTokens(id)),
      ...importedOf(entry, tokenCounter),
      dependents: [...((await graphOf(catalog)).neededBy.get(id) ?? [])],
      goldenQueries: await goldenQueriesNaming(session, id),
      missing: dependenciesOf(entry)
        .map(({ on }) => on)
        .filter((on) => !catalog.has(on)),
    }
  },
  async 'catalog.document'({ dir, id, layer, components }) {
    const catalog = await catalogOf(sessions.of(dir))
    const { tool, layer: stored } = catalog.tool(id)
    const { embedder } = await workspaceSettings({ sessions, settings }, dir)
    const common = await catalog.commonTexts()
    const entry = { tool, layer: layer ?? stored }
    return shownDocument(entry, { components, common, embedder, tokenCounter })
  },
})

/** What an agent would be sent of a tool had nobody written anything here. */
function importedOf(
  { tool }: CatalogTool,
  tokenCounter: TokenCounter,
): Pick<RouteOutput<'catalog.tool'>, 'imported'> {
  if (isMadeByHand(tool)) return {}
  const definition = definitionOf({ tool: asImported(tool), layer: {} })
  const tokens = tokenCounter.count(JSON.stringify(definition))
  return {
    imported: { definition: JSON.stringify(definition, undefined, 2), ...tokensOf(tokens) },
  }
}

const catalogWrites = ({
  sessions,
}: AppContext): Pick<Handlers<'catalog'>, 'catalog.saveLayer'> => ({
  async 'catalog.saveLayer'({ dir, id, layer, base }) {
    const session = await sessions.of(dir)
    return session.change((catalog) => {
      const { tool, layer: stored } = catalog.tool(id)
      const edited = editedLayer(stored, { id, layer, base })
      checkCorrection({ tool, layer: stored }, edited)
      return {
        ...layerChange(id, edited),
        answer: { tool, layer: edited },
      }
    })
  },
})

const catalogOf = async (session: Promise<Session>): Promise<Catalog> => (await session).catalog()

const facetsOf = ({ tools }: Catalog) => ({
  tools: tools.length,
  edited: tools.filter(isWrittenHere).length,
  servers: countOf(tools.flatMap(({ tool }) => tool.server ?? [])),
  tags: countOf(tools.flatMap(tagsOf)),
  visibilities: countOf(tools.map(visibilityOf)),
})

const tokensOf = ({ tokens, isEstimate }: TokenCount) => ({
  promptTokens: tokens,
  ...(isEstimate && { tokensEstimated: true }),
})

const rowOf = (entry: CatalogTool, catalog: Catalog): CatalogRow => ({
  id: entry.tool.id,
  name: entry.tool.name,
  server: entry.tool.server,
  description: (entry.layer.description ?? entry.tool.description).slice(0, ROW_CHARACTERS),
  tags: tagsOf(entry),
  visibility: visibilityOf(entry),
  parameters: parameterCount(entry),
  questions: questionCount(entry),
  dependencies: dependenciesOf(entry).length,
  ...tokensOf(catalog.promptTokens(entry.tool.id)),
  edited: isWrittenHere(entry),
})

/** Values with how often they occur, most frequent first. */
function countOf(values: string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** As many as a panel can show. */
const MOST_GOLDEN_QUERIES = 50

async function goldenQueriesNaming(session: Session, id: ToolId) {
  const found: { set: string; id: string; text: string }[] = []
  const { goldenSets } = await session.store.read('goldenSets')
  for (const { name } of goldenSets) {
    for (const query of await session.goldenQueries(name)) {
      if (!query.tools.includes(id)) continue
      found.push({ set: name, id: query.id, text: query.text })
      if (found.length === MOST_GOLDEN_QUERIES) return found
    }
  }
  return found
}
