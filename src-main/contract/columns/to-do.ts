import { queryCount } from '../../domain/measure/figures'
import type { SourceChange } from '../../domain/catalog/source'
import { outdatedText } from '../../domain/run/outdated-words'
import { plainText } from '../../domain/value/plain-text'
import { PART_NAMES } from '../../domain/proposal/part-names'
import { isNeverTaken, type ServedTool } from '../../domain/served/evidence'
import type { FailedKind, MissedQuery, ToDoBasis, ToDoItem, ToDoKind, ToDoRow } from '../to-do'
import type { Columns } from './column'

/** What is told of a tool that asks for a decision. */
export const TO_DO_COLUMNS = {
  tool: { title: 'Tool', value: ({ name, isGone }) => (isGone ? `${name} (gone)` : name) },
  server: { title: 'Server', value: ({ server }) => server },
  missed: { title: 'Missed', value: missedText },
  proposals: { title: 'Proposals', kind: 'count', value: proposalsOf },
  findings: { title: 'Findings', kind: 'count', value: ({ counts }) => counts.finding },
  changed: { title: 'At its source', value: sourceText },
  served: { title: 'Agents', value: agentsText },
  ofFeatures: { title: 'Also', value: featuresText },
  finding: { title: 'Gravest finding', value: ({ finding }) => finding?.title },
} as const satisfies Columns<ToDoRow>

function missedText({ counts: { missed }, asked }: ToDoRow): string | undefined {
  return missed === undefined ? undefined : `${missed} of ${asked}`
}

function sourceText({ counts: { changed }, broken }: ToDoRow): string | undefined {
  if (changed === undefined) return undefined
  return broken === undefined ? 'changed' : `changed, ${broken} broken`
}

function featuresText({ ofFeatures = [] }: ToDoRow): string | undefined {
  return ofFeatures.map(({ short }) => short).join('; ') || undefined
}

function agentsText({ counts: { served }, missedByAgents }: ToDoRow): string | undefined {
  if (served === undefined) return undefined
  return missedByAgents === undefined ? 'never taken' : `missed by ${missedByAgents}`
}

function proposalsOf({ counts: { text = 0, edge = 0 } }: ToDoRow): number | undefined {
  return text + edge || undefined
}

/** What kinds of things to decide are called. */
export const TO_DO_KINDS: Readonly<Record<ToDoKind, string>> = {
  missed: 'Missed',
  finding: 'Finding',
  text: 'Proposed text',
  edge: 'Proposed edge',
  changed: 'Changed at its source',
  served: 'Agents',
}

/** What is told of one thing to decide. */
export const TO_DO_ITEM_COLUMNS = {
  kind: { title: 'Kind', value: kindTitle },
  what: { title: 'What', value: itemText },
  id: { title: 'Id', value: itemId },
} as const satisfies Columns<ToDoItem>

/** What the kind of a thing to decide is called. */
export function kindTitle(item: ToDoItem): string {
  return item.kind === 'feature' ? item.title : TO_DO_KINDS[item.kind]
}

/** One thing to decide, in a line. */
export function itemText(item: ToDoItem): string {
  switch (item.kind) {
    case 'missed':
      return `missed by ${item.missed} of ${queryCount(item.asked)}`
    case 'text':
      return `${PART_NAMES[item.proposal.part]}: ${item.proposal.text}`
    case 'edge':
      return `needs ${item.proposal.onName}`
    case 'changed':
      return changedText(item.source, item.change)
    case 'served':
      return servedText(item)
    case 'feature':
      return item.text
    case 'finding':
      return `${item.title}: ${item.finding.what}`
  }
}

/**
 * What a source changed of a tool: “github changed description, parameters on 2026-11-24; 2 golden
 * queries broken”.
 */
export function changedText(source: string, { at, fields, broken }: SourceChange): string {
  const what = fields.map(({ field }) => field).join(', ') || 'the tool'
  const lost = broken.length > 0 ? `; no longer given to ${queryCount(broken.length)}` : ''
  return `${source} changed ${what} on ${at.slice(0, 10)}${lost}`
}

/**
 * What agents did with a tool: “given to 14 searches and never taken; called after 2 searches that
 * did not give it”.
 */
export function servedText(served: ServedTool): string {
  const { given, missedBy } = served
  const searches = (count: number) => (count === 1 ? '1 search' : `${count} searches`)
  const never = isNeverTaken(served) ? [`given to ${searches(given)} and never taken`] : []
  const missed =
    missedBy.length > 0 ? [`called after ${searches(missedBy.length)} that did not give it`] : []
  return [...never, ...missed].join('; ')
}

/** Where the tool stood: `#14`, or `past #20` where the run kept no more. */
export const placeText = ({ place, kept }: MissedQuery): string =>
  place === undefined ? `past #${kept}` : `#${place}`

/** By what a command of the terminal knows it, beside the tool. */
function itemId(item: ToDoItem): string | undefined {
  switch (item.kind) {
    case 'missed':
    case 'changed':
    case 'served':
    case 'feature':
      return undefined
    case 'text':
      return item.proposal.id
    case 'edge':
      return item.proposal.on
    case 'finding':
      return item.finding.rule
  }
}

const HOW_TO_DECIDE: Readonly<Record<ToDoKind, string>> = {
  missed: 'Write what makes it findable: pegboard tools edit; try it first: pegboard effect.',
  text: 'Decide a text: pegboard review accept|reject|skip ID.',
  edge: 'Decide an edge: pegboard propose-edges accept|reject|skip TOOL ID.',
  changed: 'Take the mark off once it is looked at: pegboard sources seen TOOL.',
  served:
    'Write what makes it findable: pegboard tools edit; see what agents asked: pegboard served.',
  finding: 'Dismiss a finding: pegboard lint dismiss TOOL --rule ID --reason TEXT.',
}

/** By which command of the terminal a thing is decided. */
export const howToDecide = (item: ToDoItem): string =>
  item.kind === 'feature' ? item.how : HOW_TO_DECIDE[item.kind]

/** What a run misses, in a sentence. */
export function basisText({ recipe, goldenSet, queries, k, measuredAt }: ToDoBasis): string {
  const at = k === undefined ? '' : ` at k = ${k}`
  const day = measuredAt.slice(0, 10)
  return `Missed by ${recipe}${at} on “${plainText(goldenSet)}”, ${queryCount(queries)}, measured on ${day}.`
}

/** What the order rests on that is another now; undefined where nothing is. */
export function outdatedBasisText({ recipe, outdated }: ToDoBasis): string | undefined {
  if (!outdated) return undefined
  const { parts } = outdated
  const counted = parts.every(({ of }) => of === 'catalog')
    ? 'Queries missed are counted with the tools’ texts as they were then'
    : 'Queries missed are counted as they were then'
  return `Order from ${recipe}: ${plainText(outdatedText(parts))}. ${counted}, all else as it is now.`
}

/** “Kinds of requests could not be looked for: …” */
export const failedKindText = ({ title, problem }: FailedKind): string =>
  `“${title}” could not be looked for: ${problem.message}`
