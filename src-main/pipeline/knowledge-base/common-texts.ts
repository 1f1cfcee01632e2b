import { tagsOf } from '../../domain/tool/catalog-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { descriptionOf, shortened } from './tool-document'
import { FEWEST_KEPT, packJson, unpackJson, type Derived } from './derived'
import { mapYielding } from './map-yielding'
import { comparable, sentencesOf } from '../text/sentences'

/** What so many tools of a catalog share that it tells none of them from the others. */
export interface CommonTexts {
  /** Sentences of descriptions, {@link comparable}. */
  sentences: ReadonlySet<string>
  /** Servers and tags, as they are written. */
  groups: ReadonlySet<string>
}

/** A sentence that more than this share of the tools hold, and more than {@link FEW}, is boilerplate. */
const SHARE_OF_SENTENCES = 0.02
const FEW = 4
/** A server or tag of more than this share of the tools says nothing of any. */
const SHARE_OF_GROUPS = 0.5

/** What the tools of a catalog have in common. Takes turns with other work. */
export async function commonTexts(tools: readonly CatalogTool[]): Promise<CommonTexts> {
  const sentences = new Map<string, number>()
  const groups = new Map<string, number>()
  const count = (all: Map<string, number>, texts: Iterable<string>) => {
    for (const text of new Set(texts)) all.set(text, (all.get(text) ?? 0) + 1)
  }
  await mapYielding(
    tools,
    (entry) => {
      count(sentences, sentencesOf(shortened(descriptionOf(entry))).map(comparable))
      count(groups, groupsOf(entry))
      return []
    },
    { charactersOf: ({ tool }) => tool.description.length },
  )
  return {
    sentences: heldByMore(sentences, Math.max(FEW, SHARE_OF_SENTENCES * tools.length)),
    groups: heldByMore(groups, SHARE_OF_GROUPS * tools.length),
  }
}

/** To be counted up whenever sentences are told otherwise. */
const VERSION = 1

/** {@link commonTexts} of a catalog, from where they are kept of a large one. */
export async function keptCommonTexts(
  tools: readonly CatalogTool[],
  derived: Derived | undefined,
): Promise<CommonTexts> {
  const name = `common texts ${VERSION}`
  const isKept = derived !== undefined && tools.length >= FEWEST_KEPT
  const bytes = isKept ? await derived.read(name) : undefined
  const known = bytes && unpackJson<Record<keyof CommonTexts, string[]>>(bytes)
  if (known) return { sentences: new Set(known.sentences), groups: new Set(known.groups) }
  const { sentences, groups } = await commonTexts(tools)
  if (isKept) {
    await derived.keep(name, packJson({ sentences: [...sentences], groups: [...groups] }))
  }
  return { sentences, groups }
}

/** A tool's server and tags. */
const groupsOf = (entry: CatalogTool): string[] => [
  ...(entry.tool.server ? [entry.tool.server] : []),
  ...tagsOf(entry),
]

const heldByMore = (counts: ReadonlyMap<string, number>, most: number): Set<string> =>
  new Set([...counts].flatMap(([text, count]) => (count > most ? [text] : [])))
