import type { ActionAnswer } from '../../features/actions'
import { embedderTitle } from '../../domain/model/names'
import { reasonsOf } from '../../domain/trace/reasons'
import { meaningText } from '../../domain/trace/score'
import { inGroups } from '../../domain/trace/tool-groups'
import { groupsOf, groupsText, lackingLines, neededText } from './group-lines'
import { plainText, tableText } from './print-table'
import { tokensText } from './tokens-text'

type Answer = ActionAnswer<'query.run'>
type Known = ActionAnswer<'query.known'>
type Explanation = ActionAnswer<'query.explain'>[number]

/** The marks of right tools, where a golden set holds the query. */
const markOf = (known: Known) => {
  const right = new Set(known.tools.map(({ tool }) => tool))
  return ({ tool }: Answer['tools'][number]) => (right.has(tool) ? '✓' : '')
}

/** A tool set as lines: its tools, the next ones below it, what it costs, and what is missing. */
export function answerLines(answer: Answer, known: Known): string[] {
  const { tools, below, remarks, degraded } = answer
  const groups = groupsOf(answer)
  const parts = groupsText(groups)
  return [
    ...(tools.length + below.length === 0 ? ['No tool fits. Try other words, or --trace.'] : []),
    ...tableLines(answer, known),
    `${tools.length} tools${parts ? ` (${parts})` : ''}, ${tokensText(answer)} prompt tokens (${answer.tokenizer}), ` +
      `${answer.latencyMs.toFixed(1)} ms${answer.embedder === undefined ? '' : `, with ${plainText(embedderTitle(answer.embedder))}`}.`,
    ...lackingLines(groups),
    ...goldenLines(answer, known),
    ...(answer.questions ?? []).map((question) => `Asks back: ${plainText(question)}`),
    ...groundsLines(answer).map(plainText),
    ...remarks.map(plainText),
    ...degraded.map(plainText),
  ]
}

/** Why it holds as many tools as it does, and what it leaves open. */
function groundsLines({ grounds }: Answer): string[] {
  if (!grounds) return []
  const { why, bundle, uncovered, learnedFrom } = grounds
  return [
    why,
    ...(bundle
      ? [`Leans on the logged query “${bundle.query}”, which took ${bundle.tools.join(', ')}.`]
      : []),
    ...uncovered.map((part) => `No tool of the set seems to cover “${part}”.`),
    ...(learnedFrom ? [`Learned from ${learnedFrom}.`] : []),
  ]
}

function tableLines(answer: Answer, known: Known): string[] {
  const { tools, below, k } = answer
  if (tools.length + below.length === 0) return []
  const groups = groupsOf(answer)
  const isKnown = known.tools.length > 0
  const mark = markOf(known)
  const rowOf = (tool: Answer['tools'][number]) => {
    const needed = neededText(groups, tool)
    return [
      ...(isKnown ? [mark(tool)] : []),
      String(tool.rank),
      `${needed === undefined ? '' : '└ '}${plainText(tool.name)}`,
      plainText(tool.server ?? ''),
      tool.score?.toFixed(3) ?? '',
      tokensText(tool),
      plainText(needed ?? tool.description).slice(0, 60),
    ]
  }
  const titles = ['#', 'tool', 'server', 'score', 'tokens', 'description']
  const lines = tableText(
    isKnown ? ['', ...titles] : titles,
    [...(groups.length > 0 ? inGroups(groups, tools) : tools), ...below].map(rowOf),
  ).split('\n')
  if (below.length > 0) {
    const title = below[0]?.cut ? `cut at k = ${k}` : `left out: ${below[0]?.why}`
    lines.splice(tools.length + 1, 0, `── ${plainText(title)} ──`)
  }
  return lines
}

function goldenLines({ tools, below }: Answer, { sets, tools: right }: Known): string[] {
  if (right.length === 0) return []
  const given = new Set(tools.map(({ tool }) => tool))
  const missing = right.filter(({ tool }) => !given.has(tool))
  const where = `${right.length - missing.length} of ${right.length} right tools (golden set ${sets.join(', ')})`
  if (missing.length === 0) return [plainText(`${where}.`)]
  const names = missing.map(({ tool, name, isInCatalog }) => {
    const place = below.find((each) => each.tool === tool)?.rank
    if (!isInCatalog) return `${name} (not in this catalog)`
    return place === undefined ? name : `${name} #${place}`
  })
  return [plainText(`${where}; missing: ${names.join(', ')}.`)]
}

/** What became of one tool, as lines. */
export function explanationLines(explained: Explanation): string[] {
  const { tool, verdict, filtered, standings, matchedWords, missingWords, meaning } = explained
  const head = `${plainText(tool)}: ${plainText(verdict)}`
  if (filtered) return [head, ...explained.filteredBy.map(wayIn)]
  const shown = (words: string[]) => words.map(plainText).join(' ') || 'none'
  return [
    head,
    ...standings.map(({ path, rank, of, score, why, witnesses = [] }) => {
      const place = rank === undefined ? (why ?? 'not there') : `place ${rank} of ${of}`
      const reasons = rank === undefined ? [] : reasonsOf(witnesses)
      const scored = score === undefined ? [] : [`score ${score.toFixed(3)}`]
      return `  ${path}: ${[place, ...scored, ...reasons.map(plainText)].join(', ')}`
    }),
    `  words of the query that its document matches: ${shown(matchedWords)}`,
    `  words that it does not: ${shown(missingWords)}`,
    ...(meaning ? [`  ${meaningText(meaning)}`] : []),
  ]
}

const ALL_VISIBILITIES = 'public,internal,hidden'

const wayIn = (filter: Explanation['filteredBy'][number]): string =>
  filter === 'visibilities'
    ? `  To ask with hidden ones included: --option visibilities=${ALL_VISIBILITIES}`
    : `  To ask without this filter, leave out --option ${filter}=…`
