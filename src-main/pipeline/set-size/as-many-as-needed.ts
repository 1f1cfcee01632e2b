import type { PlacedTool, QueryPlan, Ranking, SetGrounds, ToolSet } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Settings } from '../../domain/trace/trace'
import type { Admitted, Kit } from '../kit'
import { shareOf } from '../logistic'
import { stage, type Step } from '../stage'
import { calibration, type Learned, type Verdict } from './calibration'
import { expectedNearest, readEvidence, type Evidence, type EvidenceSources } from './evidence'
import { partsMatched, readSigns, SIGNS, type PartsOf, type Reading, type Strength } from './signs'
import type { ToldBy } from './standing-in'

/** As many tools as an adaptive set holds at most; no development query needed as many. */
const MOST_TOOLS = 20

/**
 * A logistic regression over what is known of a place in the ranking, fitted on the development
 * rows of six sets; see `README.md`, and `npm run bench -- adaptiveK` for what it reaches.
 */
const ODDS = { constant: 0.634, gap: -0.855, fall: -2.597, place: -1.301, parts: 1.217 }
/** Where sets were best in the worst case: a chance of 32 %. */
const LEAST_ODDS = -0.75

/**
 * How many of the first tools are enough, and the odds of each that it is needed: those of
 * `tools[i]` stand at `odds[i]`.
 */
interface Enough {
  size: number
  odds: readonly number[]
}

/** @param tools the first of a ranking by scores, of which the evidence is. */
export function enoughOf(tools: readonly PlacedTool[], evidence: Evidence): Enough {
  const gaps = gapsOf(evidence)
  const parts = Math.log(Math.max(1, evidence.texts.length - 1))
  const first = tools[0]?.score ?? 0
  const odds = tools.map(({ score = 0 }, at) => {
    const fall = (first - score) / (Math.abs(first) || 1)
    return (
      ODDS.constant +
      ODDS.gap * (gaps[at] ?? 0) +
      ODDS.fall * fall +
      ODDS.place * Math.log(1 + at) +
      ODDS.parts * parts
    )
  })
  // As places count, odds mostly fall; what stands before a tool that is needed is not left out for
  // standing there.
  const reaching = odds.filter((each) => each >= LEAST_ODDS).length
  return { size: Math.min(tools.length, Math.max(1, reaching)), odds }
}

/**
 * By how much less speaks for each tool than for the best one, for the part of the query where this
 * is least.
 */
function gapsOf({ texts, tools, catalog }: Evidence): number[] {
  const expected = expectedNearest(catalog)
  const speaks = tools.map(({ shares, near }) =>
    texts.map((_, at) => (shares[at] ?? 0) + (near[at] ?? 0) / expected),
  )
  const parts = texts.length > 1 ? texts.map((_, at) => at).slice(1) : [0]
  const most = parts.map((part) => Math.max(...speaks.map((of) => of[part] ?? 0)))
  return speaks.map((of) => Math.min(...parts.map((part, at) => (most[at] ?? 0) - (of[part] ?? 0))))
}

/** A chance of log odds as whole percent, or finer where {@link LEAST_ODDS} would read the same. */
function percentOf(odds: number): string {
  const percent = (of: number) => 100 / (1 + Math.exp(-of))
  const isSame =
    odds !== LEAST_ODDS && Math.round(percent(odds)) === Math.round(percent(LEAST_ODDS))
  return `${percent(odds).toFixed(isSame ? 1 : 0)}\u00a0%`
}

/** What an adaptive set is read by. */
interface AdaptiveSizeOptions extends EvidenceSources {
  partsOf: PartsOf
  /** Of golden queries that some tool fits, the share that may be refused. */
  falseRefusalRate: number
  /** As the sources, for a catalog that lacks no tools: golden queries are read in that. */
  whole: { kit: Kit; among: Admitted }
}

/**
 * The first tools of a ranking by scores, as many as the query needs: none where nothing in the
 * catalog matches it as strongly as what fits does; else as many as are likely enough to be needed.
 * Pegboard's own, see `README.md`.
 */
