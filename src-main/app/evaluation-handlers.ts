import { randomUUID } from 'node:crypto'
import type { OutcomeRow } from '../contract/evaluation-routes'
import type { ParsedInput } from '../contract/routes'
import type { GoldenQuery } from '../domain/golden-set'
import { Problem } from '../domain/problem'
import { absentRecord, RECORD_KINDS, type RecordKinds, type RecordOf } from '../domain/record-kinds'
import type { QueryOutcome, Run } from '../domain/run'
import { evaluate } from '../evaluation/evaluate'
import { recall } from '../evaluation/measures/recall'
import { sampleOf } from '../evaluation/random'
import { summarise } from '../evaluation/summarise'
import { exportGoldenSet } from '../exporting/golden'
import type { Call } from './app'
import { explain } from './explain'
import type { AppContext, Handlers } from './handlers'
import { goldenImport } from './import-handlers'
import { ask, prepare } from './asking'
import type { Session } from './session'
import { fileNameOf } from './workspace-handlers'

export const goldenHandlers = (context: AppContext): Handlers<'golden'> => {
  const { sessions, exports } = context
  return {
    'golden.import': goldenImport(context),
    async 'golden.list'({ dir }) {
      const { store } = await sessions.of(dir)
      return (await store.read('goldenSets')).goldenSets
    },
    async 'golden.queries'({ dir, set, search, offset, limit }) {
      const session = await sessions.of(dir)
      const catalog = await session.catalog()
      const queries = (await session.goldenQueries(set)).filter(containing(search))
      return {
        total: queries.length,
        queries: queries.slice(offset, offset + limit),
        unknownTools: [
          ...new Set(queries.flatMap(({ tools }) => tools.filter((id) => !catalog.has(id)))),
        ],
      }
    },
    async 'golden.delete'({ dir, set }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const { goldenSets } = await session.store.read('goldenSets')
        if (!goldenSets.some(({ name }) => name === set)) {
          throw absentRecord(RECORD_KINDS.goldenSets, set)
        }
        return { goldenSets: { remove: [set] }, answer: { deleted: set } }
      })
    },
    async 'golden.export'({ dir, set, format }) {
      const session = await sessions.of(dir)
      const queries = await session.goldenQueries(set)
      const text = exportGoldenSet({ name: set, queries }, format)
      return exports.offer(`${fileNameOf(set)}.${format}`, Buffer.from(text))
    },
  }
}

export const evaluationHandlers = (context: AppContext): Handlers<'evaluation'> => {
  const { sessions } = context
  return {
    'evaluation.run': (input, call) => runEvaluation(context, input, call),
    async 'evaluation.runs'({ dir }) {
      const { store } = await sessions.of(dir)
      return (await store.read('runs')).runs
    },
    async 'evaluation.deleteRuns'({ dir, runs }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const stored = (await session.store.read('runs')).runs
        const known = new Set(stored.map(({ id }) => id))
        const remove = runs.filter((id) => known.has(id))
        return { runs: { remove }, answer: { deleted: remove.length } }
      })
    },
    async 'evaluation.outcomes'({ dir, run, k, show, search, offset, limit }) {
      const { store } = await sessions.of(dir)
      const rows = (await store.members('runs', run)).filter(containing(search)).map(rowAt(k))
      const failed = rows.filter((row) => row.recall < 1)
      const missed = rows.filter((row) => row.recall === 0)
      const shown = { all: rows, failed, missed }[show].sort((a, b) => a.recall - b.recall)
      return {
        total: shown.length,
        failed: failed.length,
        missed: missed.length,
        rows: shown.slice(offset, offset + limit),
      }
    },
    async 'evaluation.trace'({ dir, run: runId, query: queryId, k }, call) {
      const { store } = await sessions.of(dir)
      const run = await runOf(store, runId)
      const outcome = (await store.members('runs', runId)).find(({ id }) => id === queryId)
      if (!outcome) throw new Problem('not-found', `The run holds no query “${queryId}”.`)
      const prepared = await prepare(context, { dir, k, ...choiceOf(run) }, call)
      const question = { text: outcome.text, signal: call.signal }
      const { set, trace } = await ask(context, prepared.pipeline, question)
      const tools = set.tools.map(({ tool }) => tool)
      const missing = outcome.golden.filter((tool) => !tools.includes(tool))
      const lost = []
      for (const tool of missing) {
        const why = prepared.catalog.has(tool)
          ? (await explain(context, prepared, { ...question, tool })).verdict
          : 'Not picked: the catalog does not hold it.'
        lost.push({ tool, why })
      }
      return {
        text: outcome.text,
        golden: outcome.golden,
        tools,
        trace,
        lost,
        same: tools.join('\n') === outcome.tools.slice(0, k).join('\n'),
      }
    },
  }
}

