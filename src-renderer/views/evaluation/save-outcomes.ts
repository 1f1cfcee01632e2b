import { columnsCsv } from '../../../src-main/contract/columns/column'
import { ofRunColumns, outcomeColumns } from '../../../src-main/contract/columns/runs'
import type { OutcomeRow } from '../../../src-main/contract/evaluation'
import type { Reply } from '../../../src-main/contract/reply'
import type { ActionInput } from '../../../src-main/features/actions'
import { partOfId } from '../../../src-main/domain/query/tier'
import type { Run } from '../../../src-main/domain/run/run'
import type { Bridge } from '../../bridge/bridge'
import { download, type ExportedFile } from '../../bridge/download'
import { saveText } from '../../files/save-file'

/** As what queries are saved. */
export type OutcomesFormat = 'csv' | 'json' | 'trec-run' | 'trec-qrels'
export const outcomesFormats: { label: string; items: { id: OutcomesFormat; label: string }[] }[] =
  [
    {
      label: 'Queries on show',
      items: [
        { id: 'csv', label: 'Table (CSV)' },
        { id: 'json', label: 'Data (JSON)' },
      ],
    },
    {
      label: 'All queries, for trec_eval',
      items: [
        { id: 'trec-run', label: 'Tools given (run file)' },
        { id: 'trec-qrels', label: 'Right tools (qrels file)' },
      ],
    },
  ]

type OutcomesInput = Omit<ActionInput<'evaluation.outcomes'>, 'offset' | 'limit'>

const PAGE = 1000

/** Every outcome that passes the filter, page by page. */
export async function allOutcomes(
  bridge: Bridge,
  input: OutcomesInput,
): Promise<Reply<OutcomeRow[]>> {
  const rows: OutcomeRow[] = []
  for (;;) {
    const page = { ...input, offset: rows.length, limit: PAGE }
    const reply = await bridge.request('evaluation.outcomes', page)
    if (!reply.ok) return reply
    rows.push(...reply.data.rows)
    if (!reply.data.rows.length || rows.length >= reply.data.total) return { ok: true, data: rows }
  }
}

/** Has all queries of a run saved, as the app writes them. */
export async function saveRunFile(
  bridge: Bridge,
  input: ActionInput<'evaluation.export'>,
): Promise<Reply<ExportedFile>> {
  const made = await bridge.request('evaluation.export', input)
  return made.ok ? download(bridge, made.data) : made
}

/** Offers the outcomes as a file. */
export async function saveOutcomes(
  bridge: Bridge,
  { input, run }: { input: OutcomesInput; run: Run },
  format: 'csv' | 'json',
): Promise<Reply<OutcomeRow[]>> {
  const reply = await allOutcomes(bridge, input)
  if (!reply.ok) return reply
  // As it is while the file is written.
  const told = await bridge.request('evaluation.outdated', { dir: input.dir })
  if (!told.ok) return told
  const { k } = input
  const name = `outcomes${k === undefined ? '' : ` at k ${k}`}.${format}`
  if (format === 'json') {
    const { id, goldenSet, recipe, options, embedder, catalog, provenance } = run
    const outdated = told.data[partOfId(id).run] ?? []
    const of = { id, goldenSet, recipe, options, embedder, catalog, provenance, outdated }
    const rows = reply.data.map((row) => ({ ...row, run: of }))
    saveText(name, JSON.stringify(rows, null, 2), 'application/json')
  } else {
    const columns = { ...outcomeColumns(run, k), ...ofRunColumns(run, told.data) }
    saveText(name, columnsCsv(columns, reply.data), 'text/csv')
  }
  return reply
}
