import type { GoldenRow, Leak } from '../../contract/golden'
import { GOLDEN_COLUMNS } from '../../contract/columns/golden'
import type { ActionAnswer } from '../../features/actions'
import { looksText } from '../../domain/query/look-words'
import { listLines, plainText, tableText } from './print-table'

/** Golden sets as a table. */
export const setsText = (sets: ActionAnswer<'golden.list'>): string =>
  tableText(
    ['golden set', 'queries', 'tools', 'labels', 'for'],
    sets.map(({ name, queries, distinctTools, origins, ...use }) => [
      plainText(name),
      String(queries),
      String(distinctTools),
      origins.join(', '),
      purposeText(use),
    ]),
  )

const purposeText = ({
  purpose,
  looked,
}: Pick<ActionAnswer<'golden.looks'>, 'purpose' | 'looked'>): string =>
  purpose === 'test' ? `test, ${looksText(looked)}` : purpose

/** Golden queries as a table, and what there is of them in all. */
export function queryLines({ total, rows, counts }: ActionAnswer<'golden.page'>): string[] {
  const { id, tools, tags, text } = GOLDEN_COLUMNS
  const { all, negative, leaks, astray } = counts
  return [
    ...listLines({ id, tools, tags, text }, { rows, total, none: 'Nothing matches.' }),
    `${all} ${all === 1 ? 'query' : 'queries'}; no tool is right for ${negative}; ${leaks} leak; ${astray} name a tool that is gone.`,
  ]
}

const KINDS: Record<Leak['kind'], string> = {
  question: 'an indexed question',
  example: 'an example',
  logged: 'a logged query',
}

/** A text that a golden query repeats, in words. */
export const leakText = ({ kind, text, tool, isSame }: Leak): string =>
  `says ${isSame ? '' : 'nearly '}the same as ${KINDS[kind]}${tool === undefined ? '' : ` of ${plainText(tool)}`}: “${plainText(text)}”`

interface Checked {
  set: string
  leaks: readonly GoldenRow[]
  astray: readonly GoldenRow[]
}

/** What is to be looked at of a golden set, a line for each query and reason. */
export function checkLines({ set, leaks, astray }: Checked): string[] {
  const place = ({ query }: GoldenRow) =>
    `${plainText(set)}, ${plainText(query.id)}: “${plainText(query.text)}”`
  return [
    ...leaks.map((row) => `${place(row)} ${row.leaks.slice(0, 1).map(leakText).join('')}.`),
    ...astray.map((row) => {
      const gone = row.tools.flatMap(({ tool, isInCatalog }) =>
        isInCatalog ? [] : [plainText(tool)],
      )
      return `${place(row)} names ${gone.join(', ') || 'a tool in an expected call'}, not in the catalog.`
    }),
  ]
}

/** What a split makes, or would. */
export function splitLines(
  { part, rest, both }: ActionAnswer<'golden.split'>,
  names: { part: string; rest: string },
  isPreview = false,
): string[] {
  const one = plainText(names.part)
  const other = plainText(names.rest)
  return [
    `“${one}” ${isPreview ? 'would hold' : 'holds'} ${part} queries, “${other}” ${rest}.`,
    ...(both.queries > 0
      ? [
          `${both.queries} with tools on both sides ${both.queries === 1 ? 'is' : 'are'} in neither:`,
        ]
      : []),
    ...both.first.map(({ id, text }) => `  ${plainText(id)}: ${plainText(text)}`),
    ...(both.queries > both.first.length
      ? [`  … and ${both.queries - both.first.length} more.`]
      : []),
  ]
}
