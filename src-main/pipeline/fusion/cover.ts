import {
  byScore,
  type PlacedTool,
  type QueryPlan,
  type Ranking,
  type Witness,
} from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Settings } from '../../domain/trace/trace'
import { contextNote, type Clauses } from '../clauses-of-request'
import { share, sharesReader, type Share } from '../score-shares'
import { pipe, stage, type Retriever } from '../stage'

/** Parts of a query that are searched on their own; a request that lists more is rather a text. */
const MOST_PARTS = 12
/** Chosen on development rows of four sets, see `README.md`. */
const COVERAGE = 3
const FIRST = 0.2
/** How deep a part is best searched, see `README.md`. */
export const DEPTH_OF_PARTS = 50
/** Characters of a part shown in the trace. */
const SHOWN = 100
/** Tools picked one after the other; by then hardly anything of a query is left uncovered. */
const PICKED = 20

/**
 * Ranks anew by the parts of a query that asks for several things, each searched by `search` as the
 * whole was, so that the first tools cover all of them. Of a query that tells a story before it
 * asks for one thing, that thing is the only part. A query without parts is left as it is.
 * Pegboard's own; greedy cover as in Carbonell & Goldstein 1998 and its kin.
 *
 * A tool's worth is what the whole query scores it, and the most that any part does, and {@link
 * COVERAGE} times what it adds to each part beyond the tools before it, on the average; a single
 * part leaves nothing else to cover. The whole query's first tool gets {@link FIRST} of the way
 * between the first and the last of its list, so that only clear coverage takes the first place
 * from it.
 * @param from what a part scores a tool counts from here on: a clause that hardly any tool answers,
 * such as a date, brings none
 */
export function coverParts(
  clausesOf: (text: string) => Clauses,
  search: Retriever,
  { from }: Pick<Covering, 'from'> = {},
) {
  const pipeline = pipe(search)
  return stage<Ranking, Ranking>({
    name: 'cover parts',
    gives: 'ranking',
    settings: { coverage: COVERAGE, 'for the first': FIRST, ...fromSetting(from) },
    inside: [{ label: 'part', pipeline }],
    ahead: ({ text }) => clausesOf(text).wishes.slice(0, MOST_PARTS),
    absent: 'neither the whole query nor a part of it finds it',
    async run(whole, step) {
      const clauses = clausesOf(whole.plan.query.text)
      const parts = clauses.wishes.slice(0, MOST_PARTS)
      step.note({ ...notesOf(clauses), ...contextNote(clauses) })
      // All at once, so that they are embedded together.
      const lists = await Promise.all(
        parts.map(async (text, at): Promise<Part> => {
          const branch = { label: labelOf(at), pipeline }
          return { text, list: await step.branch(branch, planOf(text, whole.plan)) }
        }),
      )
      if (lists.length === 0) return whole
      return { ...whole, order: 'score', tools: covered(whole, lists, { from }) }
    },
  })
}

/** How the setting is named in traces. */
export const fromSetting = (from: number | undefined): Settings =>
  from === undefined ? {} : { 'a part counts from': from }

function notesOf({ wishes }: Clauses) {
  const parts = wishes.slice(0, MOST_PARTS)
  const left = wishes.length - parts.length
  return {
    parts: parts.length,
    ...Object.fromEntries(parts.map((text, at) => [labelOf(at), text.slice(0, SHOWN)])),
    ...(left > 0 && { 'not searched': left }),
  }
}

const labelOf = (at: number): string => `part ${at + 1}`

const planOf = (text: string, plan: QueryPlan): QueryPlan => ({
  ...plan,
  steps: [{ text, variations: [text] }],
})

interface Part {
  text: string
  list: Ranking
}

/** A tool before it is picked. */
interface Candidate {
  placed: PlacedTool
  /** What its score is made of, before what it adds to the parts. */
  shares: Share[]
  worth: number
  /** How much counts what it adds to the parts. */
  coverage: number
  /** `parts[i]` is what the i-th part scores it. */
  parts: readonly number[]
}

