import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import { tracedOutcome } from '../../../contract/traced-outcome'
import { earnedText } from '../../../domain/graph/edge'
import {
  FailureFilter,
  type CountedName,
  type FailureCount,
  type FailureReport,
} from '../../../domain/run/failure'
import {
  agentSentence,
  NO_AGENT_RUN,
  basisSentence,
  classesOf,
  classTitle,
  failureSentence,
  placeText,
} from '../../../domain/run/failure-words'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { answerDifference, type AnswerDifference } from '../../../domain/trace/difference'
import { command, type Given } from '../command'
import { plainText, tableText } from '../print-table'
import { findRun, ofRuns, remarkOutdated, runsTogether } from '../run-choice'
import type { CommandSession } from '../session'
import { differenceLines } from '../difference-text'
import { traceText } from '../trace-text'

const { dir, k, baseline, show, limit } = actions['evaluation.failedQueries'].input.shape
const { agent, ...filter } = FailureFilter.shape

const FAILURES_FLAGS = {
  run: z.string().describe('the run, by the beginning of its id'),
  dir,
  k,
  ...filter,
  agentFailed: z
    .boolean()
    .optional()
    .describe(agent.description ?? ''),
  baseline,
  show,
  query: z.string().optional().meta({
    title: 'id',
    description: 'one query with its trace; beside the baseline, what differs',
  }),
  edges: z
    .boolean()
    .optional()
    .describe('only edges: how often a tool that an edge brought was right, or wrong'),
  limit,
}
type FailuresFlags = Given<typeof FAILURES_FLAGS>

export const failures = command({
  summary: 'show why queries of a run failed, counted, and the worst of them',
  args: ['run'],
  names: { reason: 'class', stage: 'step' },
  input: FAILURES_FLAGS,
  asksModels: true,
  run: lookedUp,
  json: ({ earned, one, listed }) =>
    earned ?? (one ? oneAsJson(one) : listed && listedAsJson(listed)),
  print({ earned, one, listed }, { show }) {
    if (earned) return earnedLines(earned)
    return one ? queryLines(one) : listed ? listedLines(listed, show) : []
  },
})

/** One of the three that the flags ask for. */
interface LookedUp {
  earned?: ActionAnswer<'evaluation.earnedEdges'>
  one?: OneQuery
  listed?: Listed
}

interface OneQuery {
  run: MeasuredRun
  traced: Traced
  /** What is compared with: the same query in another run. */
  beside?: { baseline: MeasuredRun; before: Traced; difference: AnswerDifference } | undefined
}
type Traced = ActionAnswer<'evaluation.trace'>

type Listed = ActionAnswer<'evaluation.failedQueries'>
type Row = Listed['queries'][number]

async function lookedUp(session: CommandSession, flags: FailuresFlags): Promise<LookedUp> {
  const { dir: place, k: cutoff, show, limit, baseline, query } = flags
  if (!flags.edges && query === undefined) {
    const asked = { dir: place, run: flags.run, k: cutoff, baseline, show, limit }
    const lost = filterOf(flags)
    const listed = await ofRuns(
      session,
      { dir: place, runs: [flags.run] },
      session.request('evaluation.failedQueries', { ...asked, lost }),
    )
    remarkOutdated(session, listed)
    return { listed }
  }
  const run = await runLookedAt(session, flags)
  if (flags.edges) {
    const where = { dir: place, run: run.id, k: cutoff }
    return { earned: await session.request('evaluation.earnedEdges', where) }
  }
  const beside = baseline === undefined ? undefined : await findRun(session, place, baseline)
  return { one: await traced(session, { run, baseline: beside }, flags) }
}

/** What is outdated of it is remarked. */
async function runLookedAt(
  session: CommandSession,
  { dir: place, run }: FailuresFlags,
): Promise<MeasuredRun> {
  const { runs } = await runsTogether(session, { dir: place, runs: [run] })
  return (runs[0] as (typeof runs)[number]).run
}

const filterOf = ({ agentFailed, ...flags }: FailuresFlags): FailureFilter =>
  FailureFilter.parse({ ...flags, ...(agentFailed && { agent: true }) })

function listedLines(
  { runs, report, total, queries }: Listed,
  show: FailuresFlags['show'],
): string[] {
  const counted = failuresText(runs[0]?.run.recipe ?? '', report)
  if (queries.length === 0) return [counted]
  return [
    counted,
    `\n${show ?? 'Failed'} queries, the worst first (${queries.length} of ${total}):`,
    ...queries.map(failedQueryText),
  ]
}

const listedAsJson = ({ report, total, queries }: Listed) => ({
  ...report,
  listed: { total, queries },
})

function earnedLines(earned: ActionAnswer<'evaluation.earnedEdges'>): string[] {
  if (earned.edges.length === 0) return [earnedText(earned)]
  const rows = earned.edges.map(({ from, on, right, wrong }) => [
    plainText(from),
    plainText(on),
    String(right),
    String(wrong),
  ])
  return [earnedText(earned), tableText(['tool', 'needs', 'right', 'wrong'], rows)]
}

