import type { ActionAnswer } from '../../app/actions'
import type {
  CountedName,
  FailureCount,
  FailureReport,
  MissingTool,
} from '../../domain/run/failure'
import {
  agentFailureText,
  agentSentence,
  FATE_WORDS,
  NO_AGENT_RUN,
} from '../../domain/run/failure-words'
import { plainText, tableText } from './print-table'

type Row = ActionAnswer<'evaluation.outcomes'>['rows'][number]
type Place = ActionAnswer<'evaluation.locate'>[number][number]

/** Rows of each table of tools, tags and servers. */
const MOST_ROWS = 10

/** Where a run fails: by class, tool, tag and server. */
export function failuresText(report: FailureReport): string {
  const { failed, queries, missing, k, left } = report
  const at = k === undefined ? 'with sets of its own size' : `at k = ${k}`
  const first = `${failed} of ${queries} queries fail ${at}: they miss ${missing} of their golden tools.`
  const classes = [...report.classes, ...(report.agent?.classes ?? [])].map((count) => [
    classText(count),
    String(count.tools),
    String(count.queries),
    String(count.noSharedWord),
  ])
  return [
    first,
    ...basisLines(report),
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

/** What the classes are true of. */
export function basisLines({
  asksModel,
  askedAgain,
  differing,
  sameCatalog,
}: FailureReport): string[] {
  if (asksModel) {
    return [
      'The recipe asks a model, which is not asked again: of many tools no more is known than that they are missing.',
    ]
  }
  if (askedAgain === 0) return []
  const on = sameCatalog
    ? 'the catalog that was measured'
    : 'today’s catalog, which may not be the one that was measured'
  const others = differing > 0 ? ` ${differing} of them are given other tools now.` : ''
  return [
    `Asked again on ${on}: ${askedAgain === 1 ? '1 query' : `${askedAgain} queries`}.${others}`,
  ]
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

const classText = ({ fate, by }: Pick<FailureCount, 'fate' | 'by'>): string =>
  by ? `dropped by “${by.stage}”` : `${FATE_WORDS[fate]} (${fate})`

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

/** A failed query with its golden tools, the missing ones first: `q3  0.50  put the meeting …` and `  send_email #2, cut at k`. */
export function failedQueryText({ id, recall, text }: Row, places: readonly Place[]): string {
  const isFound = ({ fate }: Place) => fate === 'found'
  const found = places.filter(isFound)
  const tools = [
    ...places.filter((place) => !isFound(place)),
    ...found.filter(({ agent }) => agent),
    ...found.filter(({ agent }) => !agent),
  ]
  return [
    `${plainText(id)}  recall ${recall.toFixed(2)}  ${plainText(text)}`,
    ...tools.map((place) => `    ${plainText(place.name)}${placeText(place)}`),
  ].join('\n')
}

const placeText = ({
  rank,
  fate,
  by,
  noSharedWord,
  agent,
}: Omit<MissingTool, 'fate'> & Pick<Place, 'fate' | 'agent'>) => {
  if (agent) return ` #${rank}, ${agentFailureText(agent)}`
  const how = by
    ? `dropped by “${by.stage}”${by.why ? `: ${plainText(by.why)}` : ''}`
    : FATE_WORDS[fate]
  const words = noSharedWord && fate !== 'no-shared-word' ? ', shares no word with the query' : ''
  return `${rank === undefined ? '' : ` #${rank}`}, ${how}${words}`
}