interface Covering {
  /** How much adding to the parts counts. */
  coverage?: number
  /** What a part scores a tool counts from here on; left out: all of it. */
  from?: number | undefined
}

/** Every tool of the lists, in the order in which it is picked. */
export function covered(
  whole: Ranking,
  parts: readonly Part[],
  { coverage = parts.length > 1 ? COVERAGE : 0, from }: Covering = {},
): PlacedTool[] {
  const left = candidates(whole, parts, { coverage, from })
  const reached = new Float64Array(parts.length)
  const placed: PlacedTool[] = []
  while (left.length > 0 && placed.length < PICKED) {
    const [picked] = left.splice(bestOf(left, reached), 1)
    if (!picked) break
    placed.push(placedBy(picked, reached, parts))
    picked.parts.forEach((score, part) => {
      reached[part] = Math.max(reached[part] as number, score)
    })
  }
  // What is worth less than all that were picked stays so.
  return [...placed, ...left.map((candidate) => placedBy(candidate, reached, parts))].sort(byScore)
}

function candidates(
  whole: Ranking,
  parts: readonly Part[],
  { coverage, from }: Covering & { coverage: number },
): Candidate[] {
  const lists = [whole, ...parts.map(({ list }) => list)]
  const [first] = whole.tools
  const bonus = FIRST * ((first?.score ?? 0) - (whole.tools.at(-1)?.score ?? 0))
  const leasts = lists.map(leastOf)
  const sharesOf = sharesReader()
  const sharesIn = (found: readonly (PlacedTool | undefined)[], list: number): Share[] => {
    const placed = found[list]
    return placed
      ? sharesOf(placed)
      : [{ name: 'beyond the list', score: leasts[list] as number, origin: undefined }]
  }
  return Array.from(byTool(lists), ([tool, found]) => {
    const all = parts.map((_, part) => found[part + 1]?.score ?? (leasts[part + 1] as number))
    const scores = from === undefined ? all : all.map((score) => Math.max(0, score - from))
    const greatest = placeOfGreatest(scores)
    const shares = sharesIn(found, 0)
    if (from === undefined || (scores[greatest] as number) > 0) {
      if (parts.length > 0) add(shares, sharesIn(found, greatest + 1))
      if (from !== undefined) shares.push({ name: 'what any part scores', score: -from })
    }
    if (tool === first?.tool) shares.push({ name: 'first of the whole query', score: bonus })
    let worth = 0
    for (const { score } of shares) worth += score
    const placed = found.find((each) => each !== undefined) as PlacedTool
    return { placed, shares, worth, coverage, parts: scores }
  })
}

/**
 * Each tool as the lists hold it, `found[i]` in the i-th, in the order in which the lists name
 * them.
 */
function byTool(lists: readonly Ranking[]): Map<ToolId, (PlacedTool | undefined)[]> {
  const all = new Map<ToolId, (PlacedTool | undefined)[]>()
  for (const [list, { tools }] of lists.entries()) {
    for (const placed of tools) {
      let found = all.get(placed.tool)
      if (!found) {
        found = lists.map(() => undefined)
        all.set(placed.tool, found)
      }
      found[list] = placed
    }
  }
  return all
}

/** What a tool counts that a list does not hold: as much as its last. */
function leastOf({ tools }: Ranking): number {
  let least = Infinity
  for (const { score = 0 } of tools) least = Math.min(least, score)
  return tools.length === 0 ? 0 : least
}

function placeOfGreatest(values: readonly number[]): number {
  let greatest = 0
  for (const [at, value] of values.entries()) {
    if (value > (values[greatest] as number)) greatest = at
  }
  return greatest
}

/** The place of the candidate that is worth most now, of equal ones that of the smallest id. */
function bestOf(candidates: readonly Candidate[], reached: Float64Array): number {
  let best = 0
  let most = -Infinity
  for (let at = 0; at < candidates.length; at++) {
    const candidate = candidates[at] as Candidate
    const value = candidate.worth + gainOf(candidate, reached)
    const isFirst =
      value === most && candidate.placed.tool < (candidates[best] as Candidate).placed.tool
    if (value <= most && !isFirst) continue
    best = at
    most = value
  }
  return best
}

