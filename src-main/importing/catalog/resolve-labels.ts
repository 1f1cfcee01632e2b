import type { Bundle } from '../../domain/query/bundle'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { toolId, type JsonObject, type Tool, type ToolId } from '../../domain/tool/tool'
import { toolNameIndex } from '../../domain/tool/tool-name-index'
import { causes, type Causes, type Report } from './report'
import { uniqueIds } from './unique-ids'

/** A golden query as a file writes it: tools are ids or names, not resolved yet. */
export interface LabelledQuery extends Omit<GoldenQuery, 'tools' | 'calls' | 'grades'> {
  tools: string[]
  /** By the label as written in `tools`. */
  grades?: Record<string, number>
  calls?: { tool: string; arguments: JsonObject }[]
  /** Where the query stands, for the report. */
  where: string
}

/** A bundle as a file writes it. */
export interface LabelledBundle extends Omit<Bundle, 'tools'> {
  tools: string[]
  where: string
}

/**
 * Finds the tool a label means: its id, else its name where only one tool has it, whichever way it
 * is written.
 */
export interface LabelIndex {
  find(label: string): { id: ToolId } | { why: string }
}

/**
 * `aliases` are the names by which the files themselves refer to tools, such as document ids; they
 * win over all others.
 */
export function labelIndex(tools: Tool[], aliases?: Map<string, ToolId>): LabelIndex {
  const ids = new Map(tools.map(({ id }) => [id as string, id]))
  const index = toolNameIndex()
  for (const { id, name, server } of tools) index.add(id, new Set([id, toolId(name, server)]))
  const found = new Map<string, ReturnType<LabelIndex['find']>>()
  const find: LabelIndex['find'] = (label) => {
    const exact = aliases?.get(label) ?? ids.get(label)
    if (exact) return { id: exact }
    const candidates = index.meant(label)
    const [id] = candidates
    if (id === undefined) return { why: `No tool is called "${label}"` }
    if (candidates.length === 1) return { id }
    return { why: `"${label}" may be any of ${namesOf(candidates)}` }
  }
  return {
    find(label) {
      const known = found.get(label) ?? find(label)
      if (found.size < LABELS_KEPT) found.set(label, known)
      return known
    },
  }
}

/** Labels that are looked up once: logs name few tools many times. */
const LABELS_KEPT = 10_000

/** Tools of one name that are listed: enough to see what they have in common. */
const CANDIDATES_LISTED = 5

function namesOf(candidates: readonly ToolId[]): string {
  const listed = candidates.slice(0, CANDIDATES_LISTED).join(', ')
  const more = candidates.length - CANDIDATES_LISTED
  return more > 0 ? `${listed} and ${more} more` : listed
}

/** Finds a tool by its document's id alone, for data sets that name tools in no other way. */
export const documentIndex = (documents: ReadonlyMap<string, ToolId>): LabelIndex => ({
  find(label) {
    const id = documents.get(label)
    return id === undefined ? { why: `No document has the id "${label}"` } : { id }
  },
})

interface Labels {
  ids: ToolId[]
  /** Label as written → the tool it means. */
  meaning: Map<string, ToolId>
  lost: string[]
}

function resolveAll(labels: string[], index: LabelIndex): Labels {
  const meaning = new Map<string, ToolId>()
  const lost: string[] = []
  for (const label of new Set(labels)) {
    const found = index.find(label)
    if ('id' in found) meaning.set(label, found.id)
    else lost.push(found.why)
  }
  return { ids: [...new Set(meaning.values())], meaning, lost }
}

/** Lost labels that one row tells of. */
const LOST_LISTED = 5

const LABEL_FIX =
  'Import the tool as well, or correct the label to a tool id as the catalog lists it.'

/**
 * Golden queries with their labels resolved. A label that points nowhere is removed; a query left
 * with none is skipped, unless it had none to begin with (no tool is the right answer). Query ids
 * come out unique.
 */
export function resolveQueries(
  queries: LabelledQuery[],
  index: LabelIndex,
  report: Report,
): GoldenQuery[] {
  const { resolve, finish } = queryResolver(index)
  const resolved = queries.flatMap(resolve)
  finish(report)
  return resolved
}

/**
 * As {@link resolveQueries}, query by query, so that others may have their turn between two of a
 * long set.
 */
export function queryResolver(index: LabelIndex) {
  const found = causes('queries')
  const idFor = uniqueIds()
  return {
    /** The query, or nothing where it is skipped. */
    resolve: (query: LabelledQuery): GoldenQuery[] => resolveQuery(query, { index, found, idFor }),
    /** Says what was skipped or altered. */
    finish: (report: Report): void => found.report(report),
  }
}

interface Resolving {
  index: LabelIndex
  found: Causes
  idFor: (wanted: string) => string
}