type EvaluationInput = ParsedInput<'evaluation.run'>

async function runEvaluation(
  context: AppContext,
  input: EvaluationInput,
  call: Call,
): Promise<Run[]> {
  const session = await context.sessions.of(input.dir)
  const measured = await queriesOf(session, input)
  const put: RecordOf<RecordKinds['runs']>[] = []
  for (const [at, choice] of input.recipes.entries()) {
    const label = `Evaluating ${choice.recipe} (${at + 1} of ${input.recipes.length})`
    put.push(await runOne(context, { session, input, choice, measured, label }, call))
  }
  if (input.keep) await session.change(() => ({ runs: { put } }))
  return put.map(({ outcomes: _, ...run }) => run)
}

interface OneRun {
  session: Session
  input: EvaluationInput
  choice: EvaluationInput['recipes'][number]
  measured: GoldenQuery[]
  label: string
}

async function runOne(
  context: AppContext,
  { session, input, choice, measured, label }: OneRun,
  call: Call,
): Promise<RecordOf<RecordKinds['runs']>> {
  const { clock, settings, tokenCounter } = context
  const k = [...new Set(input.k)].sort((a, b) => a - b)
  const largestK = k.at(-1) ?? 1
  const startedAt = clock.timestamp()
  const started = clock.elapsedMs()
  const { options, recipe, catalog, build } = await prepare(
    context,
    { ...input, ...choice, k: largestK },
    call,
  )
  const promptTokens = catalog.promptTokens
  const judge = { signal: call.signal, clock, promptTokens }
  const depth = Math.max(options.depth, largestK)
  const outcomes = await evaluate(build({ depth }), measured, {
    ...judge,
    onProgress: (done, total) => call.emit({ what: label, done, total }),
  })
  const summary = await summarise(outcomes, k, judge)
  const run: Run = {
    id: randomUUID(),
    goldenSet: input.goldenSet,
    sample: input.sample,
    recipe: recipe.id,
    options: { ...options, depth },
    k,
    ...summary,
    startedAt,
    elapsedMs: clock.elapsedMs() - started,
    catalog: {
      tools: catalog.tools.length,
      revision: (await session.store.info()).revision,
    },
    tokenizer: tokenCounter.tokenizer,
    embedder: recipe.embeds ? (input.embedder ?? (await settings.read()).embedder) : undefined,
  }
  return { ...run, outcomes }
}

/** The queries to measure: those with a golden tool, or a sample of them. A query without one has no right ranking. */
async function queriesOf(session: Session, input: EvaluationInput): Promise<GoldenQuery[]> {
  const all = await session.goldenQueries(input.goldenSet)
  const labelled = all.filter(({ tools }) => tools.length > 0)
  if (labelled.length === 0) {
    throw new Problem(
      'bad-input',
      `No query of the golden set “${input.goldenSet}” names a tool.`,
      'Choose another golden set, or import this one again with labels that the catalog knows.',
    )
  }
  const { sample } = input
  return sample ? sampleOf(labelled, sample.size, sample.seed) : labelled
}

async function runOf(store: Session['store'], id: string): Promise<Run> {
  const { runs } = await store.read('runs')
  const run = runs.find((candidate) => candidate.id === id)
  if (!run) throw new Problem('not-found', 'This run is no longer in the workspace.')
  return run
}

const choiceOf = ({ recipe, options, embedder }: Run) => ({ recipe, options, embedder })

const rowAt =
  (k: number) =>
  (outcome: QueryOutcome): OutcomeRow => {
    const places = new Map(outcome.tools.slice(0, k).map((tool, at) => [tool, at + 1]))
    return {
      ...outcome,
      goldenRanks: outcome.golden.map((tool) => places.get(tool) ?? null),
      recall: recall(new Set(outcome.golden), outcome.tools, k),
    }
  }

function containing(search: string): (query: { text: string; id: string }) => boolean {
  const sought = search.trim().toLowerCase()
  return ({ text, id }) => sought === '' || text.toLowerCase().includes(sought) || id === search
}
