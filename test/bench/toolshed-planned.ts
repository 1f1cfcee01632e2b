import { join } from 'node:path'
import { openStaticEmbedder } from '../../src-main/adapters/builtin/static-embedder'
import { systemClock } from '../../src-main/adapters/builtin/system-clock'
import { localFiles } from '../../src-main/adapters/files/local-files'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { queryOf, type PlacedTool, type Query } from '../../src-main/domain/query/query'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import type { OpenKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import { splitIdentifier } from '../../src-main/pipeline/text/analyse'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { toolshed } from '../../src-main/pipeline/recipes/toolshed'
import { emptyTally, prepare, run } from '../../src-main/pipeline/runner'
import type { ToolSelection } from '../../src-main/pipeline/stage'
import { kitOf } from '../fakes/kit'
import { scriptedAnswers, type Answers, type ScriptedAnswers } from '../fakes/scripted-answers'
import { estimatedBy, points, share } from './measured-rows'
import { milliseconds, percentile, printFigure } from './print'

const K = 5
const { signal } = new AbortController()

interface Opened {
  kit: OpenKit
  queries: GoldenQuery[]
}

/** A benchmark folder with the built-in embedder, and one of its golden sets. */
async function opened(folder: string, goldenSet: string): Promise<Opened> {
  const files = await localFiles().read(folder)
  const imported = importCatalog(files.map(({ path, bytes }) => sourceFile(path, bytes)))
  const embedder = await openStaticEmbedder({
    folder: 'resources/embedder',
    splitIdentifiers: splitIdentifier,
  })
  const tools = imported.tools.map((tool) => ({ tool, layer: {} }))
  const { queries = [] } = imported.goldenSets.find(({ name }) => name === goldenSet) ?? {}
  return { kit: kitOf({ tools, embedder }), queries }
}

async function toolshedOf(kit: OpenKit, options: object): Promise<ToolSelection> {
  const pipeline = toolshed.build(kit, toolshed.options.parse(options))
  await prepare(pipeline)
  return pipeline
}

async function answered(pipeline: ToolSelection, text: string, model: ScriptedAnswers) {
  const tally = emptyTally()
  const call = { signal, clock: systemClock, k: K, tally, ask: model.ask }
  const { tools } = await run(pipeline, queryOf(text), call)
  return { tools, tally }
}

const plan = (steps: readonly string[], variations: (text: string) => string[] = () => []) => ({
  steps: steps.map((action) => ({
    action,
    difficulty: 'medium',
    variations: variations(action),
  })),
})

/**
 * ToolE multi with a planner that splits rightly: it cuts each request in two where its golden
 * tools are found best, which only a script can know, and says nothing that the request does not
 * say.
 */
export async function rightPlans(datasets: string): Promise<void> {
  const { kit, queries } = await opened(join(datasets, 'toole'), 'multi')
  const seen = new Set(sampleOf(queries, 149, 11).map(({ id }) => id))
  const held = queries.filter(({ id }) => !seen.has(id))
  const cuts = new Map<string, string[]>()
  for (const query of held) cuts.set(query.text, await bestCut(kit, query))
  const model = scriptedAnswers({
    'plan-in-one': ({ query }: { query: Query }) => ({
      rewritten: query.text,
      ...plan(cuts.get(query.text) ?? []),
    }),
  })
  const byRules = await allOf(held, await toolshedOf(kit, {}), model)
  const byModel = await allOf(
    held,
    await toolshedOf(kit, { planner: 'model', variations: 0 }),
    model,
  )
  const { mean, ci95 } = await estimatedBy(byModel, byRules)
  const shown = async (values: ReadonlyMap<string, number>) => {
    const estimate = await estimatedBy(values)
    return `${share(estimate.mean)} [${estimate.ci95.map(share).join(', ')}]`
  }
  printFigure(`ToolE multi, held out (${held.length}): All@5, by rules`, await shown(byRules))
  printFigure('  by a scripted planner that splits rightly', await shown(byModel))
  printFigure(
    '  difference in points, query by query',
    `${points(mean)} [${ci95.map(points).join(', ')}]`,
    'above 0',
  )
}

async function allOf(
  queries: readonly GoldenQuery[],
  pipeline: ToolSelection,
  model: ScriptedAnswers,
): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (const { id, text, tools: golden } of queries) {
    const { tools } = await answered(pipeline, text, model)
    const given = new Set<string>(tools.map(({ tool }) => tool))
    all.set(id, golden.every((tool) => given.has(tool)) ? 1 : 0)
  }
  return all
}

