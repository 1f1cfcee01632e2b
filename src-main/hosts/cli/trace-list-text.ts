import { embedderTitle } from '../../domain/model/names'
import type { SavedTrace, TracedAnswer } from '../../domain/trace/answer'
import type { AnswerDifference } from '../../domain/trace/difference'
import { pathWords } from '../../domain/trace/stage-title'
import { plainText, tableText } from './print-table'

/** Saved traces as a table, the newest first. */
export const traceListText = (traces: readonly SavedTrace[]): string =>
  tableText(
    ['id', 'saved', 'name', 'recipe', 'k', 'tools', 'query'],
    traces.map(({ id, savedAt, name, recipe, k, tools, query }) => [
      id.slice(0, 8),
      savedAt.slice(0, 16).replace('T', ' '),
      plainText(name),
      recipe,
      k === undefined ? '' : String(k),
      String(tools.length),
      plainText(query).slice(0, 60),
    ]),
  )

/** What was asked, and the set it gave, as lines. */
export const tracedLines = (answer: TracedAnswer): string[] => [
  `“${plainText(answer.query)}” by ${answer.recipe}${answer.k === undefined ? '' : `, k = ${answer.k}`}` +
    `${answer.embedder === undefined ? '' : `, embedder ${plainText(embedderTitle(answer.embedder))}`}` +
    `${answer.model === undefined ? '' : `, model ${plainText(answer.model)}`}, ` +
    `${answer.catalog.tools} tools as of revision ${answer.catalog.revision}`,
  ...answer.turns.map((turn) => `  said before: ${plainText(turn)}`),
  ...answer.tools.map((tool, at) => `${at + 1}. ${plainText(tool)}`),
  `${answer.tools.length} tools, ${answer.promptTokens} prompt tokens, ${answer.latencyMs.toFixed(1)} ms.`,
]

/** What came, went and moved, and where that begins, as lines. */
export function differenceLines({
  places,
  came,
  went,
  moved,
  askedOtherwise,
  first,
}: AnswerDifference): string[] {
  const placeOf = (place: number | undefined) => (place === undefined ? '–' : `#${place}`)
  const what = ({ before, after }: AnswerDifference['places'][number]) => {
    if (before === undefined) return 'came'
    if (after === undefined) return 'went'
    return before === after ? '' : before > after ? 'up' : 'down'
  }
  return [
    tableText(
      ['before', 'after', '', 'tool'],
      places.map((place) => [
        placeOf(place.before),
        placeOf(place.after),
        what(place),
        plainText(place.tool),
      ]),
    ),
    `${came} came, ${went} went, ${moved} moved.`,
    ...(askedOtherwise.length > 0 ? [`Asked differently: ${askedOtherwise.join(', ')}.`] : []),
    first
      ? `They first differ at ${plainText(pathWords(first.path))}.`
      : 'Every step gave the same.',
  ]
}
