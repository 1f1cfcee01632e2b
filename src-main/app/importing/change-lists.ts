import type { ChangeKind, ToolChange, ToolChanges } from '../../domain/catalog/import'
import type { Tool, ToolId } from '../../domain/tool/tool'
import { ordered } from '../../domain/value/canonical'
import type { CatalogDifference, ChangedTool } from './catalog-change'
import type { RecognisedTools, ToolPair } from './recognise-tools'
import type { DifferingLayer } from './settle-layers'

/** Tools of each kind that a reply tells at once; the others are looked through page by page. */
const FIRST = 20
const DESCRIPTION_CHARACTERS = 300

/**
 * Tools that an import does something to; what is read of them is worked out for the page that is
 * looked at.
 */
export interface ChangeList {
  total: number
  rows(offset: number, limit: number): ToolChange[]
}

export type ChangeLists = Record<ChangeKind, ChangeList>

/** What an import does, as worked out against the catalog. */
export interface ImportDifference extends Pick<
  RecognisedTools,
  'recognised' | 'renamed' | 'beside'
> {
  /** Tools here that are likely to have another name in the files, and were not taken for it. */
  likelyRenamed: ToolPair[]
  difference: CatalogDifference
  layers: DifferingLayer[]
  /** Under the ids they have in the catalog. */
  tools: readonly Tool[]
}

/** Holds on to no more than what the lists show, and to both sides of tools that change. */
export function changeLists({
  difference: { added, changed, removed },
  recognised,
  renamed,
  likelyRenamed,
  beside,
  layers,
  tools,
}: ImportDifference): ChangeLists {
  const descriptions = new Map(tools.map(({ id, description }) => [id, beginningOf(description)]))
  const pairOf =
    (tool: keyof ToolPair) =>
    (pair: ToolPair): ToolChange => ({
      ...pair,
      description: descriptions.get(pair[tool]) ?? '',
      fields: [],
    })
  return {
    added: rowsAsTheyAre(added.map(plainRow)),
    changed: listOf(changed, changedRow),
    removed: rowsAsTheyAre(removed.map(({ tool }) => plainRow(tool))),
    recognised: rowsAsTheyAre(recognised.map(pairOf('id'))),
    renamed: rowsAsTheyAre(renamed.map(pairOf('id'))),
    likelyRenamed: rowsAsTheyAre(likelyRenamed.map(pairOf('as'))),
    beside: rowsAsTheyAre(beside.map(pairOf('as'))),
    layers: listOf(layers, layerRow(descriptions)),
  }
}

/** How many there are of each kind, and the first of them. */
export const firstOf = (list: ChangeList): ToolChanges => ({
  total: list.total,
  first: list.rows(0, FIRST),
})

const listOf = <Item>(items: readonly Item[], rowOf: (item: Item) => ToolChange): ChangeList => ({
  total: items.length,
  rows: (offset, limit) => items.slice(offset, offset + limit).map(rowOf),
})

const rowsAsTheyAre = (rows: readonly ToolChange[]): ChangeList => listOf(rows, (row) => row)

const beginningOf = (description: string): string => description.slice(0, DESCRIPTION_CHARACTERS)

const plainRow = ({ id, description }: Tool): ToolChange => ({
  id,
  description: beginningOf(description),
  fields: [],
})

/** What an import changes of a tool, as texts. */
export const changedRow = ({ before, after, fields }: ChangedTool): ToolChange => ({
  id: after.id,
  description: beginningOf(after.description),
  fields: fields.map((field) => ({
    field: FIELD_NAMES[field] ?? field,
    ...textChange(textOf(before[field]), textOf(after[field])),
  })),
})

/** Fields that are not called what they are stored as. */
const FIELD_NAMES: Partial<Record<ChangedTool['fields'][number], string>> = {
  dependencies: 'needs',
  standardised: 'standard text',
  source: 'entry in the file',
  imported: 'what the import says, beside what was written by hand',
}

const layerRow =
  (descriptions: ReadonlyMap<ToolId, string>) =>
  ({ id, fields }: DifferingLayer): ToolChange => ({
    id,
    description: descriptions.get(id) ?? '',
    fields: fields.map(({ field, stored, other }) => ({
      field,
      ...textChange(textOf(stored), textOf(other)),
    })),
  })

/** Characters of one side of a change: enough for any description an agent should be sent. */
const LONGEST = 1000
/** Characters kept around what differs in a longer one. */
const AROUND = 120

/**
 * A value as a person reads it: text as it is, lists of words with commas, anything else as JSON.
 */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ')
  }
  return JSON.stringify(ordered(value), null, 2)
}

/**
 * Two texts side by side; of long ones only what differs, with what stands around it, and `…` where
 * something is left out.
 */
export function textChange(before: string, after: string): { before: string; after: string } {
  if (before.length <= LONGEST && after.length <= LONGEST) return { before, after }
  const start = Math.max(0, sharedStart(before, after) - AROUND)
  const shared = sharedEnd(before.slice(start), after.slice(start))
  const end = Math.max(0, shared - AROUND)
  return { before: cut(before, start, end), after: cut(after, start, end) }
}

/** The text without its first `start` and last `end` characters, shortened to what is read. */
function cut(text: string, start: number, end: number): string {
  const inside = text.slice(start, text.length - end)
  const isLong = inside.length > LONGEST
  const shown = inside.slice(0, LONGEST).toWellFormed()
  return `${start > 0 ? '…' : ''}${shown}${isLong || end > 0 ? '…' : ''}`
}

function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let shared = 0
  while (shared < most && one.charCodeAt(shared) === other.charCodeAt(shared)) shared += 1
  return shared
}

function sharedEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let shared = 0
  while (
    shared < most &&
    one.charCodeAt(one.length - 1 - shared) === other.charCodeAt(other.length - 1 - shared)
  ) {
    shared += 1
  }
  return shared
}