/**
 * The two parts of a request, cut between words, that find its golden tools furthest up; the
 * request where it has no two.
 */
async function bestCut(kit: OpenKit, { text, tools }: GoldenQuery): Promise<string[]> {
  const [one, other] = tools
  const words = text.split(/\s+/)
  if (!one || !other || words.length < 4) return [text]
  const search = hybrid.build(kit, hybrid.options.parse({ clauses: false }))
  const found = async (part: string) =>
    (await run(search, queryOf(part), { signal, clock: systemClock, k: 50, tally: emptyTally() }))
      .tools
  let best = { parts: [text], worth: -Infinity }
  for (let at = 2; at <= words.length - 2; at++) {
    const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    const [first, second] = await Promise.all(parts.map(found))
    const worthOf = (a: string, b: string) => nearness(first, a) + nearness(second, b)
    const worth = Math.max(worthOf(one, other), worthOf(other, one))
    if (worth > best.worth) best = { parts, worth }
  }
  return best.parts
}

const nearness = (tools: readonly PlacedTool[] = [], tool: string): number => {
  const at = tools.findIndex((placed) => placed.tool === tool)
  return at < 0 ? 0 : 1 / (at + 1)
}

/**
 * What a plan of three steps with three variations each costs on Seal-Tools, and how long
 * everything but the model takes.
 */
export async function plannedCost(datasets: string): Promise<void> {
  const { kit, queries } = await opened(join(datasets, 'seal-tools'), 'test-in-domain')
  const texts = queries.slice(0, 240).map(({ text }) => firstWords(text))
  for (const [name, options, asked] of [
    ['the paper’s settings', { preset: 'paper' }, '10 calls, 1 embed call'],
    ['the paper’s, planned in one call', { preset: 'fused' }, '2 calls, 1 embed call'],
    ['planned in one call, by words and meaning', { planner: 'model' }, '1 call, 1 embed call'],
  ] as const) {
    const pipeline = await toolshedOf(kit, options)
    const samples: number[] = []
    const costs = new Set<string>()
    for (let at = 0; at + 3 <= texts.length; at += 3) {
      const steps = texts.slice(at, at + 3)
      const model = scriptedAnswers(planning(steps))
      const before = process.cpuUsage()
      const { tally } = await answered(pipeline, steps.join('. Then '), model)
      const { user, system } = process.cpuUsage(before)
      samples.push((user + system) / 1000)
      costs.add(`${tally.calls.length} calls, ${tally.embedded.size} embed call`)
    }
    printFigure(`three steps of three variations, ${name}`, [...costs].join('; '), asked)
    printFigure(
      `  ${kit.tools.size} tools, all but the model, processor time: p50, p95`,
      `${milliseconds(percentile(samples, 0.5))}, ${milliseconds(percentile(samples, 0.95))}`,
      'under 20 ms',
    )
  }
}

/** As long as a step of a plan is. */
const firstWords = (text: string): string => text.split(/\s+/).slice(0, 12).join(' ')

/** Three variations each, none searched before. */
const planning = (steps: readonly string[]): Answers => {
  const varied = (text: string) => ['do', 'get', 'find'].map((verb) => `${verb} what ${text} wants`)
  return {
    'rewrite-query': ({ text }: Query) => ({ text }),
    'think-of-steps': () => ({ thoughts: steps.join('\n') }),
    'read-steps': () => plan(steps),
    'vary-step': ({ text }: { text: string }) => ({ texts: varied(text) }),
    'plan-in-one': ({ query }: { query: Query }) => ({
      rewritten: query.text,
      ...plan(steps, varied),
    }),
    'rank-tools': ({ tools }: { tools: { name: string }[] }) => ({
      tools: tools.map(({ name }) => name),
    }),
  }
}
