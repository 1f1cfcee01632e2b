import { serverOf, tagsOf } from '../../domain/tool/catalog-tool'
import type { Query, QueryPlan, Ranking } from '../../domain/query/query'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { Admitted, Kit } from '../kit'
import type { CatalogSummary } from '../prompts/planned-steps'
import { shownBy } from '../prompts/quoted'
import { pipe, type Inner, type Pipeline, type Retriever, type Source, type Step } from '../stage'

/** Names of groups, and of topics, that a planner is shown. */
const MOST_NAMES = 40
/** Tools near the request that a planner is shown. */
const MOST_TOOLS = 10

/** What a planner is shown of a catalog, and what must be ready for it. */
export interface CatalogView {
  sources: readonly Source[]
  inside: readonly Inner[]
  catalogSummary(query: Query, step: Step): Promise<CatalogSummary>
}

/**
 * The names of groups and topics, and the tools that `search` finds for the whole request: only
 * such as may leave.
 */
export function catalogView(kit: Kit, admitted: Admitted, search: Retriever): CatalogView {
  const names = namesIn(kit, admitted)
  const nearest = { label: 'nearest tools', pipeline: pipe(search) } satisfies {
    label: string
    pipeline: Pipeline<QueryPlan, Ranking>
  }
  const shown = shownBy(kit)
  return {
    sources: [names],
    inside: [nearest],
    async catalogSummary(query, step) {
      const steps = [{ text: query.text, variations: [query.text] }]
      const { tools } = await step.branch(nearest, { shape: 'plan', query, steps, kept: [] })
      const first = tools.slice(0, MOST_TOOLS).map(({ tool }) => tool)
      return { ...(await names.prepare()), nearest: shown(first) }
    },
  }
}

function namesIn(kit: Kit, admitted: Admitted): Source<Omit<CatalogSummary, 'nearest'>> {
  let counted: Promise<Omit<CatalogSummary, 'nearest'>> | undefined
  return {
    key: `groups and topics of ${admitted.key}`,
    prepare: () => (counted ??= Promise.resolve(count(kit, admitted.tools))),
  }
}

function count(
  { tools }: Kit,
  admitted: ReadonlySet<ToolId> | undefined,
): Omit<CatalogSummary, 'nearest'> {
  const groups = new Map<string, number>()
  const topics = new Map<string, number>()
  const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1)
  for (const [id, entry] of tools) {
    if (admitted && !admitted.has(id)) continue
    for (const name of groupsOf(entry)) add(groups, name)
    for (const name of entry.layer.topics ?? []) add(topics, name)
  }
  return { groups: mostUsed(groups), topics: mostUsed(topics) }
}

const groupsOf = (entry: CatalogTool): string[] => {
  const server = serverOf(entry)
  return [...new Set([...(server ? [server] : []), ...tagsOf(entry)])]
}

const mostUsed = (names: ReadonlyMap<string, number>): string[] =>
  [...names]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(([name]) => name)
