import { TEXT_PROPOSAL_COLUMNS } from '../../contract/columns/text-proposals'
import type { ActionAnswer } from '../../features/actions'
import { PART_NAMES } from '../../domain/proposal/part-names'
import { choicesText, degradedText } from '../../domain/recipe/choices-words'
import { listLines, plainText } from './print-table'

export function reviewLines({ total, rows, counts, gates }: ActionAnswer<'review.list'>): string[] {
  const { id, tool, part, gate, effect, text } = TEXT_PROPOSAL_COLUMNS
  const shown = rows.map((row) => ({ ...row, text: row.text.slice(0, LONGEST_TEXT) }))
  return [
    ...listLines({ id, tool, part, gate, effect, text }, { rows: shown, total, none: 'None.' }),
    `${counts.open} open, ${counts.accepted} accepted, ${counts.rejected} rejected, ${counts.skipped} skipped. Of the open ones ${gates.harms} would harm and ${gates.unmeasured} are not measured.`,
  ]
}

/** Characters of a proposed text that stand in a list. */
const LONGEST_TEXT = 60

export function measureLines({
  verdict,
  reason,
  own,
  neighbours,
  asked,
  of,
  heldOut,
  goldenSet,
  tokens,
  ...basis
}: ActionAnswer<'review.measure'>): string[] {
  const counts = ({ fixed, broken, better, worse, same }: typeof own) =>
    `${fixed} fixed, ${broken} broken, ${better} better, ${worse} worse, ${same} the same`
  return [
    `${verdict}: ${reason}`,
    `This tool: ${counts(own)}.`,
    `Its neighbours: ${counts(neighbours)}.`,
    goldenSet === undefined
      ? 'There is no golden set.'
      : `Measured with ${asked === of ? asked : `${asked} of ${of}`} golden queries of “${plainText(goldenSet)}”, asked of ${choicesText(basis)}; ${heldOut} held out from those that the writer saw.`,
    ...[degradedText(basis) ?? []].flat(),
    `Tokens matched: ${tokens.before} → ${tokens.after}.`,
  ]
}

export function previewLines(preview: ActionAnswer<'review.preview'>): string[] {
  const { accepted, tools, left, rows, together } = preview
  const share = (value: number) => `${(value * 100).toFixed(1)} %`
  return [
    `It would accept ${accepted} proposals of ${tools} tools and leave ${left}; nothing was written.`,
    ...rows.map(
      ({ id, name, part }) => `  ${plainText(name)} · ${PART_NAMES[part]} · ${plainText(id)}`,
    ),
    ...(together
      ? [
          `All together, on ${together.queries} golden queries of “${plainText(together.goldenSet)}”: ${together.k === undefined ? 'recall' : `Recall@${together.k}`} of ${together.askedOf} ${share(together.recall.before)} → ${share(together.recall.after)}, ${together.fixed} fixed, ${together.broken} broken.`,
        ]
      : []),
  ]
}
