import { explanationsOf } from '../../../../src-main/app/query/explain'
import { queryOf } from '../../../../src-main/domain/query/query'
import type { CatalogTool, ToolId } from '../../../../src-main/domain/tool/tool'
import type { ToolFilter } from '../../../../src-main/pipeline/kit'
import { ANALYSER_STEPS } from '../../../../src-main/pipeline/text/analyse'
import { openKit } from '../../../../src-main/pipeline/knowledge-base/open-kit'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { dense } from '../../../../src-main/pipeline/retrieval/dense'
import { lexical } from '../../../../src-main/pipeline/retrieval/lexical'
import { topK } from '../../../../src-main/pipeline/selection/top-k'
import { pipe, type Retriever, type ToolSelection } from '../../../../src-main/pipeline/stage'
import { catalogTool, id } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../../../fakes/indexes'
import { recorded } from '../../../fakes/run-call'

const TOOLS: CatalogTool[] = [
  catalogTool('mail/send', { description: 'Send a mail, notify the team', tags: ['write'] }),
  catalogTool('mail/find', { description: 'Find a mail', tags: ['read', 'slow'] }),
  catalogTool('mail/archive', { description: 'Archive every mail there is, old and new alike' }),
  catalogTool('admin/wipe', { description: 'Wipe everything', visibility: 'hidden' }),
  catalogTool('ping', { description: 'Says hello' }, { visibility: 'internal' }),
]
const EVERYTHING: ToolFilter = { tags: [], servers: [], visibilities: [] }
const byId = new Map(TOOLS.map((entry) => [entry.tool.id, entry]))
const kit = openKit({
  tools: TOOLS,
  bundles: () => Promise.resolve([]),
  embedder: () => Promise.resolve(conceptEmbedder([['send'], ['find'], ['mail', 'letter']])),
  promptTokens: () => 1,
  buildLexicalIndex: buildMemoryLexicalIndex,
  openVectorIndex: openMemoryVectorIndex,
})
const documents = kit.documents(['description'])

interface Searching {
  depth?: number
  filter?: Partial<ToolFilter>
}
const among = ({ filter }: Searching) => kit.among({ ...EVERYTHING, ...filter })
export const words = (more: Searching = {}, steps: readonly string[] = ANALYSER_STEPS) =>
  lexical(kit.lexical(documents, steps), {
    depth: more.depth ?? 10,
    k1: 1.2,
    b: 0.75,
    countRepeats: false,
    among: among(more),
  })
/** Searches by words in an index that lists the first hit alone. */
export const firstWords = () => {
  const source = kit.lexical(documents, ANALYSER_STEPS)
  const search: typeof source.search = async (texts, call) => {
    call.onMost?.(1)
    return (await source.search(texts, call)).map((hits) => hits.slice(0, 1))
  }
  const options = { depth: 10, k1: 1.2, b: 0.75, countRepeats: false, among: among({}) }
  return lexical({ ...source, search }, options)
}
export const meaning = (more: Searching = {}) =>
  dense(kit.dense(documents), { depth: more.depth ?? 10, among: among(more) })
export const selecting = (search: Retriever, threshold?: number) =>
  pipe(planAsIs()).to(search).to(topK({ threshold }))

interface Asked {
  text?: string
  k?: number
  filter?: Partial<ToolFilter>
}

/** What became of some tools in one explaining run. */
export async function explain(
  pipeline: ToolSelection,
  names: readonly string[],
  { text = 'send a mail', k = 5, filter = {} }: Asked = {},
) {
  const whole = { ...EVERYTHING, ...filter }
  const admitted = kit.among(whole).tools
  const { steps } = await recorded(pipeline, queryOf(text), { k, admitted, explaining: true })
  const catalog = { tool: (tool: ToolId) => byId.get(tool) as CatalogTool }
  return explanationsOf({ catalog, filter: whole, runWith: { admitted } }, steps, names.map(id))
}

export const verdictsOf = async (...given: Parameters<typeof explain>) =>
  (await explain(...given)).map(({ verdict }) => verdict)
