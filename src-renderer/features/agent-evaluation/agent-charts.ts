import { embedderTitle } from '../../../src-main/domain/model/names'
import type { ExpectedAccuracy } from '../../../src-main/features/agent-evaluation/shared/answers'
import type { RecipeInfo } from '../../../src-main/contract/query'
import type { AgentRun, CallScore } from '../../../src-main/domain/agent/run'
import type { Estimate } from '../../../src-main/domain/run/run'
import type { Axis, XyData, XyPoint } from '../../charts/chart-data'
import { zoomedAxis } from '../../charts/zoomed-axis'
import { formatCount, formatMeasure, plural } from '../../words/number-words'
import { modelName, runTitle } from '../../runs/run-labels'

const share = {
  format: formatMeasure,
  tick: (value: number) => value.toFixed(1),
  minimum: 0,
  maximum: 1,
}

/** More marks than this lie upon one another. */
const MOST_MARKS = 12

interface OfCatalog {
  run: AgentRun
  size: number
}

/** The Simple Agent's runs, by how many tools it was given. */
const ofCatalog = (runs: readonly AgentRun[]): OfCatalog[] =>
  runs
    .flatMap((run) => (run.offer.by === 'catalog' ? [{ run, size: run.offer.tools }] : []))
    .sort((a, b) => a.size - b.size)

export const SCORE_TITLES: Readonly<Record<keyof CallScore | 'right', string>> = {
  weighted: 'Accuracy',
  name: 'Names',
  keys: 'Keys',
  values: 'Values',
  right: 'All calls right',
}
export type ScoreName = keyof typeof SCORE_TITLES

/** The scores that any of the Simple Agent's runs has. */
export const scoresIn = (runs: readonly AgentRun[]): ScoreName[] =>
  (Object.keys(SCORE_TITLES) as ScoreName[]).filter((score) =>
    ofCatalog(runs).some(({ run }) => run.scores[score]),
  )

/**
 * A score of the Simple Agent against the tools it was given, one line a model; none where fewer
 * than two numbers were measured.
 */
export function simpleAgentData(
  runs: readonly AgentRun[],
  { score, limit }: { score: ScoreName; limit: number },
): XyData | undefined {
  const simple = ofCatalog(runs)
  if (!areSeveral(simple)) return undefined
  const series = byModel(simple, ({ run, size }) => {
    const found = run.scores[score]
    return found ? [pointOf(size, found)] : []
  })
  return {
    x: toolsAxis('M, tools given to the model', series),
    y: zoomedAxis({ title: SCORE_TITLES[score], ...share }, heightsOf(series)),
    series,
    together: (at) => plural(at, 'tool'),
    lines: [{ x: limit, label: `provider limit, ${limit} tools` }],
  }
}

/** Prompt tokens of the same runs: as the server counts, and as our tokenizer does. */
export function promptTokensData(runs: readonly AgentRun[]): XyData | undefined {
  const simple = ofCatalog(runs).filter(({ run }) => run.tokens.prompt > 0)
  if (!areSeveral(simple)) return undefined
  const [tokenizer = ''] = simple.map(({ run }) => run.tokenizer)
  const by = (title: string, of: (run: AgentRun) => number) =>
    byModel(simple, ({ run, size }) => [{ x: size, y: of(run), at: size }]).map(
      ({ name, points }) => ({ name: `${name}, ${title}`, points }),
    )
  const series = [
    ...by('the server', ({ tokens }) => tokens.prompt),
    ...by(tokenizer, ({ tokens }) => tokens.estimated),
  ]
  return {
    x: toolsAxis('M, tools given to the model', series),
    y: { title: 'prompt tokens per query, mean', unit: 'tokens', format: formatCount, minimum: 0 },
    series,
    together: (at) => plural(at, 'tool'),
  }
}

/** E(M,k) of runs, and what was measured with their very tools; none where nothing can be said. */
export function expectedData(
  found: readonly ExpectedAccuracy[],
  recipes: readonly RecipeInfo[],
): XyData | undefined {
  const models = new Set(found.map(({ model }) => model))
  const embedders = new Set(found.flatMap(({ embedder }) => embedder ?? []))
  const nameOf = ({ recipe, options, embedder, sample, model }: ExpectedAccuracy): string =>
    [
      runTitle({ recipe, options, k: [] }, recipes),
      ...(embedder && embedders.size > 1 ? [embedderTitle(embedder)] : []),
      ...(sample ? [`sample of ${sample.size}`] : []),
      ...(models.size > 1 ? [modelName(model)] : []),
    ].join(' · ')
  const names = numbered(found.map(nameOf))
  const series = found.flatMap((each, at) => {
    const name = names[at] ?? ''
    const measured = each.points.flatMap((point) =>
      point.measured ? [pointOf(point.k, point.measured)] : [],
    )
    return [
      { name, points: each.points.map(({ k, expected }) => pointOf(k, expected)) },
      ...(measured.length > 0 ? [{ name: `${name}, measured`, points: measured }] : []),
    ]
  })
  if (series.length === 0) return undefined
  return {
    x: toolsAxis('k, tools handed to the agent', series),
    y: zoomedAxis({ title: 'Expected accuracy', ...share }, heightsOf(series)),
    series,
    together: (at) => `k = ${at}`,
  }
}

/**
 * Names that tell lines apart: equal ones, as of several draws of one size of catalog, are
 * numbered.
 */
function numbered(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const place = (seen.get(name) ?? 0) + 1
    seen.set(name, place)
    return names.filter((other) => other === name).length > 1 ? `${name} (${place})` : name
  })
}

const areSeveral = (simple: readonly OfCatalog[]): boolean =>
  new Set(simple.map(({ size }) => size)).size > 1

const pointOf = (x: number, { mean, ci95 }: Estimate): XyPoint => ({
  x,
  y: mean,
  at: x,
  interval: ci95,
})

/** One line a model; of several runs with as many tools, the first, which is the newest, counts. */
function byModel(simple: readonly OfCatalog[], points: (of: OfCatalog) => XyPoint[]) {
  const models = [...new Set(simple.map(({ run }) => run.model))]
  return models.map((model) => {
    const own = simple.filter(({ run }) => run.model === model)
    const first = own.filter(({ size }, at) => own.findIndex((each) => each.size === size) === at)
    return { name: modelName(model), points: first.flatMap(points) }
  })
}

function toolsAxis(title: string, series: XyData['series']): Axis {
  const all = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))]
  const first = Math.min(...all)
  const last = Math.max(...all)
  const margin = Math.max(0.03 * (last - first), 0.2)
  return {
    title,
    format: formatCount,
    ...(all.length <= MOST_MARKS && { marks: all.filter((mark) => isApart(mark, all)) }),
    minimum: first - margin,
    maximum: last + margin,
  }
}

/** Whether a mark stands clear of the next larger one: those that would touch are left out. */
function isApart(mark: number, all: readonly number[]): boolean {
  const first = Math.min(...all)
  const last = Math.max(...all)
  const next = Math.min(...all.filter((other) => other > mark))
  return next === Infinity || next - mark > (last - first) / 25
}

const heightsOf = (series: XyData['series']): number[] =>
  series.flatMap(({ points }) => points.flatMap(({ y, interval = [y, y] }) => [y, ...interval]))
