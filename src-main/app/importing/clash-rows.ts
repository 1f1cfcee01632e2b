import type { ReportRow } from '../../domain/catalog/import'
import type { RecognisedTools } from './recognise-tools'

/** Names that one line of the report spells out. */
const NAMED = 5

/** What the report says of tools that were recognised, and of those that come in beside another. */
export function clashRows({
  recognised,
  beside,
}: Pick<RecognisedTools, 'recognised' | 'beside'>): ReportRow[] {
  const rows: ReportRow[] = []
  if (recognised.length > 0) {
    const names = listed(recognised.map(({ id, as }) => (id === as ? id : `${as} as ${id}`)))
    rows.push({
      outcome: 'notice',
      where: 'catalog',
      why: `The same tools are or were here, with or without a server; they keep their ids, layers and golden labels: ${names}`,
    })
  }
  if (beside.length > 0) {
    rows.push({
      outcome: 'notice',
      where: 'catalog',
      why: `Other tools here, or tools whose author’s layers wait for them, have the same names; both are kept: ${listed(beside.map(({ id, as }) => `${as} beside ${id}`))}`,
      fix: 'If they are newer versions of the tools here, choose to replace tools of the same name.',
    })
  }
  return rows
}

const listed = (names: string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ')
