import type { JsonValue } from '../../domain/tool/tool'
import type { FileContent, Row } from '../reading/file-content'
import { entryAt } from '../reading/place'
import { isOfLog } from './conversations'

/** Keys under which exports of logs hold their entries. */
const ENTRIES = ['data', 'items', 'logs', 'entries', 'records', 'requests', 'traces', 'spans']

/** The entries of a file that is a log; undefined where it is something else. */
export function logRows(path: string, content: FileContent): Row[] | undefined {
  if (content.kind === 'rows') return content.rows.some(isOfLog) ? content.rows : undefined
  if (content.kind !== 'object') return undefined
  const whole = { number: 1, where: path, value: content.value }
  if (isOfLog(whole)) return [whole]
  for (const key of ENTRIES) {
    const rows = rowsUnder(path, content.value[key])
    if (rows.some(isOfLog)) return rows
  }
  return undefined
}

const rowsUnder = (path: string, list: JsonValue | undefined): Row[] =>
  Array.isArray(list)
    ? list.map((value, index) => ({ number: index + 1, where: entryAt(path, index), value }))
    : []
