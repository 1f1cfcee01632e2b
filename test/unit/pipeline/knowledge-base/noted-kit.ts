import type { CatalogTool, StandardisedFields } from '../../../../src-main/domain/tool/tool'
import type { ToolFilter } from '../../../../src-main/pipeline/kit'
import type {
  KitParts,
  OpenVectorIndex,
} from '../../../../src-main/pipeline/knowledge-base/kit-parts'
import { openKit } from '../../../../src-main/pipeline/knowledge-base/open-kit'
import type { HandedOn } from '../../../../src-main/pipeline/knowledge-base/open-once'
import type { PrepareCall } from '../../../../src-main/pipeline/stage'
import type { Pooling } from '../../../../src-main/ports/hit'
import { catalogTool } from '../../../fakes/catalog-tool'
import { conceptEmbedder } from '../../../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../../../fakes/indexes'

const standardised: StandardisedFields = {
  description: 'Sends a mail.',
  parameters: { to: { type: 'string' }, text: { type: 'string' } },
  response: 'Nothing',
  examples: [{ intent: 'Mail the minutes', arguments: {} }],
}
/** By id. */
export const TOOLS: CatalogTool[] = [
  catalogTool('admin/wipe', { description: 'Wipes it all', visibility: 'hidden', tags: ['write'] }),
  catalogTool('mail/findMail', { description: 'Finds a mail', tags: ['read', 'mail'] }),
  catalogTool('mail/sendMail', {
    description: 'Sends a mail',
    tags: ['write', 'mail'],
    standardised,
  }),
  catalogTool(
    'ping',
    { description: 'Says hello' },
    { visibility: 'internal', tags: ['test'], description: 'Says hello to a server' },
  ),
]
export const EVERYTHING: ToolFilter = { tags: [], servers: [], visibilities: [] }
export const call = { depth: 10, signal: new AbortController().signal }
export const bm25 = { ...call, k1: 1.2, b: 0.75, countRepeats: false, explain: 0 }

interface Built {
  texts: { key: string; text: string }[]
  pooling: Pooling | undefined
}

/** A kit that notes what was built. */
export function notedKit(over: Partial<KitParts> = {}, handedOn?: HandedOn) {
  const embedder = conceptEmbedder([['send'], ['find'], ['mail']])
  const words: Built[] = []
  const meanings: (Built & { call: PrepareCall | undefined })[] = []
  const openVectorIndex: OpenVectorIndex = async (given, documents, prepareCall) => {
    meanings.push({
      texts: (await documents.parts()).map((parts, at) => ({
        key: documents.keys[at] ?? '',
        text: parts.map(({ text }) => text).join('\n'),
      })),
      pooling: documents.pooling,
      call: prepareCall,
    })
    return openMemoryVectorIndex(given, documents, prepareCall)
  }
  const parts: KitParts = {
    tools: TOOLS,
    bundles: () => Promise.resolve([]),
    embedder: () => Promise.resolve(embedder),
    promptTokens: () => 1,
    buildLexicalIndex(documents, pooling) {
      words.push({
        texts: documents.map(({ key, terms }) => ({ key, text: terms.join(' ') })),
        pooling,
      })
      return buildMemoryLexicalIndex(documents, pooling)
    },
    openVectorIndex,
    ...over,
  }
  const kit = openKit(parts, handedOn)
  return { kit, embedder, words, meanings }
}
