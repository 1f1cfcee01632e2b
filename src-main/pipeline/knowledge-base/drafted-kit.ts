import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/kept-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { inPlace } from '../drafted'
import type { Admitted, Documents, FieldsInForce, Kit, ToolFilter } from '../kit'
import type { AnalyserStep } from './analyse'
import { passing, type KitParts } from './kit-parts'
import { madeOnce, openOnce } from './open-once'
import { pastDocuments, type toolDocuments } from './documents'
import { denseSource, lexicalSource, type DenseOpening } from './search-sources'
import { fieldsInForce } from './standard-fields'
import { toldText } from './tool-document'

/** Tools as they would be. */
interface Drafts {
  changed: readonly CatalogTool[]
  /** Of a tool as it would be; left out: as many as it has. */
  promptTokens?: ((entry: CatalogTool) => number) | undefined
}

/** What the kit of the catalog as it is was made of. */
interface Making {
  parts: KitParts
  /** How the documents of any tools are made. */
  documents: ReturnType<typeof toolDocuments>
  opening: DenseOpening
}

/**
 * A kit with some tools as they would be, see `OpenKit.drafted`. What too many tools share stays what it is in the catalog: an
 * edit of one tool changes the document of no other.
 */
export function draftedKit(
  base: Kit,
  { changed, promptTokens }: Drafts,
  { parts, documents, opening }: Making,
): Kit {
  const drafts = openOnce()
  const drafting = { ...opening, drafts }
  const byId = new Map(changed.map((entry) => [idOf(entry), entry]))
  const tools = new Map([...base.tools, ...byId])
  const hasEdges = changed.some((entry) => dependenciesOf(entry).length > 0)
  const standardFields = fieldsWith(base, byId, parts)
  const history = () => base.history.prepare()
  const taughtOf = (some: ReadonlyMap<ToolId, CatalogTool>) =>
    pastDocuments({ byId: () => some, documents }, history).taught
  const kit: Kit = {
    ...base,
    draft: { changed: new Set(byId.keys()), base },
    tools,
    among: (filter) => draftedAmong(base, changed, filter),
    // What is worked out of a draft must not be taken for what is so of the catalog, nor kept as that.
    once: (key, make) => madeOnce(drafts, key, make),
    learned: undefined,
    documents(components, options) {
      const { toText, ...indexed } = documents(components, options)
      const textsIn = async (of: Kit, ids: Iterable<ToolId>) =>
        entriesIn(of, ids).map(await toText())
      return { ...indexed, ...inPlace(kit, textsIn) }
    },
    standardFields,
    field(name) {
      const textsIn = async (of: Kit, ids: Iterable<ToolId>) => {
        const fields = await of.standardFields.prepare()
        return entriesIn(of, ids).flatMap((entry) =>
          fields.texts(entry, name).map((text) => ({ key: idOf(entry), text })),
        )
      }
      return { ...base.field(name), ...inPlace(kit, textsIn) }
    },
    taught(components, options) {
      const { without } = taughtOf(tools)(components, options)
      const own = taughtOf(byId)(components, options)
      const instead = async () =>
        new Map((await own.texts()).map((text) => [text.key, [text]] as const))
      const taught: Documents<ToolId> = { ...base.taught(components, options), instead }
      return without ? { ...taught, without } : taught
    },
    lexical: (of, steps) => lexicalSource(of, steps as AnalyserStep[], drafting),
    dense: (of) => denseSource(of, drafting),
    dependencies(tool) {
      const entry = byId.get(tool)
      return entry ? dependenciesOf(entry) : base.dependencies(tool)
    },
    hasDependencies: hasEdges
      ? { ...base.hasDependencies, prepare: () => Promise.resolve(true) }
      : base.hasDependencies,
    promptTokens(tool) {
      const entry = byId.get(tool)
      return (entry && promptTokens?.(entry)) ?? base.promptTokens(tool)
    },
    text: (tool) => toldText(tools.get(tool)),
  }
  return kit
}

const entriesIn = ({ tools }: Kit, ids: Iterable<ToolId>): CatalogTool[] =>
  [...ids].flatMap((id) => tools.get(id) ?? [])

/** The fields in force of all tools, of those that are changed as they would be. */
function fieldsWith(
  base: Kit,
  changed: ReadonlyMap<ToolId, CatalogTool>,
  { standardFields }: Pick<KitParts, 'standardFields'>,
): Kit['standardFields'] {
  const work = async (): Promise<FieldsInForce> => {
    const before = await base.standardFields.prepare()
    const records = ((await standardFields?.()) ?? []).filter(({ tool }) => changed.has(tool))
    const then = await fieldsInForce(changed, records)
    const of = (tool: ToolId) => (changed.has(tool) ? then : before)
    return {
      own: (tool) => of(tool).own(tool),
      texts: (entry, field) => of(idOf(entry)).texts(entry, field),
      parameters: (tool) => of(tool).parameters(tool),
      isStale: (tool) => of(tool).isStale(tool),
    }
  }
  let made: Promise<FieldsInForce> | undefined
  return { ...base.standardFields, prepare: () => (made ??= work()) }
}

/** The tools that pass a filter, some of them as they would be. */
function draftedAmong(kit: Kit, changed: readonly CatalogTool[], filter: ToolFilter): Admitted {
  const admitted = kit.among(filter)
  const isWanted = passing(filter)
  const isIn = (id: ToolId): boolean => admitted.tools?.has(id) ?? kit.tools.has(id)
  if (changed.every((entry) => isWanted(entry) === isIn(idOf(entry)))) return admitted
  const tools = new Set(admitted.tools ?? kit.tools.keys())
  for (const entry of changed) tools[isWanted(entry) ? 'add' : 'delete'](idOf(entry))
  return {
    key: `${admitted.key}, drafted`,
    ...{ tools, size: tools.size, prepare: () => Promise.resolve(tools) },
  }
}
