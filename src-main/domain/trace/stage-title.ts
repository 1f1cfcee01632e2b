import { capitalised } from '../value/capitalised'

/**
 * What a stage does, in everyday words, by its own name; a stage that is not named here is called
 * as it calls itself.
 */
const TITLES: Readonly<Record<string, string>> = {
  plan: 'The request as asked',
  bm25: 'Search by words',
  dense: 'Search by meaning',
  'calibrated scores': 'Fuse the lists by score',
  rrf: 'Fuse the lists by rank',
  'search whole': 'Search the whole beside its parts',
  'cover parts': 'Cover the parts of the request',
  'clauses in turn': 'Reserve places for each part of the request',
  diversity: 'Move near duplicates down',
  threshold: 'Drop low scores',
  'only new': 'Leave out tools it already has',
  select: 'Cut at k',
  'named first': 'Put tools first that the request names',
  rewrite: 'Rephrase the request',
  'split at clauses': 'Split the request by rule',
  'split into steps': 'Split the request into steps',
  'plan at once': 'Plan in one step',
  'say in other words': 'Rephrase each step',
  'step back': 'Ask more generally',
  'ask back': 'Look for what to ask back',
  'keep the clauses': 'Keep the clauses of the request',
  'cover steps': 'Cover the steps',
  'deal in turn': 'Interleave the tools of the steps',
  'rerank by model': 'Rerank with a model',
  'rerank by meaning': 'Rerank by similarity',
  grade: 'Drop tools that do not help',
  'search again': 'Search again for what is missing',
  'past queries': 'Search logged queries',
  'logged queries that help': 'Learn from logged queries where they help',
  'keep first': 'Keep the first',
  'take dependencies along': 'Add dependencies',
  'expected relevance': 'Add dependencies, the likelier first',
  'bound dependencies': 'Limit dependencies',
  'reserve places': 'Reserve places for likely tools',
  'take sure dependencies along': 'Add dependencies that several tools share',
  'adaptive k': 'Choose k for the request',
  recommend: 'Choose by what logged queries taught',
  'nearest bundle': 'Reuse the tools of a logged query',
  'map coverage': 'Keep tools that solve a part of the request',
  votes: 'Vote among the lists',
  'one for each problem': 'One tool for each open problem',
  'tools of similar queries': 'Search the tools of similar logged queries',
  'like the first': 'Search for tools like the first',
  'rewrite into needs': 'Describe the tools that are needed',
  'score fields': 'Compare with each field of the tools',
  pattern: 'Search for a pattern',
  'whole servers': 'Take all tools of the chosen servers',
  'one list after the other': 'Join the lists end to end',
  phrase: 'Search word for word',
  'one phrase': 'Search by words, or word for word',
}

export const stageTitle = (stage: string): string =>
  (Object.hasOwn(TITLES, stage) ? TITLES[stage] : undefined) ?? capitalised(stage)

/** What a pipeline inside a stage is, by its label: `words`, `steps[1]`, `part 2`, `round 1`. */
export function laneTitle(label: string): string {
  const step = /^steps\[(\d+)\]$/.exec(label)?.[1]
  if (step !== undefined) return `Step ${Number(step) + 1}`
  const named: Readonly<Record<string, string>> = {
    words: 'By words',
    meaning: 'By meaning',
    tags: 'By tags',
    whole: 'The whole request',
    'words of past queries': 'By words of logged queries',
    'past queries': 'By logged queries',
    'similar queries': 'By similar logged queries',
    yes: 'As it holds',
    no: 'As it does not hold',
  }
  const known = Object.hasOwn(named, label) ? named[label] : undefined
  return known ?? `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`
}

/**
 * A path of the trace as people read it: `cover parts/part 1/bm25` is “Cover the parts of the
 * request › Part 1 › Search by words”.
 */
export const pathWords = (path: string): string =>
  path
    .split('/')
    .map((part, at) => (at % 2 === 0 ? stageTitle(part.replace(/#\d+$/, '')) : laneTitle(part)))
    .join(' › ')

/**
 * What a stage could not do, as a sentence: `No logged queries: used words and meaning (Choose by
 * what …).`
 */
export const lackSentence = (stage: string, why: string): string =>
  `${capitalised(why.replace(/\.$/, ''))} (${stageTitle(stage)}).`