function resolveQuery(query: LabelledQuery, { index, found, idFor }: Resolving): GoldenQuery[] {
  const place = { where: query.where, entry: query.id }
  if (query.text.trim() === '') {
    found.add({ outcome: 'skipped', ...place, why: 'The query has no text' })
    return []
  }
  const { ids, meaning, lost } = resolveAll(query.tools, index)
  const detail = lost.slice(0, LOST_LISTED).join('. ')
  if (ids.length === 0 && query.tools.length > 0) {
    const why = 'None of its tools is in the catalog'
    found.add({ outcome: 'skipped', ...place, why, detail, fix: LABEL_FIX })
    return []
  }
  if (lost.length > 0) {
    const why = 'A label means no tool of the catalog and was removed'
    found.add({ outcome: 'altered', ...place, why, detail, fix: LABEL_FIX })
  }
  const id = idFor(query.id)
  if (id !== query.id) {
    const why = 'Another query has the same id: this one gets an id of its own'
    found.add({ outcome: 'altered', ...place, why, detail: `${query.id} is now ${id}` })
  }
  for (const label of boundlessGrades(query)) {
    const why = 'A grade is beyond a billion: it counts as 1'
    found.add({ outcome: 'altered', ...place, why, detail: `“${label}”` })
  }
  return [{ ...resolvedQuery(query, index, meaning), id, tools: ids }]
}

/** Far above any scale of relevance, far below where sums of gains are no numbers any more. */
const LARGEST_GRADE = 1e9

/** 1e999 is valid JSON, and larger than any number. */
const isGrade = (grade: number): boolean => Math.abs(grade) <= LARGEST_GRADE

const boundlessGrades = ({ grades = {} }: LabelledQuery): string[] =>
  Object.keys(grades).filter((label) => !isGrade(grades[label] ?? 1))

function resolvedQuery(
  { where: _where, tools: _tools, grades, calls, ...rest }: LabelledQuery,
  index: LabelIndex,
  meaning: Map<string, ToolId>,
): Omit<GoldenQuery, 'tools'> {
  const known = (label: string): ToolId[] => {
    const id = meaning.get(label)
    if (id) return [id]
    const found = index.find(label)
    return 'id' in found ? [found.id] : []
  }
  const graded = Object.entries(grades ?? {}).flatMap(([label, grade]) =>
    isGrade(grade) ? known(label).map((id) => [id, grade] as const) : [],
  )
  const called = calls?.flatMap((call) => known(call.tool).map((tool) => ({ ...call, tool })))
  return {
    ...rest,
    ...(graded.length > 0 && { grades: Object.fromEntries(graded) }),
    ...(called && called.length > 0 && { calls: called }),
  }
}

/** Bundles with their labels resolved; one that is left without tools is skipped. */
export function resolveBundles(
  bundles: LabelledBundle[],
  index: LabelIndex,
  report: Report,
): Bundle[] {
  const { resolve, finish } = bundleResolver(index)
  const resolved = bundles.flatMap(resolve)
  finish(report)
  return resolved
}

/** What a person calls a bundle, and several. */
interface BundleWords {
  one: string
  many: string
}

/**
 * As {@link resolveBundles}, one by one, so that others may have their turn between two of a long
 * log.
 */
export function bundleResolver(
  index: LabelIndex,
  words: BundleWords = { one: 'bundle', many: 'bundles' },
) {
  const found = causes(words.many)
  return {
    /** The bundle, or nothing where it is skipped. */
    resolve: (bundle: LabelledBundle): Bundle[] =>
      resolveBundle(bundle, { index, found, called: words.one }),
    /** Says what was skipped or altered. */
    finish: (report: Report): void => found.report(report),
  }
}

function resolveBundle(
  { where, tools, ...bundle }: LabelledBundle,
  { index, found, called }: { index: LabelIndex; found: Causes; called: string },
): Bundle[] {
  const { id, query } = bundle
  const place = { where, entry: id }
  const { ids, lost } = resolveAll(tools, index)
  if (ids.length === 0) {
    const why = `The ${called} names no tool of the catalog`
    found.add({ outcome: 'skipped', ...place, why, fix: LABEL_FIX })
    return []
  }
  if (query.trim() === '') {
    const fix = 'Write the query that its tools solved.'
    found.add({ outcome: 'skipped', ...place, why: `The ${called} has no query`, fix })
    return []
  }
  if (lost.length > 0) {
    const why = `A tool of the ${called} is not in the catalog and was removed from it`
    found.add({ outcome: 'altered', ...place, why, detail: lost.join('. '), fix: LABEL_FIX })
  }
  return [{ ...bundle, tools: ids }]
}

/**
 * The tools with dependencies that point at tools; an edge that points nowhere or at its own tool
 * is removed.
 */
export function resolveDependencies(tools: Tool[], index: LabelIndex, report: Report): Tool[] {
  const lost = causes('tools')
  const resolved = tools.map((tool) => {
    if (tool.dependencies.length === 0) return tool
    const place = { outcome: 'altered', where: tool.id, entry: tool.name } as const
    const dependencies = tool.dependencies.flatMap((dependency) => {
      const found = index.find(dependency.on)
      if (!('id' in found)) {
        const why = 'A dependency means no tool of the catalog and was removed'
        lost.add({ ...place, why, detail: found.why, fix: LABEL_FIX })
        return []
      }
      if (found.id !== tool.id) return [{ ...dependency, on: found.id }]
      const why = 'The tool depends on itself: dependency removed'
      lost.add({ ...place, why, fix: 'Name the tool that it needs.' })
      return []
    })
    return { ...tool, dependencies }
  })
  lost.report(report)
  return resolved
}
