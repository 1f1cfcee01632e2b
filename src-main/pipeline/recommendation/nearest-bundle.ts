import type { Bundle } from '../../domain/query/bundle'
import { bundleOf } from '../../domain/query/logged-queries'
import type { PlacedTool, Query, QueryPlan } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, Documents, Kit } from '../kit'
import { stage, type Source, type Step } from '../stage'

/** A past bundle, by its tools as a text. */
type FindBundle = (text: string, depth: number, step: Step) => Promise<readonly { key: string }[]>

export interface BundleSearch {
  name: string
  find: FindBundle
  sources: readonly Source[]
  among: Admitted
}

/** Different bundles looked at where the query must not learn from the first of them. */
const POOL_DEPTH = 20

/** The tools that past queries took together, each set once: its tools’ names and descriptions. PTR, section 2.1. */
export function bundleTexts(kit: Kit): Documents<string> {
  const { draft } = kit
  const base = draft?.base ?? kit
  const textsIn = async ({ history, text }: Kit, isMeant: (tool: ToolId) => boolean = () => true) =>
    [...byTools(await history.prepare())].flatMap(([key, [bundle]]) => {
      const tools = bundle?.tools ?? []
      return tools.some(isMeant) ? [{ key, text: tools.map(text).join('\n') }] : []
    })
  const instead = async () => {
    const texts = await textsIn(kit, (tool) => draft?.changed.has(tool) ?? false)
    return new Map(texts.map((each) => [each.key, [each]]))
  }
  return {
    key: 'bundles by their tools',
    pooling: 'best',
    texts: () => textsIn(base),
    ...(draft && { instead }),
  }
}

const known = new WeakMap<readonly Bundle[], Map<string, Bundle[]>>()

function byTools(history: readonly Bundle[]): Map<string, Bundle[]> {
  const grouped = known.get(history) ?? Map.groupBy(history, bundleOf)
  known.set(history, grouped)
  return grouped
}

/** Keeps the tools of the past bundle that is most like the query; nothing where there is no history. PTR, section 2.1. */
export const nearestBundle = (kit: Kit, { name, find, among, sources }: BundleSearch) =>
  stage<Query, QueryPlan>({
    name: 'nearest bundle',
    gives: 'plan',
    settings: { 'searched by': name },
    sources: [kit.history, among, ...sources],
    async run(query, step) {
      const plan = (kept: PlacedTool[]): QueryPlan => ({
        ...{ shape: 'plan', query, kept },
        steps: [{ text: query.text, variations: [query.text] }],
      })
      const bundles = byTools(await kit.history.prepare())
      if (bundles.size === 0) {
        return step.degrade('there are no logged queries to take a bundle from', plan([]))
      }
      const without = new Set(query.without)
      const usable = (key: string) => bundles.get(key)?.find(({ id }) => !without.has(id))
      const found = await find(query.text, POOL_DEPTH, step)
      const nearest = found.map(({ key }) => usable(key)).find((bundle) => bundle !== undefined)
      if (!nearest) return step.degrade('no past bundle is like the query', plan([]))
      step.note({ bundle: nearest.id, 'its query': nearest.query })
      const mayLeave = (tool: ToolId) => among.tools?.has(tool) ?? true
      return plan(nearest.tools.filter(mayLeave).map((tool) => taken(nearest, tool)))
    },
  })

const taken = ({ id, query }: Bundle, tool: ToolId): PlacedTool => ({
  tool,
  witnesses: [{ kind: 'bundle', bundle: id, query }],
})