export function asManyAsNeeded(options: AdaptiveSizeOptions) {
  const { words, meaning, among, whole, partsOf, falseRefusalRate } = options
  const golden = calibration(whole.kit, { words, meaning, among: whole.among }, partsOf)
  return stage<Ranking, ToolSet>({
    name: 'adaptive k',
    gives: 'tool-set',
    settings: { 'at most': MOST_TOOLS, 'false refusals': falseRefusalRate },
    sources: [words, meaning, among, whole.kit.labelled, golden],
    async run(ranking, step) {
      const { plan } = ranking
      const kept = new Set(plan.kept.map(({ tool }) => tool))
      const ranked = ranking.tools.filter(({ tool }) => !kept.has(tool))
      const texts = textsOf(plan, partsOf)
      const taught = await golden.prepare({ signal: step.signal })
      const reading = await readSigns(options, texts, step)
      const verdict = await taught.judge({ text: plan.query.text, reading, step }, falseRefusalRate)
      step.note(notesOf(reading, verdict))
      if (!verdict.fits) return noneOf(ranking, { step, verdict, reading })
      const first = ranked.slice(0, MOST_TOOLS)
      const tools = first.map(({ tool }) => tool)
      const evidence = await readEvidence(options, texts, { tools, step })
      const enough = enoughOf(first, evidence)
      return someOf({ ranking, ranked }, { step, verdict, evidence, enough })
    },
  })
}

/**
 * The query, and its parts: the steps of its plan, or where that has one, the query's own clauses.
 */
function textsOf({ query, steps }: QueryPlan, partsOf: PartsOf): string[] {
  const parts = steps.length > 1 ? steps.map(({ text }) => text) : partsOf(query.text)
  return [...new Set([query.text, ...parts])]
}

function notesOf({ strength }: Reading, { least, learned }: Verdict): Settings {
  return {
    match: strength.all.toFixed(3),
    ...(learned
      ? { score: learned.score.toFixed(2), 'least that fits': learned.least.toFixed(2) }
      : { 'least that fits': least.strength.toFixed(3) }),
    'learned from': least.from ? `${least.from.fitting} golden queries` : 'what ships',
    'what fits no tool, by': learned ? toldText(learned.toldBy) : 'the threshold that ships',
  }
}

/** By what it was told which requests no tool fits. */
function toldText({ what, count }: ToldBy): string {
  if (what === 'labelled') return `${count} golden queries without tools`
  if (what === 'everyday') return `${count} everyday requests that ship with Pegboard`
  const leftOut = 'golden queries with their right tools left out'
  return what === 'harmful' ? `${leftOut}: everyday requests would do harm` : leftOut
}

function noneOf(
  ranking: Ranking,
  { step, verdict, reading }: { step: Step; verdict: Verdict; reading: Reading },
): ToolSet {
  const kept = new Set(ranking.plan.kept.map(({ tool }) => tool))
  const others = ranking.tools.filter(({ tool }) => !kept.has(tool))
  step.drop(others, 'no tool fits the query')
  const why = whyNone(reading, verdict)
  const named = countNamed(ranking)
  return setOf(ranking, [], {
    why: named > 0 ? `${toolsText(named)} that the request names. Beside: ${why}` : why,
    uncovered: [],
    ...(named === 0 && { noneFits: true as const }),
  })
}

/** What a set of some tools is made with. */
interface Sized {
  step: Step
  verdict: Verdict
  evidence: Evidence
  enough: Enough
}

function someOf(
  { ranking, ranked }: { ranking: Ranking; ranked: PlacedTool[] },
  { step, verdict, evidence, enough }: Sized,
): ToolSet {
  const named = countNamed(ranking)
  const size = Math.max(0, enough.size - named)
  const chosen = ranked.slice(0, size)
  step.drop(ranked.slice(size), 'too unlikely to be needed')
  const given = new Set<ToolId>([...ranking.plan.kept, ...chosen].map(({ tool }) => tool))
  const parts = evidence.texts.slice(1)
  const matched = partsMatched(evidence, { given, least: verdict.least.strength })
  return setOf(ranking, chosen, {
    why: whySize({ enough, named, size }, ranked[size]?.tool),
    uncovered: parts.filter((_, at) => !matched[at]),
  })
}

/** How many tools are kept because the request names them. */
const countNamed = ({ plan: { kept } }: Ranking): number =>
  kept.filter(({ witnesses: [first] }) => first?.kind === 'name').length

const toolsText = (count: number): string => (count === 1 ? 'One tool' : `${count} tools`)

