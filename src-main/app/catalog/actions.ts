import {
  ListOrder,
  type CatalogCalledAnswer,
  type CatalogPlaceAnswer,
  type CatalogFacetsAnswer,
  type CatalogToolAnswer,
  type CatalogDocumentAnswer,
  type CatalogRow,
} from '../../contract/catalog'
import {
  definitionOf,
  dependenciesOf,
  descriptionOf,
  isWrittenHere,
  serverOf,
  tagsOf,
  visibilityOf,
} from '../../domain/tool/catalog-tool'
import { asImported, isMadeByHand } from '../../domain/tool/hand-fields'
import { idOf } from '../../domain/tool/stored-tool'
import { ToolId, AuthorLayer, type CatalogTool } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { TokenCount, TokenCounter } from '../../ports/token-counter'
import type { Catalog } from '../workspaces/catalog'
import { countingTokens, readingTools } from '../requests/call-progress'
import { listed, parameterCount, questionCount } from './list'
import { editingActions } from '../editing/actions'
import { checkCorrection } from '../editing/checked-correction'
import { editedLayer } from '../editing/edited-layer'
import { everythingIn } from './eligible-tools'
import { graphOf } from '../graph/catalog-graph'
import { writeLayer } from '../editing/tool-edits'
import { developmentSets } from '../workspaces/used-sets'
import { workspaceSettings } from '../models/workspace-models'
import type { Session } from '../workspaces/session'
import { calledIn } from './called-tools'
import { shownDocument } from './shown-document'
import { catalogExports } from './export-actions'
import { z } from 'zod'
import { Component } from '../../domain/tool/document'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import { page } from '../../contract/page'

/** What a row of the catalog's table can show of a description. */
const ROW_CHARACTERS = 200