/** One query with its trace; beside another run both, and what differs. */
async function traced(
  session: CommandSession,
  { run, baseline }: { run: MeasuredRun; baseline: MeasuredRun | undefined },
  { dir: place, query = '', k: cutoff }: FailuresFlags,
): Promise<OneQuery> {
  const traceOf = (of: MeasuredRun) =>
    session.request('evaluation.trace', { dir: place, run: of.id, query, k: cutoff })
  const now = await traceOf(run)
  if (!baseline) return { run, traced: now }
  const before = await traceOf(baseline)
  const difference = answerDifference(
    tracedOutcome(baseline, cutoff, before),
    tracedOutcome(run, cutoff, now),
  )
  return { run, traced: now, beside: { baseline, before, difference } }
}

const oneAsJson = ({ traced: now, beside }: OneQuery) => ({
  ...now,
  ...(beside && { baseline: beside.before, difference: beside.difference }),
})

function queryLines({ run, traced: now, beside }: OneQuery): string[] {
  return [
    plainText(now.text),
    ...now.lost.map(({ tool, verdict }) => `${plainText(tool)}: ${plainText(verdict)}`),
    ...(now.same ? [] : ['Re-run on today’s catalog, it gets other tools than in the run.']),
    ...(beside
      ? [
          `\nFrom ${beside.baseline.recipe} to ${run.recipe}:`,
          ...differenceLines(beside.difference),
          `\n${beside.baseline.recipe}\n${traceText(beside.before.trace)}`,
        ]
      : []),
    `\n${run.recipe}\n${traceText(now.trace)}`,
  ]
}

type Place = Row['places'][number]

/** Rows of each table of tools, tags and servers. */
const MOST_ROWS = 10

/** Where a run fails: by class, tool, tag and server. */
function failuresText(called: string, report: FailureReport): string {
  const { left } = report
  const classes = classesOf(report).map((count) => [
    classText(count),
    String(count.tools),
    String(count.queries),
    String(count.noSharedWord),
  ])
  return [
    failureSentence(called, report),
    ...[basisSentence(report)].filter(Boolean),
    ...(left > 0 ? [`${left} failed queries are not looked up yet.`] : []),
    ...(classes.length > 0
      ? [`\n${tableText(['class', 'tools', 'queries', 'sharing no word'], classes)}`]
      : []),
    ...agentLines(report),
    ...countedText('golden tool', {
      counts: report.tools.map(({ tool, ...counts }) => ({ ...counts, name: tool })),
      inAll: report.inAll.tools,
    }),
    ...countedText('tag of the tool', { counts: report.tags, inAll: report.inAll.tags }),
    ...countedText('server', { counts: report.servers, inAll: report.inAll.servers }),
    ...countedText('tag of the query', { counts: report.queryTags, inAll: report.inAll.queryTags }),
  ].join('\n')
}

/** What an agent made of the same tools, or how to find out. */
function agentLines({ agent, queries, run, k }: FailureReport): string[] {
  if (agent) {
    const list = agent.failed > 0 ? ' List them with --agent-failed.' : ''
    return [`\n${agentSentence(agent, queries)} (${plainText(agent.model)})${list}`]
  }
  const at = k === undefined ? '' : ` --k ${k}`
  return [`\n${NO_AGENT_RUN} Measure one: pegboard agent-eval --run ${run.slice(0, 8)}${at}`]
}

/** A class with the name by which `--class` or `--step` takes it. */
const classText = (count: FailureCount): string =>
  `${classTitle(count)} (${count.by?.stage ?? count.reason})`

function countedText(
  what: string,
  { counts, inAll }: { counts: readonly CountedName[]; inAll: number },
): string[] {
  if (counts.every(({ name }) => name === '')) return []
  const isOfAgent = counts.some(({ failedByAgent }) => failedByAgent !== undefined)
  const rows = counts
    .slice(0, MOST_ROWS)
    .map(({ name, golden, missing, failedByAgent = 0 }) => [
      plainText(name) || '(none)',
      String(missing),
      ...(isOfAgent ? [String(failedByAgent)] : []),
      String(golden),
    ])
  const titles = [what, 'missing', ...(isOfAgent ? ['failed by the agent'] : []), 'golden']
  const more = inAll - rows.length
  return [`\n${tableText(titles, rows)}`, ...(more > 0 ? [`and ${more} more`] : [])]
}

/**
 * A failed query with its golden tools, the missing ones first: `q3 0.50 put the meeting …` and `
 * send_email #2, cut at k`.
 */
function failedQueryText({ id, recall, text, places }: Row): string {
  const isFound = ({ reason }: Place) => reason === 'found'
  const found = places.filter(isFound)
  const tools = [
    ...places.filter((place) => !isFound(place)),
    ...found.filter(({ agent }) => agent),
    ...found.filter(({ agent }) => !agent),
  ]
  return [
    `${plainText(id)}  recall ${recall.toFixed(2)}  ${plainText(text)}`,
    ...tools.map((place) => {
      const named = `    ${plainText(place.name)}${place.rank === undefined ? ',' : ''}`
      return `${named} ${plainText(placeText(place))}`
    }),
  ].join('\n')
}
