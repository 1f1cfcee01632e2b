import type { Bundle } from '../../domain/bundle'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import type { DocumentOptions, Documents, KeyedText, TextSection } from '../kit'
import type { ToolDocuments } from './tool-documents'

/** Past queries of one tool that are matched by their words: a hundred are as good as a thousand (measured, `fusion/README.md`). */
const MOST_OF_A_TOOL = 100
/** A past query that needed more tools than this says too little of each to be added to its words. */
const MOST_TOOLS_TAUGHT = 3

/** Documents made of past queries. */
export interface PastDocuments {
  taught(components: readonly Component[], options?: DocumentOptions): Documents<ToolId>
  byTool: Documents<ToolId>
  each: Documents<string>
}

/**
 * Past queries as documents, see {@link Kit}.
 * @param tools.documents the documents that past queries are put behind
 * @param history those that name tools of the catalog, and no others
 */
export function pastDocuments(
  tools: {
    byId: () => ReadonlyMap<ToolId, CatalogTool>
    documents: (components: readonly Component[], options?: DocumentOptions) => ToolDocuments
  },
  history: () => Promise<readonly Bundle[]>,
): PastDocuments {
  /** By tool, those of few tools alone. */
  const teaching = async () => {
    const found = new Map<ToolId, Bundle[]>()
    for (const bundle of await history()) {
      if (bundle.tools.length > MOST_TOOLS_TAUGHT) continue
      for (const tool of bundle.tools) {
        const others = found.get(tool)
        if (others) others.push(bundle)
        else found.set(tool, [bundle])
      }
    }
    return found
  }
  let taughtBy: Promise<Map<ToolId, Bundle[]>> | undefined
  const bundlesByTool = () => (taughtBy ??= teaching())
  return {
    taught(components, options) {
      const { key, weights, toText } = tools.documents(components, options)
      const textsOf = async (found: Iterable<[ToolId, readonly Bundle[]]>) => {
        const textOf = await toText()
        return [...found].flatMap(([tool, bundles]) => {
          const entry = tools.byId().get(tool)
          return entry ? [withQueries(textOf(entry), bundles)] : []
        })
      }
      return {
        key: `${key} and past queries`,
        pooling: 'best',
        ...(weights && { weights }),
        texts: async () => textsOf(await bundlesByTool()),
        async without(past) {
          const byTool = await bundlesByTool()
          const touched = [...byTool].filter(([, own]) => own.some(({ id }) => past.has(id)))
          return textsOf(
            touched.map(([tool, own]) => [tool, own.filter(({ id }) => !past.has(id))]),
          )
        },
      }
    },
    byTool: {
      key: 'past queries by tool',
      pooling: 'best',
      texts: async () =>
        (await history()).flatMap((bundle) =>
          bundle.tools.map((key) => ({ key, text: bundle.query })),
        ),
    },
    each: {
      key: 'past queries',
      pooling: 'best',
      texts: async () => (await history()).map(({ id, query }) => ({ key: id, text: query })),
    },
  }
}

/** A document with past queries behind it, whose words count as those of questions do. */
function withQueries(document: KeyedText<ToolId>, bundles: readonly Bundle[]): KeyedText<ToolId> {
  const queries = bundles.slice(0, MOST_OF_A_TOOL).map(({ query }) => query)
  if ('text' in document) {
    return { key: document.key, text: [document.text, ...queries].join('\n') }
  }
  const asked: TextSection = { section: 'questions', text: queries.join('\n') }
  return { key: document.key, sections: [...document.sections, asked] }
}
