import { textsOfPart } from '../../authoring/gate/gate'
import type { ReviewGate } from '../../contract/review'
import { ToDoKind, type ToDoFilters } from '../../contract/to-do'
import { Problem } from '../../domain/problem'
import type { EdgeClue } from '../../domain/proposal/edge'
import type { ToolId } from '../../domain/tool/tool'
import type { Places } from '../context'
import { requireRules } from '../lint/findings'
import { containing } from '../requests/containing'
import type { Measures } from '../review/stored-measures'
import type { Catalog } from '../workspaces/catalog'
import { kindOf, type Thing, type ThingOf } from './things'

interface Known {
  catalog: Pick<Catalog, 'has' | 'tool'>
  gateOf: (thing: ThingOf<'text'>) => ReviewGate
}

export const gatesBy =
  (measures: Measures) =>
  ({ proposal }: ThingOf<'text'>): ReviewGate =>
    measures.of(proposal)?.verdict ?? 'unmeasured'

/** The clue that speaks for an edge most. */
export const clueOf = ({ proposal }: ThingOf<'edge'>): EdgeClue | undefined =>
  proposal?.evidence[0]?.by

/** Tells the things that filters show, whatever kinds are wanted. */
export function fitting(
  filters: Omit<ToDoFilters, 'kinds'>,
  { catalog, gateOf }: Known,
): (thing: Thing) => boolean {
  const nameOf = (id: ToolId) => (catalog.has(id) ? `${catalog.tool(id).tool.name} ${id}` : id)
  const holds = containing(filters.search)
  const isSought = (thing: Thing): boolean =>
    holds({ id: thing.tool, text: nameOf(thing.tool) }) ||
    wordsOf(thing, nameOf).some((text) => holds({ id: thing.tool, text }))
  return (thing) =>
    thing.state === filters.state &&
    isAbout(thing, filters.about) &&
    isOfKind(thing, filters, gateOf) &&
    isSought(thing)
}

const isAbout = (thing: Thing, tool: ToolId | undefined): boolean =>
  tool === undefined || thing.tool === tool || (thing.kind === 'edge' && thing.on === tool)

/** Whether what narrows the thing's kind lets it through. */
function isOfKind(
  thing: Thing,
  { rules, severities, parts, gates, clues, atLeast }: Omit<ToDoFilters, 'kinds'>,
  gateOf: Known['gateOf'],
): boolean {
  switch (thing.kind) {
    case 'finding':
      return isIn(rules, thing.finding.rule) && isIn(severities, thing.finding.severity)
    case 'text':
      // What was measured of a text takes long to find out: only where it is asked for.
      return isIn(parts, thing.proposal.part) && (gates === undefined || isIn(gates, gateOf(thing)))
    case 'edge':
      return isSure(thing, atLeast) && isIn(clues, clueOf(thing))
    default:
      return true
  }
}

const isIn = <Value>(wanted: readonly Value[] | undefined, value: Value | undefined): boolean =>
  wanted === undefined || wanted.some((each) => each === value)

const isSure = ({ state, proposal }: ThingOf<'edge'>, atLeast: number): boolean =>
  state !== 'open' || (proposal?.probability ?? 1) >= atLeast

/** What a thing says, besides which tool it is of. */
function wordsOf(thing: Thing, nameOf: (tool: ToolId) => string): string[] {
  switch (thing.kind) {
    case 'finding': {
      const { other = '', what, fix } = thing.finding
      return [other, what, fix]
    }
    case 'text':
      return textsOfPart(thing.proposal.part, thing.proposal.proposed)
    case 'edge':
      return [nameOf(thing.on)]
    default:
      return []
  }
}

/** Tells the things of the kinds that are wanted. */
export const ofKinds =
  (kinds: readonly string[] | undefined) =>
  (thing: Thing): boolean =>
    kinds?.includes(kindOf(thing)) ?? true

/**
 * @throws Problem `bad-input` where a kind is none of the core’s and no feature’s, or there is no
 * such rule.
 */
export function requireKnown(
  { kinds = [], rules }: Pick<ToDoFilters, 'kinds' | 'rules'>,
  { lintRules, toDo }: Pick<Places, 'lintRules' | 'toDo'>,
): void {
  requireRules(lintRules, rules)
  const known: string[] = [...ToDoKind.options, ...toDo.map(({ id }) => id)]
  const unknown = kinds.find((kind) => !known.includes(kind))
  if (unknown === undefined) return
  const message = `There is nothing to decide of the kind “${unknown}”.`
  throw new Problem('bad-input', message, `There are ${known.join(', ')}.`)
}
