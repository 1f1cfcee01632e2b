import type { FoundIn } from '../../../../src-main/app/agent/find-tools'
import type { AppContext } from '../../../../src-main/app/context'
import type { ServingOf } from '../../../../src-main/app/serving/served-naming'
import { openCatalog } from '../../../../src-main/app/workspaces/catalog'
import type { Source } from '../../../../src-main/domain/catalog/source'
import { Problem } from '../../../../src-main/domain/problem'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import { Settings } from '../../../../src-main/domain/workspace/settings'
import { NO_PROMPT_OVERRIDES } from '../../../../src-main/pipeline/ask'
import { recipes } from '../../../../src-main/pipeline/recipes/registry'
import { fakeClock } from '../../../fakes/clock'
import { memoryDocumentStore } from '../../../fakes/document-store'
import { buildMemoryLexicalIndex, buildMemoryVectorIndex } from '../../../fakes/indexes'

export const asked = (changed: Partial<ServingOf> = {}): ServingOf => ({
  dir: '/tools',
  recipe: 'bm25',
  options: {},
  k: 3,
  ...changed,
})

export const call = { signal: new AbortController().signal, emit: () => undefined }

interface Held {
  sources?: readonly Source[]
  /** Left out: none is to be had. */
  embedders?: AppContext['embedders']
  changed?: Partial<AppContext>
}

/** Where served agents are answered: these tools in memory. */
export function servedPlace(
  tools: readonly CatalogTool[],
  { sources = [], embedders, changed }: Held = {},
) {
  const away = new Problem('unavailable', 'The embedder is away.', 'Start it.')
  const ports = {
    embedders: embedders ?? { open: () => Promise.reject(away) },
    tokenCounter: {
      tokenizer: 'four letters',
      count: (text: string) => ({ tokens: Math.ceil(text.length / 4), isEstimate: false }),
    },
    buildLexicalIndex: buildMemoryLexicalIndex,
    buildVectorIndex: buildMemoryVectorIndex,
    mostVectorBytesInMemory: Infinity,
  }
  const store = {
    dir: '/tools',
    info: async () => ({}),
    read: async () => ({ sources, bundles: [], goldenSets: [], goldenUses: [], serverTexts: [] }),
    members: async () => [],
    ...memoryDocumentStore(),
  } as unknown as Parameters<typeof openCatalog>[1]
  // As a store gives them.
  const sorted = tools.toSorted((a, b) => (a.tool.id < b.tool.id ? -1 : 1))
  const catalog = openCatalog(sorted, store, ports)
  const promptOverrides = async () => NO_PROMPT_OVERRIDES
  const session = {
    store,
    promptOverrides,
    parameterRules: async () => [],
    catalog: async () => catalog,
    withCatalog: async (work: (...now: unknown[]) => unknown) => work(catalog, { id: 'tools' }),
  }
  const context = {
    ...ports,
    recipes,
    clock: fakeClock(),
    settings: { read: async () => Settings.parse({}) },
    sessions: { of: async () => session },
    notify: () => undefined,
    onClose: () => undefined,
    ...changed,
  } as unknown as AppContext
  return { context, catalog, promptOverrides } satisfies FoundIn
}