/**
 * What a tool adds to the parts beyond what is reached, on the average, by how much that counts.
 */
function gainOf({ parts, coverage }: Candidate, reached: Float64Array): number {
  let gain = 0
  for (let part = 0; part < parts.length; part++) {
    gain += Math.max(0, (parts[part] as number) - (reached[part] as number))
  }
  return (coverage * gain) / parts.length
}

function placedBy(candidate: Candidate, reached: Float64Array, parts: readonly Part[]): PlacedTool {
  const { placed, worth } = candidate
  const gain = gainOf(candidate, reached)
  const coverage = { name: 'new parts', origin: 'coverage' as const, score: gain }
  const witnesses: Witness[] = [...placed.witnesses]
  for (const each of [...candidate.shares, coverage]) {
    if (each.score !== 0) witnesses.push(share('cover', each))
  }
  const covers = mostCovered(candidate, reached)
  const covered = covers === undefined ? undefined : parts[covers]?.text
  if (covered !== undefined) witnesses.push({ kind: 'part', text: covered })
  return { tool: placed.tool, score: worth + gain, witnesses }
}

/** The part to which a tool adds most beyond what is reached; none where it adds to none. */
function mostCovered({ parts }: Candidate, reached: Float64Array): number | undefined {
  let most: number | undefined
  let greatest = 0
  for (let part = 0; part < parts.length; part++) {
    const gain = (parts[part] as number) - (reached[part] as number)
    if (gain <= greatest) continue
    most = part
    greatest = gain
  }
  return most
}

/**
 * Adds shares to others, those of one name as one. Tools have a handful: looking through them is
 * quicker than any table.
 */
function add(shares: Share[], others: readonly Share[]): void {
  for (const each of others) {
    const same = shares.find(({ name }) => name === each.name)
    if (same) same.score += each.score
    else shares.push(each)
  }
}

/** Chosen on development rows by Recall@5 and All@5, see `README.md`. */
const STEP_COVERAGE = 3.5

/**
 * Searches the whole request and each step of its plan, and ranks so that the first tools cover all
 * steps, as {@link covered} does: a step gets places as long as tools add to it. A plan of one step
 * is that step's ranking. Pegboard's own.
 */
export function coverSteps(search: Retriever, { from }: Pick<Covering, 'from'> = {}) {
  const pipeline = pipe(search)
  const whole = { label: 'whole', pipeline }
  return stage<QueryPlan, Ranking>({
    name: 'cover steps',
    gives: 'ranking',
    settings: { coverage: STEP_COVERAGE, ...fromSetting(from) },
    inside: [whole, { label: 'each step', pipeline }],
    absent: 'neither the whole query nor a step of its plan finds it',
    async run(plan, step) {
      const { text } = plan.query
      if (plan.steps.length === 0) return { shape: 'ranking', plan, order: 'score', tools: [] }
      if (plan.steps.length === 1) {
        return { ...(await step.branch({ label: stepLabel(0), pipeline }, plan)), plan }
      }
      // All at once, so that they are embedded together.
      const [ofWhole, lists] = await Promise.all([
        step.branch(whole, asOneStep(plan)),
        Promise.all(
          plan.steps.map((part, at) =>
            step.branch({ label: stepLabel(at), pipeline }, { ...plan, steps: [part] }),
          ),
        ),
      ])
      const parts = lists.map((list, at) => ({ text: plan.steps[at]?.text ?? text, list }))
      return {
        shape: 'ranking',
        plan,
        order: 'score',
        tools: covered(ofWhole, parts, { coverage: STEP_COVERAGE, from }),
      }
    },
  })
}

const stepLabel = (at: number): string => `steps[${at}]`

const asOneStep = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  steps: [{ text: plan.query.text, variations: [plan.query.text] }],
})
