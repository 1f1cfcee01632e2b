import type { TraceStep } from '../../src-main/domain/trace/trace'
import { plural } from './number-words'

/** What a stage does, in everyday words, by its own name; a stage that is not named here is called as it calls itself. */
const TITLES: Readonly<Record<string, string>> = {
  plan: 'The request as asked',
  bm25: 'Search by words',
  dense: 'Search by meaning',
  'standard scores': 'Join the lists by their scores',
  'weighted sum': 'Join the lists by their scores',
  rrf: 'Join the lists by the places in them',
  'cover parts': 'Cover the parts of the request',
  'clauses in turn': 'Give each part of the request places of its own',
  diversity: 'Put what is like the tools before it later',
  threshold: 'Leave out what scores too low',
  'only new': 'Leave out what is held already',
  select: 'Cut to the tool set',
  rewrite: 'Say the request anew',
  'split at clauses': 'Split the request by rule',
  'split into steps': 'Split the request into steps',
  'plan at once': 'Plan in one go',
  'say in other words': 'Say each step in other words',
  'step back': 'Ask more generally',
  'cover steps': 'Cover the steps',
  'deal in turn': 'Deal the places to the steps in turn',
  'rerank by model': 'Put in a better order, by model',
  'rerank by meaning': 'Put in a better order, by meaning',
  grade: 'Leave out what does not help',
  'search again': 'Search again for what is missing',
  'past queries': 'Look among logged queries',
  'keep first': 'Keep the first',
  'take dependencies along': 'Take along what they need',
  'expected relevance': 'Take along what they need, by how likely it is needed',
  'bound dependencies': 'Bound what comes along',
  'reserve places': 'Keep places for tools likely meant',
  'take sure dependencies along': 'Take along what several tools need',
  'adaptive k': 'Keep as many as the request needs',
  recommend: 'Choose by what logged queries taught',
  'nearest bundle': 'Take the tools of a past query',
  'map coverage': 'Keep what solves a part of the request',
  votes: 'Vote among the lists',
  'one for each problem': 'One tool for each open problem',
  'tools of similar queries': 'Look at the tools of similar logged queries',
  'like the first': 'Look for tools like the first',
  'rewrite into needs': 'Say which tools are needed',
  'score fields': 'Compare with each field of the tools',
}

export const stageTitle = (stage: string): string =>
  (Object.hasOwn(TITLES, stage) ? TITLES[stage] : undefined) ??
  `${stage.slice(0, 1).toUpperCase()}${stage.slice(1)}`

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
