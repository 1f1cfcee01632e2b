import type { Bundle } from '../../domain/query/bundle'
import { asSent } from '../../domain/tool/catalog-tool'
import { idOf, readInPassing } from '../../domain/tool/stored-tool'
import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { ToolsById } from '../../domain/tool/tools-by-id'
import type { Component } from '../../domain/tool/document'
import type {
  Documents,
  DocumentOptions,
  FieldsInForce,
  KeyedText,
  Kit,
  Replaced,
  TextSection,
} from '../kit'
import type { Source } from '../stage'
import { nameOfCommon, type CommonTexts } from './common-texts'
import { FEWEST_KEPT } from './derived'
import { mapYielding } from './map-yielding'
import type { OpenOnce } from './open-once'
import { documentSections } from './sections'
import { documentText } from './tool-document'
import { fieldsInForce } from './standard-fields'

/** What stands for the fields in force. */
const KEY = 'standardised fields'

/** Tools looked at to see whether what was kept of all is of them. */
const SAMPLE = 16

/** One text of each tool, made in turns with other work. */
const textsOfTools = (
  tools: readonly CatalogTool[],
  textOf: (entry: CatalogTool) => KeyedText<ToolId>,
): Pick<Documents<ToolId>, 'texts' | 'sample'> => allTextsOfTools(tools, (entry) => [textOf(entry)])

function allTextsOfTools(
  tools: readonly CatalogTool[],
  textsOf: (entry: CatalogTool) => readonly KeyedText<ToolId>[],
): Pick<Documents<ToolId>, 'texts' | 'sample'> {
  const step = Math.ceil(tools.length / SAMPLE)
  let characters = 0
  const textsInPassing = (entry: CatalogTool) => {
    const read = readInPassing(entry)
    characters = read.tool.description.length
    return textsOf(read)
  }
  return {
    texts: () => mapYielding(tools, textsInPassing, { charactersOf: () => characters }),
    sample: () =>
      tools.length < FEWEST_KEPT ? [] : tools.filter((_, at) => at % step === 0).flatMap(textsOf),
  }
}

/** The standardised fields of a kit’s tools, and documents over each. */
export function fieldDocuments(
  tools: ToolsById,
  once: OpenOnce,
  standardFields?: () => Promise<readonly StandardFieldsRecord[]>,
): Pick<Kit, 'field' | 'standardFields'> {
  const source: Source<FieldsInForce> = {
    key: KEY,
    prepare: () => once(KEY, async () => fieldsInForce(tools, (await standardFields?.()) ?? [])),
  }
  return {
    standardFields: source,
    field(name) {
      const made = async () => {
        const fields = await source.prepare()
        return allTextsOfTools(tools.list, (entry) =>
          fields.texts(entry, name).map((text) => ({ key: idOf(entry), text })),
        )
      }
      return {
        key: `field ${name}`,
        pooling: name === 'parameters' ? 'mean' : 'best',
        texts: async () => (await made()).texts(),
        sample: async () => (await made()).sample?.() ?? [],
      }
    },
  }
}

/** One document per tool, and how that of any tool is made. */
export interface ToolDocuments extends Documents<ToolId> {
  /** Makes the document of a tool, of one that is being edited too. */
  toText(): Promise<(entry: CatalogTool) => KeyedText<ToolId>>
}

/**
 * Documents over tools: in sections, see {@link documentSections}, or joined to one text.
 * @param common what the tools of the whole catalog share, also where only some of them are
 * searched
 */
export const toolDocuments =
  (tools: ToolsById, common: () => Promise<CommonTexts>) =>
  (components: readonly Component[], options: DocumentOptions = {}): ToolDocuments => {
    const { documentForm = 'weighed', wordWeights, meaningWeights } = options
    if (options.asSent) return joined(tools, { key: 'definitions', components, read: asSent })
    if (documentForm === 'joined') return joined(tools, { key: 'documents', components })
    const own = wordWeights || meaningWeights ? { wordWeights, meaningWeights } : undefined
    const toText = async () => {
      const shared = await common()
      return (entry: CatalogTool) => ({
        key: idOf(entry),
        sections: documentSections(entry, components, shared).sections,
      })
    }
    const made = async () => textsOfTools(tools.list, await toText())
    return {
      key: `documents in sections ${components.join()}`,
      pooling: 'best',
      ...(own && { weights: own }),
      toText,
      texts: async () => (await made()).texts(),
      sample: async () => (await made()).sample?.() ?? [],
      ofTools: async (some) => textsOfSome(some, tools, await toText()),
      basis: async () => nameOfCommon(await common()),
    }
  }

interface Joined {
  key: string
  components: readonly Component[]
  /** What is read of a tool; left out: all of it. */
  read?(entry: CatalogTool): CatalogTool
}

function joined(
  tools: ToolsById,
  { key, components, read = (entry) => entry }: Joined,
): ToolDocuments {
  const textOf = (entry: CatalogTool) => ({
    key: idOf(entry),
    text: documentText(read(entry), components),
  })
  return {
    key: `${key} ${components.join()}`,
    pooling: 'best',
    toText: () => Promise.resolve(textOf),
    ...textsOfTools(tools.list, textOf),
    ofTools: async (some) => textsOfSome(some, tools, textOf),
    basis: () => Promise.resolve(''),
  }
}

async function textsOfSome(
  some: ReadonlySet<ToolId>,
  tools: ReadonlyMap<ToolId, CatalogTool>,
  textOf: (entry: CatalogTool) => KeyedText<ToolId>,
): Promise<Replaced<ToolId>> {
  const texts = await mapYielding([...some], (id) => {
    const entry = tools.get(id)
    return [[id, entry ? [textOf(entry)] : []] as const]
  })
  return new Map(texts)
}

/**
 * Past queries of one tool that are matched by their words: a hundred are as good as a thousand
 * (measured, `fusion/README.md`).
 */
const MOST_OF_A_TOOL = 100
/**
 * A past query that needed more tools than this says too little of each to be added to its words.
 */
const MOST_TOOLS_TAUGHT = 3

/** Documents made of past queries. */
interface PastDocuments {
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
    byId: ReadonlyMap<ToolId, CatalogTool>
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
          const entry = tools.byId.get(tool)
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
