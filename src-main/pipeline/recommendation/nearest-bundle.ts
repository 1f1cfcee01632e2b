import type { Bundle } from '../../domain/query/bundle'
import { bundleOf } from '../../domain/query/logged-queries'
import type { PlacedTool, Query, QueryPlan } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, Documents, Kit } from '../kit'
import { stage, type Step } from '../stage'

interface BundleSearch {
  by: 'words' | 'meaning'
  /** What is done to words before they are matched. */
  analyser: readonly string[]
  among: Admitted
}

/** Different bundles looked at where the query must not learn from the first of them. */
const POOL_DEPTH = 20

/**
 * The tools that past queries took together, each set once: its tools’ names and descriptions. PTR,
 * section 2.1.
 */
function bundleTexts(kit: Kit): Documents<string> {
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

/**
 * Keeps the tools of the past bundle that is most like the query; nothing where there is no
 * history. PTR, section 2.1.
 */
export function nearestBundle(kit: Kit, { by, analyser, among }: BundleSearch) {
  const { source, find } = by === 'words' ? findByWords(kit, analyser) : findByMeaning(kit)
  return stage<Query, QueryPlan>({
    name: 'nearest bundle',
    gives: 'plan',
    settings: { 'searched by': by },
    sources: [kit.history, among, source],
    async run(query, step) {
      const plan = (kept: PlacedTool[]): QueryPlan => ({
        shape: 'plan',
        query,
        kept,
        steps: [{ text: query.text, variations: [query.text] }],
      })
      const bundles = byTools(await kit.history.prepare())
      if (bundles.size === 0) {
        return step.degrade('no logged queries: took no past bundle', plan([]))
      }
      const without = new Set(query.without)
      const usable = (key: string) => bundles.get(key)?.find(({ id }) => !without.has(id))
      const found = await find(query.text, step)
      const nearest = found.map(({ key }) => usable(key)).find((bundle) => bundle !== undefined)
      if (!nearest) return step.degrade('no past bundle is like the query: took none', plan([]))
      step.note({ bundle: nearest.id, 'its query': nearest.query })
      const mayLeave = (tool: ToolId) => among.tools?.has(tool) ?? true
      return plan(nearest.tools.filter(mayLeave).map((tool) => taken(nearest, tool)))
    },
  })
}

function findByWords(kit: Kit, analyser: readonly string[]) {
  const source = kit.lexical(bundleTexts(kit), analyser)
  const scoring = { depth: POOL_DEPTH, k1: 1.5, b: 0.75, countRepeats: false, explain: 0 }
  const find = async (text: string, { signal }: Step) =>
    (await source.search([text], { ...scoring, signal }))[0] ?? []
  return { source, find }
}

function findByMeaning(kit: Kit) {
  const source = kit.dense(bundleTexts(kit))
  const find = async (text: string, { signal, embedded }: Step) => {
    const call = { depth: POOL_DEPTH, signal, onEmbedded: embedded }
    return (await source.search([text], call))[0] ?? []
  }
  return { source, find }
}

const taken = ({ id, query }: Bundle, tool: ToolId): PlacedTool => ({
  tool,
  witnesses: [{ kind: 'bundle', bundle: id, query }],
})
