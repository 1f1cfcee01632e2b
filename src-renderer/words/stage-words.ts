import { stageTitle } from '../../src-main/domain/trace/stage-title'
import type { TraceStep } from '../../src-main/domain/trace/trace'
import { plural } from './number-words'

/** What a pipeline inside a stage is, by its label: `words`, `steps[1]`, `part 2`, `round 1`. */
export function laneTitle(label: string): string {
  const step = /^steps\[(\d+)\]$/.exec(label)?.[1]
  if (step !== undefined) return `Step ${Number(step) + 1}`
  const named: Readonly<Record<string, string>> = {
    ...{ words: 'By words', meaning: 'By meaning', tags: 'By tags', whole: 'The whole request' },
    ...{
      'words of past queries': 'By words of logged queries',
      'past queries': 'By logged queries',
      'similar queries': 'By similar logged queries',
    },
    ...{ yes: 'As it holds', no: 'As it does not hold' },
  }
  const known = Object.hasOwn(named, label) ? named[label] : undefined
  return known ?? `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`
}

/** A path of the trace as people read it: `cover parts/part 1/bm25` is “Cover the parts of the request › Part 1 › Search by words”. */
export const pathWords = (path: string): string =>
  path
    .split('/')
    .map((part, at) => (at % 2 === 0 ? stageTitle(part.replace(/#\d+$/, '')) : laneTitle(part)))
    .join(' › ')

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
