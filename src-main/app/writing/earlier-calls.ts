import type { WrittenQuery } from '../../domain/query/written-query'

/** How long calls of the model take, by the median of earlier ones, in ms; undefined where there were none. */
export function expectedMs(
  records: Iterable<WrittenQuery>,
  model: string | undefined,
  calls: { writing: number; judging: number },
): number | undefined {
  const [writing, judging]: [number[], number[]] = [[], []]
  for (const { origin, judged } of records) {
    if (origin?.by === 'model' && origin.model === model && origin.tookMs !== undefined) {
      writing.push(origin.tookMs)
    }
    if (judged?.model === model && judged?.tookMs !== undefined) {
      judging.push(judged.tookMs / (judged.less ? 2 : 1))
    }
  }
  const [one, other] = [median(writing), median(judging) ?? median(writing)]
  if (one === undefined || other === undefined) return undefined
  return Math.round(calls.writing * one + calls.judging * other)
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