export const catalogActions = {
  'catalog.list': action({
    summary: 'One page of the tools that pass the filter',
    input: ListOrder.extend({
      dir: Dir,
      ...page(200),
    }),
    async run({ sessions, clock }, { dir, offset, limit, ...order }, call) {
      const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
      const pause = yieldToEventLoop(clock, call.signal)
      const sorted = await listed(catalog, order, { pause, onCounted: countingTokens(call, clock) })
      const page = sorted.slice(offset, offset + limit)
      await catalog.countTokens(pause, { ids: page.map(idOf) })
      return { total: sorted.length, rows: page.map((entry) => rowOf(entry, catalog)) }
    },
  }),
  'catalog.ids': action({
    summary: 'The ids of tools that pass the filter: to select more than what is on show',
    input: ListOrder.extend({
      dir: Dir,
      ...page(10_000, 10_000),
    }),
    async run({ sessions, clock }, { dir, offset, limit, ...order }, call) {
      const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
      const pause = yieldToEventLoop(clock, call.signal)
      const sorted = await listed(catalog, order, { pause, onCounted: countingTokens(call, clock) })
      return { total: sorted.length, ids: sorted.slice(offset, offset + limit).map(idOf) }
    },
  }),
  'catalog.called': action({
    summary: 'The tools that names mean, whichever way these are written',
    input: z.object({ dir: Dir, names: z.array(z.string()).max(10_000) }),
    async run({ sessions }, { dir, names }): Promise<CatalogCalledAnswer> {
      return calledIn(await (await sessions.of(dir)).catalog(), names)
    },
  }),
  'catalog.place': action({
    summary: 'Where a tool stands in the list of those that pass the filter, from 0',
    input: ListOrder.extend({ dir: Dir, id: ToolId }),
    async run({ sessions, clock }, { dir, id, ...order }, call): Promise<CatalogPlaceAnswer> {
      const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
      const pause = yieldToEventLoop(clock, call.signal)
      const sorted = await listed(catalog, order, { pause, onCounted: countingTokens(call, clock) })
      const index = sorted.findIndex((entry) => idOf(entry) === id)
      return { isThere: catalog.has(id), total: sorted.length, ...(index >= 0 && { index }) }
    },
  }),
  'catalog.facets': action({
    summary: 'What the catalog holds: counts to filter by',
    input: z.object({ dir: Dir }),
    async run({ sessions, clock }, { dir }, call): Promise<CatalogFacetsAnswer> {
      const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
      // Turn by turn, so that the first rows of the table need not wait for what all tools add up
      // to.
      const onCounted = countingTokens(call, clock)
      const pause = yieldToEventLoop(clock, call.signal)
      const total = await catalog.countTokens(pause, { onCounted })
      const everything = await everythingIn(catalog, pause, { onCounted })
      return { ...facetsOf(catalog), ...tokensOf(total), everything }
    },
  }),
  'catalog.tool': action({
    summary: 'A tool with what its author wrote, what an agent is sent of it, and what names it',
    input: z.object({ dir: Dir, id: ToolId.describe('the tool’s id') }),
    async run({ sessions, tokenCounter }, { dir, id }): Promise<CatalogToolAnswer> {
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
  }),
  'catalog.document': action({
    summary:
      'The tool document as it is matched, for a layer that need not be saved; of the default components unless said',
    input: z.object({
      dir: Dir,
      id: ToolId.describe('the tool’s id'),
      layer: AuthorLayer.optional().describe('in place of what its author wrote'),
      components: z
        .array(Component)
        .min(1)
        .optional()
        .describe('the components that are matched; default: those that recipes match by default'),
    }),
    async run(
      { sessions, settings, tokenCounter },
      { dir, id, layer, components },
    ): Promise<CatalogDocumentAnswer> {
      const catalog = await catalogOf(sessions.of(dir))
      const { tool, layer: stored } = catalog.tool(id)
      const { embedder } = await workspaceSettings({ sessions, settings }, dir)
      const common = await catalog.commonTexts()
      const entry = { tool, layer: layer ?? stored }
      return shownDocument(entry, { components, common, embedder, tokenCounter })
    },
  }),
  /**
   * With `base`, the layer as the editor read it, only the fields that differ from it are changed,
   * and one that was changed elsewhere meanwhile is a `conflict`. Without, all of the layer is
   * replaced.
   */
  'catalog.saveLayer': action({
    summary: 'Save a tool’s author’s layer; an empty layer removes it',
    input: z.object({ dir: Dir, id: ToolId, layer: AuthorLayer, base: AuthorLayer.optional() }),
    async run({ sessions }, { dir, id, layer, base }) {
      const { entry, change } = await writeLayer(await sessions.of(dir), id, (stored) => {
        const edited = editedLayer(stored.layer, { id, layer, base })
        checkCorrection(stored, edited)
        return edited
      })
      return { ...entry, ...(change !== undefined && { change }) }
    },
  }),
  ...editingActions,
  ...catalogExports,
}

/** What an agent would be sent of a tool had nobody written anything here. */
function importedOf(
  { tool }: CatalogTool,
  tokenCounter: TokenCounter,
): Pick<CatalogToolAnswer, 'imported'> {
  if (isMadeByHand(tool)) return {}
  const definition = definitionOf({ tool: asImported(tool), layer: {} })
  const tokens = tokenCounter.count(JSON.stringify(definition))
  return {
    imported: { definition: JSON.stringify(definition, undefined, 2), ...tokensOf(tokens) },
  }
}

const catalogOf = async (session: Promise<Session>): Promise<Catalog> => (await session).catalog()

const facetsOf = ({ tools }: Catalog) => ({
  tools: tools.length,
  edited: tools.filter(isWrittenHere).length,
  servers: countOf(tools.flatMap((entry) => serverOf(entry) ?? [])),
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
  description: descriptionOf(entry).slice(0, ROW_CHARACTERS),
  tags: tagsOf(entry),
  visibility: visibilityOf(entry),
  parameters: parameterCount(entry),
  questions: questionCount(entry),
  dependencies: dependenciesOf(entry).length,
  ...tokensOf(catalog.tokensOf(entry)),
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
  for (const { name } of await developmentSets(session)) {
    for (const query of await session.goldenQueries(name)) {
      if (!query.tools.includes(id)) continue
      found.push({ set: name, id: query.id, text: query.text })
      if (found.length === MOST_GOLDEN_QUERIES) return found
    }
  }
  return found
}
