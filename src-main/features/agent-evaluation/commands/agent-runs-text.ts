import { embedderTitle } from '../../../domain/model/names'
import type { ExpectedAccuracy } from '../shared/answers'
import type { ActionAnswer } from '../../actions'
import type { AgentOutcome, AgentRun } from '../../../domain/agent/run'
import {
  differencesText,
  KIND_WORDS,
  notWholeText,
  offerText,
  SCORE_WORDS,
  scoringRemarks,
  VERDICT_ORDER,
  VERDICT_WORDS,
} from '../../../domain/agent/words'
import { linesOnce } from '../../../domain/measure/caution'
import { estimateText } from '../../../domain/measure/measure-text'
import type { Estimate } from '../../../domain/run/run'
import { plainText, tableText } from '../../../hosts/cli/print-table'

type NameOf = (recipe: NonNullable<AgentRun['recipe']>) => string

/** Three digits with the interval. */
const figure = (estimate: Estimate | undefined): string =>
  estimate ? estimateText(undefined, estimate) : '–'

/** A mean over the queries that were asked: none where none was. */
const tokensText = (tokens: number): string => (tokens === 0 ? '–' : tokens.toFixed(0))

/** What a measurement takes, before it is made. */
export function previewText(preview: ActionAnswer<'agentRuns.preview'>): string {
  const { model, problem, queries, questions, promptTokens, tokenizer } = preview
  const { withArguments, several, sequential, negative } = preview
  const who = model ?? `no chat model (${problem?.message ?? ''})`
  return [
    `${plainText(who)} gets at most ${questions} questions: about ${promptTokens} prompt tokens by ${tokenizer}, repeated questions not counted.`,
    `${queries} queries: ${withArguments} give arguments, ${several} have several calls (${sequential} in sequence), no tool answers ${negative}.`,
  ].join('\n')
}

/** Agent runs, one column each, with how they failed and what they took. */
export function agentRunsText(runs: readonly AgentRun[], nameOf: NameOf): string {
  const row = (title: string, of: (run: AgentRun) => string) => [title, ...runs.map(of)]
  const kinds = ['single', 'parallel', 'sequential'] as const
  const table = tableText(
    ['', ...runs.map((run) => plainText(offerText(run, nameOf)))],
    [
      row(`${SCORE_WORDS.weighted.toLowerCase()} (.50 name, .25 keys, .25 values)`, ({ scores }) =>
        figure(scores.weighted),
      ),
      ...(['name', 'keys', 'values', 'right'] as const).map((score) =>
        row(SCORE_WORDS[score].toLowerCase(), ({ scores }) => figure(scores[score])),
      ),
      ...kinds
        .filter((kind) => runs.some((run) => run.kinds[kind]))
        .map((kind) => row(KIND_WORDS[kind], (run) => figure(run.kinds[kind]?.weighted))),
      ...VERDICT_ORDER.filter((verdict) => runs.some((run) => run.verdicts[verdict])).map(
        (verdict) => row(VERDICT_WORDS[verdict], (run) => String(run.verdicts[verdict] ?? 0)),
      ),
      row('tools, mean', ({ tools }) => tools.mean.toFixed(1)),
      row('prompt tokens, as the server counts', ({ tokens }) => tokensText(tokens.prompt)),
      row(`prompt tokens by ${runs[0]?.tokenizer ?? ''}`, ({ tokens }) =>
        tokensText(tokens.estimated),
      ),
      row('answer tokens', ({ tokens }) => tokensText(tokens.answer)),
      row('first call p50 / p95, ms', ({ firstCallMs }) =>
        firstCallMs ? `${firstCallMs.p50.toFixed(0)} / ${firstCallMs.p95.toFixed(0)}` : '–',
      ),
    ],
  )
  const [first] = runs
  const head =
    first &&
    `${plainText(first.goldenSet)}: ${first.queries} queries, ${plainText(first.model)}; means with 95 % bootstrap intervals.`
  return [...(head === undefined ? [] : [head]), table, ...remarkLines(runs, nameOf)].join('\n')
}

/** What is to be known of the scores. */
const remarkLines = (runs: readonly AgentRun[], nameOf: NameOf): string[] =>
  linesOnce(runs.map((run) => ({ of: offerText(run, nameOf), lines: scoringRemarks(run) }))).map(
    plainText,
  )

export const runListText = (runs: readonly AgentRun[], nameOf: NameOf): string =>
  tableText(
    ['id', 'golden set', 'model', 'tools', 'queries', 'accuracy', 'measured'],
    runs.map((run) => [
      run.id.slice(0, 8),
      plainText(run.goldenSet),
      plainText(run.model),
      plainText(offerText(run, nameOf)),
      String(run.queries),
      figure(run.scores.weighted),
      run.startedAt,
    ]),
  )

/**
 * One query: what was expected, what was called, and what of it differs. Arguments are printed,
 * never executed.
 */
export function outcomeLines(outcome: AgentOutcome): string[] {
  const { id, text, verdict, score, expected, calls, missing, offered, alone, fault } = outcome
  const call = (tool: string, given?: object) =>
    `${plainText(tool)} ${given ? plainText(JSON.stringify(given)) : '(arguments not specified)'}`
  const held = new Set(expected.map((each) => each.call))
  const others = calls.filter((_, at) => !held.has(at))
  return [
    `\n${plainText(id)}: ${plainText(text)}`,
    `  ${VERDICT_WORDS[verdict]}${score ? `, ${score.weighted.toFixed(2)}` : ''}; ${offered} tools given`,
    ...(missing.length > 0 ? [`  not given: ${missing.map(plainText).join(', ')}`] : []),
    ...expected.flatMap((wanted) => [
      `  expected  ${call(wanted.tool, wanted.arguments)}`,
      ...(wanted.call === undefined
        ? ['    not called']
        : [`    called  ${call(wanted.tool, calls[wanted.call]?.arguments)}`]),
      ...(wanted.differences.length > 0
        ? [`    ${plainText(differencesText(wanted.differences))}`]
        : []),
    ]),
    ...others.map(({ tool, arguments: given }) => `  extra     ${call(tool, given)}`),
    ...(alone ? [`  with the right tools alone: ${alone.score.weighted.toFixed(2)}`] : []),
    ...(fault === undefined
      ? []
      : [`  ${plainText(verdict === 'cut' ? notWholeText(fault) : fault)}`]),
  ]
}

/**
 * Its recipe, with the embedder where it compares embeddings, and the sample where not all queries
 * were measured.
 */
const runName = (
  {
    recipe,
    options,
    embedder,
    sample,
  }: Pick<ExpectedAccuracy, 'recipe' | 'options' | 'embedder' | 'sample'>,
  nameOf: NameOf,
): string =>
  [
    nameOf({ id: recipe, options }),
    ...(embedder ? [plainText(embedderTitle(embedder))] : []),
    ...(sample ? [`sample of ${sample.size}`] : []),
  ].join(', ')

/** E(M,k) by k, of every run. */
export const expectedText = (found: readonly ExpectedAccuracy[], nameOf: NameOf): string =>
  tableText(
    ['recipe', 'model', 'M', 'k', 'agent A(k)', 'recall R(M,k)', 'expected E(M,k)', 'measured'],
    found.flatMap(({ model, tools, points, ...run }) =>
      points.map(({ k, agent, recall, expected, measured }) => [
        runName(run, nameOf),
        plainText(model),
        String(tools),
        String(k),
        figure(agent),
        figure(recall),
        figure(expected),
        figure(measured),
      ]),
    ),
  )
