import type { CatalogFilter, ListOrder } from '../../contract/catalog'
import {
  dependenciesOf,
  descriptionOf,
  isWrittenHere,
  serverOf,
  tagsOf,
  visibilityOf,
} from '../../domain/tool/catalog-tool'
import { parametersOf } from '../../domain/tool/schema-parameters'
import type { CatalogTool, JsonObject } from '../../domain/tool/tool'
import { MATCH, matchRank } from '../../domain/value/match-rank'
import type { OnTools } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'

interface Listing {
  /** Called between any two tools, so that others have their turn. */
  pause: () => Promise<boolean>
  /** What tools are sorted by takes a while to count the first time. */
  onCounted: OnTools
}

/** The tools that pass the filter, in the order asked for. */
export async function listed(
  catalog: Catalog,
  { filter, sort, descending }: ListOrder,
  { pause, onCounted }: Listing,
): Promise<CatalogTool[]> {
  if (sort === 'promptTokens') await catalog.countTokens(pause, { onCounted })
  const passed = isOpen(filter) ? [...catalog.tools] : await passing(catalog, filter, pause)
  const sorted = sort === 'id' ? passed : sortBy(passed, SORT_KEYS[sort](catalog, filter.search))
  return descending ? sorted.reverse() : sorted
}

/** Whether a filter lets every tool through. */
const isOpen = ({ search, servers, tags, visibilities, edited }: CatalogFilter): boolean =>
  search.trim() === '' &&
  edited === undefined &&
  [servers, tags, visibilities].every((wanted) => wanted.length === 0)

async function passing(
  { tools }: Catalog,
  filter: CatalogFilter,
  pause: () => Promise<boolean>,
): Promise<CatalogTool[]> {
  const isWanted = passes(filter)
  const passed: CatalogTool[] = []
  for (const entry of tools) {
    if (isWanted(entry)) passed.push(entry)
    await pause()
  }
  return passed
}

function passes(filter: CatalogFilter): (entry: CatalogTool) => boolean {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  const servers = new Set(filter.servers)
  const tags = new Set(filter.tags)
  const visibilities = new Set<string>(filter.visibilities)
  const among = (wanted: ReadonlySet<string>, had: string[]) =>
    wanted.size === 0 || had.some((value) => wanted.has(value))
  return (entry) =>
    (filter.edited === undefined || filter.edited === isWrittenHere(entry)) &&
    among(servers, [serverOf(entry) || []].flat()) &&
    among(tags, tagsOf(entry)) &&
    among(visibilities, [visibilityOf(entry)]) &&
    (words.length === 0 || holdsAll(searchedText(entry), words))
}

const holdsAll = (text: string, words: string[]) => words.every((word) => text.includes(word))

const searchedText = (entry: CatalogTool): string =>
  [entry.tool.id, entry.tool.title ?? '', descriptionOf(entry), ...tagsOf(entry)]
    .join(' ')
    .toLowerCase()

type SortKey = (entry: CatalogTool) => string | number

const SORT_KEYS: Record<
  Exclude<ListOrder['sort'], 'id'>,
  (catalog: Catalog, search: string) => SortKey
> = {
  match: (_, search) => {
    const rank = matchRank(search)
    return ({ tool }) => rank(tool.name) ?? MATCH.elsewhere
  },
  name: () => (entry) => entry.tool.name.toLowerCase(),
  server: () => (entry) => serverOf(entry)?.toLowerCase() ?? '',
  parameters: () => parameterCount,
  questions: () => questionCount,
  dependencies: () => (entry) => dependenciesOf(entry).length,
  visibility: () => visibilityOf,
  promptTokens: (catalog) => (entry) => catalog.tokensOf(entry).tokens,
  edited: () => (entry) => (isWrittenHere(entry) ? 0 : 1),
}

function sortBy(entries: CatalogTool[], key: SortKey): CatalogTool[] {
  const keyed = entries.map((entry) => ({ entry, value: key(entry) }))
  keyed.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
  return keyed.map(({ entry }) => entry)
}

export const questionCount = ({ layer }: CatalogTool): number => layer.questions?.length ?? 0

/** Counted once for each schema: a table sorted by it asks for all of them again for every page. */
const counted = new WeakMap<JsonObject, number>()

/** How many parameters a tool takes, those within others included. */
export function parameterCount({ tool: { parameters } }: CatalogTool): number {
  const count = counted.get(parameters) ?? parametersOf(parameters).parameters.length
  counted.set(parameters, count)
  return count
}
