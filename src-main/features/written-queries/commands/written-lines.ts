import type { ActionAnswer } from '../../actions'
import type { QueryWriter, WrittenRow } from '../shared/answers'
import { SOLVING_WORDS, WAY_WORDS, WRITTEN_STATES } from '../shared/columns'
import { WrittenState, type Judgement } from '../../../domain/query/written-query'
import { duration } from '../../../domain/value/quantity'
import { plainText } from '../../../hosts/cli/print-table'

/** What would be drawn and what it costs. */
export function previewLines(
  { bundles, tools, uncovered, calls, expectedMs, ...shown }: ActionAnswer<'writing.preview'>,
  by: QueryWriter,
): string[] {
  const cost =
    by === 'model'
      ? `${calls.writing} calls to write, up to ${calls.judging} to judge${expectedMs === undefined ? '' : `, about ${duration(expectedMs)}`}.`
      : 'No model is asked. Such queries repeat words of the catalog, so they are easier than real ones.'
  return [
    `${bundles} bundles of ${tools} tools, ${uncovered} of which no golden query names. ${cost}`,
    ...shown.shown.map(
      (bundle) =>
        `  ${bundle.tools.map(({ id }) => plainText(id)).join(', ')}${bundle.tools.length > 1 ? ` (${WAY_WORDS[bundle.way]})` : ''}`,
    ),
    ...(bundles > shown.shown.length ? [`  … and ${bundles - shown.shown.length} more.`] : []),
    ...shown.short.map(
      ({ size, count }) => `${count} bundles of ${size} cannot be drawn: there are no more.`,
    ),
    ...(shown.wordless > 0
      ? [`${shown.wordless} bundles are left out: a tool of theirs has no such words.`]
      : []),
  ]
}

/** What came of a run. */
export const doneLines = (done: ActionAnswer<'writing.write'>): string[] => [
  `${done.asked} bundles written for, ${done.judged} queries judged: ${done.kept} kept, ${done.dropped} dropped, ${done.refused} refused.`,
  ...done.failed.map((why) => `The model could not be asked: ${plainText(why)}`),
  ...(done.kept > 0 ? ['To go through them: pegboard write-golden list'] : []),
]

/** A written query with all that is to be known of it. */
export function rowLines(row: WrittenRow): string[] {
  const { id, state, text, edited, why, judged, tested, near } = row
  return [
    `${id}  ${plainText(edited?.text ?? text ?? '(not written)')}`,
    `  tools: ${row.tools.map((tool) => `${plainText(tool.id)}${tool.isGone ? ' (gone)' : ''}`).join(', ')}`,
    ...(row.origin?.by === 'template'
      ? [`  template, without a model: ${row.origin.template}`]
      : []),
    ...(edited ? ['  edited since it was written and judged'] : []),
    ...(judged ? [`  judge: together ${judgementText(judged.whole)}`] : []),
    ...(judged?.less && tested
      ? [
          `  judge: ${row.bundle.tools.length > 1 ? 'without' : 'in its place'} ${plainText(tested.id)} ${judgementText(judged.less)}`,
        ]
      : []),
    ...(state === 'refused' && why ? [`  refused: ${plainText(why)}`] : []),
    ...near.map(
      (each) => `  nearly the same (${each.of}, ${plainText(each.where)}): ${plainText(each.text)}`,
    ),
  ]
}

const judgementText = ({ solving, reason }: Judgement): string =>
  `${SOLVING_WORDS[solving]}. ${plainText(reason)}`

/** `12 waiting, 11 of them kept by the judge; 3 dropped`. */
export function countsText({ counts, passed }: ActionAnswer<'writing.list'>): string {
  const said = WrittenState.options
    .filter((state) => counts[state] > 0)
    .map(
      (state) =>
        `${counts[state]} ${WRITTEN_STATES[state]}${state === 'waiting' ? ` (${passed} kept by the judge)` : ''}`,
    )
  return said.length > 0 ? `${said.join(', ')}.` : 'Nothing is written yet.'
}
