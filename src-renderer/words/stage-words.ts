import type { TraceStep } from '../../src-main/domain/trace/trace'
import { plural } from './number-words'

/** Stages that search the parts of a request on their own, and note how many there are. */
const BY_PARTS = ['cover parts', 'clauses in turn']

/** What a stage found there was to do, in a sentence; none where its lists say it all. */
export function stageSentence({
  stage,
  notes,
}: Pick<TraceStep, 'stage' | 'notes'>): string | undefined {
  if (BY_PARTS.includes(stage) && typeof notes['parts'] === 'number') {
    const left = notes['not searched']
    const more = typeof left === 'number' ? ` ${plural(left, 'more part')} are not searched.` : ''
    return notes['parts'] === 0
      ? 'The request asks for one thing: nothing to do here.'
      : `The request asks for ${plural(notes['parts'], 'thing')}, each searched for on its own.${more}`
  }
  if (stage === 'select' && typeof notes['k'] === 'number') return `Cut at k = ${notes['k']}.`
  return undefined
}