/** @param size how many are given beside those that the request names */
function whySize(
  { enough, named, size }: { enough: Enough; named: number; size: number },
  next: ToolId | undefined,
): string {
  if (named === 0) return whySoMany(enough, next)
  const others = size === 0 ? 'no other is needed' : `${size} more that are likely to be needed`
  return `${toolsText(named)} that the request names; ${others}.`
}

/** The tools held already, and those chosen. */
const setOf = (
  { plan: { query, questions, kept }, seeds }: Ranking,
  chosen: readonly PlacedTool[],
  grounds: SetGrounds,
): ToolSet => ({
  shape: 'tool-set',
  query,
  size: 'adaptive',
  tools: [...kept, ...chosen],
  grounds,
  ...(questions && { questions }),
  ...(seeds && { seeds }),
})

/** Words named at most. */
const MOST_WORDS = 8

/**
 * Why no tool fits: which words no tool holds, what the best match holds, which signs speak against
 * it and how much, and how far below others it lies.
 */
export function whyNone(
  { evidence, strength }: Pick<Reading, 'evidence' | 'strength'>,
  { least, learned }: Omit<Verdict, 'fits'>,
): string {
  const { words } = evidence
  const unheld = words.flatMap(({ written, isHeld }) => (isHeld ? [] : [written]))
  return [
    'No tool fits.',
    ...(unheld.length > 0 ? [`No tool’s document holds ${quoted(unheld)}.`] : []),
    bestText(strength.best),
    ...(learned ? learnedText(learned) : [shippedText(strength.all, least.strength)]),
  ].join(' ')
}

const shippedText = (match: number, least: number): string =>
  `Words and meaning together, the catalog matches the request by ${match.toFixed(3)}; of the queries that Pegboard was developed with, at least 91\u00a0% of every set match by ${least.toFixed(3)} or more.`

/** Less than this is not worth a word. */
const LEAST_SAID = 0.05

function learnedText(learned: Learned): string[] {
  const { score, least, signs, typical, model, from, toldBy, like } = learned
  const against = signs
    .map((value, at) => ({
      name: SIGNS[at] ?? 'likeness to golden queries',
      value,
      usual: typical[at] as number,
      adds: shareOf(model, signs, at) - shareOf(model, typical, at),
    }))
    .filter(({ adds }) => adds < -LEAST_SAID)
    .sort((a, b) => a.adds - b.adds)
    .map(
      ({ name, value, usual, adds }) =>
        `${name} (${plain(value)} where those have ${plain(usual)}: ${signed(adds)})`,
    )
  return [
    ...(against.length > 0
      ? [
          `Beside golden queries that some tool fits, these speak against it, the strongest first: ${against.join(', ')}.`,
        ]
      : []),
    ...(like === undefined
      ? []
      : [`It is more like golden queries that no tool fits, such as “${shortened(like)}”.`]),
    `By all signs it scores ${signed(score)}; of the ${from.fitting} golden queries of this workspace that were read and some tool fits, ${from.fitting - from.refused} score ${signed(least)} or more.`,
    `What no tool fits was learned from ${toldText(toldBy)}.`,
  ]
}

const plain = (value: number): string => value.toFixed(2).replace('-', '\u2212')
const signed = (value: number): string => `${value < 0 ? '' : '+'}${plain(value)}`

/** Characters of a golden query that is named. */
const MOST_CHARACTERS = 80

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`

function bestText(best: Strength['best']): string {
  if (!best) return 'No tool shares both words and meaning with it.'
  return `The best match, ${best.tool}, holds ${quoted(best.holds)} of it.`
}

function quoted(words: readonly string[]): string {
  const shown = words.slice(0, MOST_WORDS).map((word) => `“${word}”`)
  const more = words.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Why a set holds as many tools as it does. @param next the first that is left out */
export function whySoMany({ size, odds }: Enough, next: ToolId | undefined): string {
  const tools = toolsText(size)
  const beyond = odds[size]
  const least = percentOf(LEAST_ODDS)
  const taught = 'where sets were best in development'
  if (next === undefined) return `${tools}: all that were found.`
  if (beyond === undefined) return `${tools}, as many as a set holds at most.`
  if ((odds[0] ?? 0) < LEAST_ODDS)
    return `${tools}, the likeliest, though its chance of being needed, ${percentOf(odds[0] ?? 0)}, is below ${least}, ${taught}.`
  return `${tools}: the next, ${next}, would be needed by a chance of ${percentOf(beyond)}, below ${least}, ${taught}.`
}
