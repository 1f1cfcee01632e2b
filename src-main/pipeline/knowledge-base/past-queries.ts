import type { Bundle } from '../../domain/bundle'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import type { Documents, KeyedText } from '../kit'
import { documentText } from './tool-document'

/** Past queries of one tool that are matched by their words: a hundred are as good as a thousand (measured, `fusion/README.md`). */
const MOST_OF_A_TOOL = 100
/** A past query that needed more tools than this says too little of each to be added to its words. */
const MOST_TOOLS_TAUGHT = 3

/** Documents made of past queries. */
export interface PastDocuments {
  taught(components: readonly Component[]): Documents<ToolId>
  byTool: Documents<ToolId>
  each: Documents<string>
}

/** Past queries as documents, see {@link Kit}. @param history those that name tools of the catalog, and no others */
export function pastDocuments(
  tools: () => ReadonlyMap<ToolId, CatalogTool>,
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
    taught(components) {
      const textOf = (tool: ToolId, bundles: readonly Bundle[]): KeyedText<ToolId> => {
        const entry = tools().get(tool)
        const queries = bundles.slice(0, MOST_OF_A_TOOL).map(({ query }) => query)
        return {
          key: tool,
          text: [entry ? documentText(entry, components) : '', ...queries].join('\n'),
        }
      }
      return {
        key: `documents and past queries ${components.join()}`,
        pooling: 'best',
        texts: async () => [...(await bundlesByTool())].map(([tool, own]) => textOf(tool, own)),
        async without(past) {
          const byTool = await bundlesByTool()
          const touched = [...byTool].filter(([, own]) => own.some(({ id }) => past.has(id)))
          return touched.map(([tool, own]) =>
            textOf(
              tool,
              own.filter(({ id }) => !past.has(id)),
            ),
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
