import {
  Judge,
  type WritingListAnswer,
  type WrittenCounts,
  type WrittenRow,
} from './shared/answers'
import { WrittenState, type WrittenQuery } from '../../domain/query/written-query'
import type { Catalog } from '../../app/workspaces/catalog'
import { containing } from '../../app/requests/containing'
import type { FindNear } from './near-texts'
import { shownTool } from './shown-tools'
import {
  isToAskAgain,
  textOf,
  toolsOf,
  type AskedNow,
  type WrittenRecords,
} from './written-records'
import { z } from 'zod'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { page } from '../../contract/page'

export const WritingListInput = z.object({
  dir: Dir,
  /** Who would be asked by `writing.write`. */
  judge: Judge,
  /** Left out: all. */
  states: z.array(WrittenState).min(1).optional(),
  search: SearchText,
  ...page(50, 200),
})
export type WritingListInput = z.output<typeof WritingListInput>

interface Listed {
  catalog: Catalog
  records: WrittenRecords
  near: FindNear
  now: AskedNow
}

/** A page of what is drawn and written. */
export function listWritten(
  { catalog, records, near, now }: Listed,
  { states, search, offset, limit }: Omit<WritingListInput, 'dir' | 'judge'>,
): WritingListAnswer {
  const counts = Object.fromEntries(
    WrittenState.options.map((state) => [state, 0]),
  ) as WrittenCounts
  let passed = 0
  let refusedToOthers = 0
  const holds = containing(search)
  const found: WrittenQuery[] = []
  for (const each of records.values()) {
    counts[each.state]++
    if (each.state === 'waiting' && each.judged?.passed) passed++
    if (isToAskAgain(each, now)) refusedToOthers++
    const text = [textOf(each), ...toolsOf(each)].join(' ')
    if ((states?.includes(each.state) ?? true) && holds({ id: each.id, text })) found.push(each)
  }
  const rows = found
    .slice(offset, offset + limit)
    .map((each) => writtenRow(each, { catalog, near }))
  return { total: found.length, counts, passed, refusedToOthers, rows }
}

/** A written query as the window shows it. */
export function writtenRow(
  record: WrittenQuery,
  { catalog, near }: { catalog: Catalog; near: FindNear },
): WrittenRow {
  const { style: _, ...row } = record
  const { without, instead } = record.bundle
  const tested = without ?? instead
  const { set, query: own } = record.decision ?? {}
  const text = textOf(record)
  return {
    ...row,
    tools: toolsOf(record).map((id) => shownTool(catalog, id)),
    ...(tested !== undefined && { tested: shownTool(catalog, tested) }),
    near: (text === '' ? [] : near(text))
      .filter((each) => each.where !== set || each.query !== own)
      .map(({ of, where, text: said }) => ({ of, where, text: said })),
  }
}
