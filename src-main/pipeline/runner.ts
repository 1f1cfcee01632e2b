import { Problem } from '../domain/problem'
import type { Shape, PlacedTool, Query, QueryPlan, ToolSet } from '../domain/query/query'
import type { ToolId } from '../domain/tool/tool'
import { lackSentence } from '../domain/trace/stage-title'
import type { ModelCall } from '../domain/trace/trace'
import type { Clock } from '../ports/clock'
import { NoVector } from '../ports/embedder'
import { InvalidAnswer, type Ask } from './ask'
import { mayLeaveOut, withoutStage, type LeavingOut } from './leaving-out'
import { emptyRecord, type RecordedStep } from './record'
import { keyAfter, type Sharing } from './sharing'
import {
  embeds,
  readsK,
  sourcesOf,
  type AnyStage,
  type AnyPipeline,
  type Pipeline,
  type PrepareCall,
  type Step,
  type ToolSelection,
} from './stage'
import type { Watch } from './watch'

/** @throws Error where a stage gives something else than it says. */
function checked(stage: AnyStage, given: Shape | undefined): Shape {
  const isWhole =
    given?.shape === stage.gives &&
    (given.shape === 'query' || Array.isArray(given.shape === 'plan' ? given.steps : given.tools))
  if (isWhole) return given
  const what =
    given?.shape === stage.gives ? `a broken ${stage.gives}` : (given?.shape ?? 'nothing')
  throw new Error(`it gave ${what} instead of a ${stage.gives}`)
}

/** An error with its stage in front; problems and stops are as people should read them already. */
function named(stage: AnyStage, error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Problem || error instanceof StageFailure || signal.aborted) return error
  return new StageFailure(stage.name, error)
}

/** A fault of a stage's own code. */
class StageFailure extends Error {
  constructor(stage: string, cause: unknown) {
    super(
      `The stage “${stage}” failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    )
    this.name = 'StageFailure'
  }
}

/** What a run is made with. */
export interface RunCall {
  signal: AbortSignal
  clock: Clock
  /** How many tools are wanted. */
  k: number
  /** The tools that may leave; absent: all. */
  admitted?: ReadonlySet<ToolId> | undefined
  /** How models are asked; absent: stages that would ask say that none is connected. */
  ask?: Ask | undefined
  sharing?: Sharing | undefined
  /** How it goes on where searching by meaning fails; absent: it fails as a whole. */
  leavingOut?: LeavingOut | undefined
  watch?: Watch | undefined
  /** Told that the run waits for work of another one, until what this gives is called. */
  aside?: (() => () => void) | undefined
  /** Told each plan that is made of the query, before it is searched. */
  onPlan?: ((plan: QueryPlan) => void) | undefined
  /** Where steps are written down; absent: nothing is recorded and no score explained. */
  recording?: Recording | undefined
  tally: Tally
}

/** Where the steps of a run are written down, and how much of them. */
export interface Recording {
  steps: RecordedStep[]
  /** Whether searches look beyond their depth, to tell where a tool stood that was left out. */
  explaining: boolean
}

/** What a run spent and could not do. */
export interface Tally {
  calls: ModelCall[]
  /** Why stages passed their input on instead of doing their work, each with its stage. */
  degraded: string[]
  /** Those of them that failed: what was asked gave no answer, and may give one another time. */
  failed: string[]
  /** Texts of which only the beginning could be taken in. */
  shortened: string[]
  /** The calls of embedders that embedded texts of this run, in their order. */
  embedded: Set<object>
  /**
   * How long the work took that was taken from other runs, in ms: by so much the run was too short.
   */
  sharedMs: number
}

/** The tally of a run that begins. */
export const emptyTally = (): Tally => ({
  calls: [],
  degraded: [],
  failed: [],
  shortened: [],
  embedded: new Set(),
  sharedMs: 0,
})

/** Gets ready everything that the pipeline searches. */
export async function prepare(pipeline: AnyPipeline, call?: PrepareCall): Promise<void> {
  for (const source of sourcesOf(pipeline)) await source.prepare(call)
}

/**
 * Runs the pipeline.
 * @throws what a stage throws, with the stage named; the signal's reason when stopped.
 */
export async function run<In extends Shape, Out extends Shape>(
  { stages }: Pipeline<In, Out>,
  input: In,
  call: RunCall,
): Promise<Out> {
  const { shape } = await runStages(stages, input, scopeOf(call, input))
  return admittedOf(shape as Out, call)
}

/** What a sweep is made with: a run, but for several k. */
interface SweepCall extends Omit<RunCall, 'k'> {
  ks: readonly number[]
  /**
   * Called as soon as the set for the largest k is there, which comes first: what it took is what
   * one answer takes.
   */
  onLargest?: () => void
}

/**
 * The tool sets for several k, `sets[i]` for `ks[i]`: what does not depend on k runs once, and
 * where a larger k only gives more of the same, everything does. Only the run for the largest k is
 * recorded and tallied.
 */
export async function sweep(
  { stages }: ToolSelection,
  input: Query,
  { ks, onLargest, ...call }: SweepCall,
): Promise<ToolSet[]> {
  const largest = { ...call, k: Math.max(...ks) }
  const { admitted } = call
  const scope = scopeOf(largest, input)
  if (!stages.some((stage) => readsK(stage) === 'any')) {
    const { shape } = await runStages(stages, input, scope)
    const all = shape as ToolSet
    const recorded = admittedOf(all, largest)
    onLargest?.()
    return ks.map((k) => (k === largest.k ? recorded : admittedOf(firstOf(all, k), { admitted })))
  }
  const from = stages.findIndex((stage) => readsK(stage))
  const middle = await runStages(stages.slice(0, from), input, scope)
  const sets = new Map<number, ToolSet>()
  for (const k of new Set([largest.k, ...ks])) {
    const own =
      k === largest.k ? largest : { ...largest, k, recording: undefined, tally: emptyTally() }
    // A run that is not recorded leaves nothing for one that is.
    const chain = k === largest.k || !call.recording ? middle.chain : undefined
    const { shape } = await runStages(stages.slice(from), middle.shape, { call: own, chain })
    sets.set(k, admittedOf(shape as ToolSet, own))
    if (k === largest.k) onLargest?.()
  }
  return ks.map((k) => sets.get(k) as ToolSet)
}

const firstOf = (set: ToolSet, k: number): ToolSet =>
  set.size === 'adaptive' ? set : { ...set, tools: set.tools.slice(0, k) }

/** A run, or a branch of one. */
interface Scope {
  call: RunCall
  /** Names all that led to the stage's input; absent where nothing is shared. */
  chain: string | undefined
}

const scopeOf = (call: RunCall, input: Shape): Scope => ({
  call,
  chain: call.sharing && `${modeOf(call)} ${JSON.stringify(input)}`,
})

/** What is recorded is part of an output: runs that record differently share nothing. */
const modeOf = ({ recording }: RunCall): string =>
  recording ? (recording.explaining ? 'explained' : 'recorded') : 'plain'

/** What the stages gave, and the key of all that led to it. */
async function runStages(
  stages: readonly AnyStage[],
  input: Shape,
  { call, chain }: Scope,
): Promise<{ shape: Shape; chain: string | undefined }> {
  let shape = input
  let key = chain
  for (const stage of stages) {
    call.signal.throwIfAborted()
    const before = key
    const faults = call.tally.degraded.length
    if (key !== undefined) key = keyAfter(key, stage, call.k)
    const given =
      key !== undefined && call.sharing?.isShared(stage)
        ? shareStage(stage, shape, { call, before, key, sharing: call.sharing })
        : runStage(stage, shape, { call, chain: before })
    // Most stages answer at once: waiting a turn of the event loop for each would cost more than
    // they do.
    shape = given instanceof Promise ? await given : given
    // The key stands for what the stage gives when it does its work.
    if (call.tally.degraded.length > faults) key = undefined
    if (shape.shape === 'plan') call.onPlan?.(shape)
  }
  return { shape, chain: key }
}

interface SharedScope {
  call: RunCall
  before: string | undefined
  key: string
  sharing: Sharing
}

async function shareStage(
  stage: AnyStage,
  input: Shape,
  { call, before, key, sharing }: SharedScope,
): Promise<Shape> {
  let isOwn = false
  const working = sharing.once(key, call.signal, async () => {
    isOwn = true
    // Calls of the embedder are numbered through the whole run.
    const tally = { ...emptyTally(), embedded: call.tally.embedded }
    const startedMs = call.clock.elapsedMs()
    const recording = call.recording && { ...call.recording, steps: [] as RecordedStep[] }
    const output = await runStage(stage, input, {
      call: { ...call, tally, recording },
      chain: before,
    })
    const tookMs = call.clock.elapsedMs() - startedMs + tally.sharedMs
    return { output, step: recording?.steps[0], ...tally, tookMs }
  })
  const back = isOwn ? undefined : call.aside?.()
  const work = await working.finally(back)
  call.tally.sharedMs += isOwn ? work.sharedMs : work.tookMs
  call.tally.calls.push(...(isOwn ? work.calls : freed(work.calls)))
  call.tally.degraded.push(...work.degraded)
  call.tally.failed.push(...work.failed)
  call.tally.shortened.push(...work.shortened)
  if (work.step) {
    call.recording?.steps.push(isOwn ? work.step : reused(work.step))
  }
  return work.output
}

const FREE = { promptTokens: 0, answerTokens: 0, cached: true }

const freed = (calls: readonly ModelCall[]): ModelCall[] =>
  calls.map((made) => ({ ...made, ...FREE }))

/** A step of another run: to this one it cost nothing, nor did the steps inside it. */
const reused = (step: RecordedStep): RecordedStep => ({
  ...step,
  shared: true,
  calls: freed(step.calls),
  embedded: [],
  branches: step.branches.map(({ label, steps }) => ({ label, steps: steps.map(reused) })),
})

function runStage(stage: AnyStage, input: Shape, scope: Scope): Shape | Promise<Shape> {
  const { call } = scope
  const { recording, clock, watch } = call
  const record = recording && emptyRecord(stage, input)
  recording?.steps.push(record as RecordedStep)
  const startedMs = record ? clock.elapsedMs() : 0
  const finish = (given: Shape): Shape => {
    const output = checked(stage, given)
    if (record) {
      record.output = output
      record.latencyMs = clock.elapsedMs() - startedMs
    }
    return output
  }
  const work: AtWork = { ...scope, stage, input, record }
  try {
    const step = stepOf(work)
    const given =
      call.leavingOut && embeds(stage)
        ? orLeftOut(work)(async () => stage.run(input, step), withoutStage(stage, input, call.k))
        : stage.run(input, step)
    if (!(given instanceof Promise)) return finish(given)
    // The stages inside it are watched one by one.
    const running = stage.inside ? undefined : watch?.enter(stage.name)
    return given
      .then(finish)
      .catch((error: unknown) => {
        throw named(stage, error, call.signal)
      })
      .finally(() => running && watch?.leave(running))
  } catch (error) {
    throw named(stage, error, call.signal)
  }
}

/** A stage at work. */
interface AtWork extends Scope {
  stage: AnyStage
  input: Shape
  record: RecordedStep | undefined
}

function stepOf(work: AtWork): Step {
  const { call, chain, record } = work
  const { recording, signal, k } = call
  return {
    signal,
    k,
    recorded: recording !== undefined,
    explaining: recording?.explaining ?? false,
    degrade: degradeAt(work),
    leaveOut: leaveOutAt(work),
    workOf: (stage, doWork, otherwise) =>
      call.leavingOut && embeds(stage) ? orLeftOut(work)(doWork, otherwise) : doWork(),
    ask: askAt(work),
    async branch({ label, pipeline }, input, wanted = k) {
      const steps: RecordedStep[] = []
      record?.branches.push({ label, steps })
      const recordingInside = recording && { ...recording, steps }
      const inner = { ...call, k: wanted, recording: recordingInside, onPlan: undefined }
      const own = input === work.input ? { call: inner, chain } : scopeOf(inner, input)
      return (await runStages(pipeline.stages, input, own)).shape as never
    },
    note(notes) {
      if (record) Object.assign(record.notes, notes)
    },
    shorten(what) {
      call.tally.shortened.push(what)
      if (record) record.notes['shortened'] = what
    },
    embedded({ batch, texts }) {
      call.tally.embedded.add(batch)
      const at = [...call.tally.embedded].indexOf(batch)
      record?.embedded.push({ call: at + 1, texts })
    },
    words(written) {
      for (const [term, word] of written) record?.words.set(term, word)
    },
    cut(tools, most, why = `beyond the first ${most}`) {
      if (tools.length <= most) return tools
      record?.dropped.push({ why, tools: tools.slice(most), firstRank: most + 1 })
      return tools.slice(0, most)
    },
    drop(tools, why) {
      if (tools.length > 0) record?.dropped.push({ why, tools })
    },
  }
}

const degradeAt =
  ({ stage, call, record }: AtWork): Step['degrade'] =>
  (why, otherwise) => {
    call.tally.degraded.push(lackSentence(stage.name, why))
    record?.degraded.push(why)
    return otherwise
  }

const leaveOutAt =
  ({ call, record, input, stage }: AtWork): Step['leaveOut'] =>
  (problem, otherwise) => {
    if (!call.leavingOut) throw problem
    call.leavingOut.lost = problem
    const why =
      input.shape === 'plan' && stage.gives === 'ranking'
        ? `Meaning was not searched: ${problem.message}`
        : lackSentence(stage.name, `left out: ${problem.message}`)
    call.tally.degraded.push(why)
    call.tally.failed.push(why)
    record?.degraded.push(why)
    return otherwise
  }

/**
 * Work that compares meaning, unless that failed in this run before; where it fails, it is left out
 * for `otherwise`.
 * @throws the failure where there is nothing otherwise
 */
function orLeftOut(work: AtWork) {
  const { leavingOut, signal } = work.call
  const leaveOut = leaveOutAt(work)
  return async <Value>(doWork: () => Promise<Value>, otherwise: Value | undefined) => {
    try {
      if (leavingOut?.problem) throw leavingOut.problem
      return await (leavingOut ? leavingOut.inTime(doWork) : doWork())
    } catch (error) {
      if (signal.aborted || !leavingOut || !mayLeaveOut(error)) throw error
      // Another text may well have a vector.
      if (!(error instanceof NoVector)) leavingOut.problem = error
      if (otherwise === undefined) throw error
      return leaveOut(error, otherwise)
    }
  }
}

function askAt(work: AtWork): Step['ask'] {
  const { stage, call, record } = work
  const degrade = degradeAt(work)
  const count = (made: ModelCall) => {
    call.tally.calls.push(made)
    record?.calls.push(made)
  }
  return async (prompt, input, otherwise) => {
    const without = (why: string) =>
      degrade(prompt.instead ? `${why.replace(/\.$/, '')}: ${prompt.instead}` : why, otherwise)
    if (!call.ask) return without('no language model is connected')
    const running = call.watch?.enter(stage.name)
    try {
      const onSign = () => call.watch?.alive(stage.name)
      const asked = await call.ask(prompt, input, { signal: call.signal, onSign })
      count(asked.call)
      return asked.answer
    } catch (error) {
      call.signal.throwIfAborted()
      if (error instanceof InvalidAnswer) count(error.call)
      else if (!(error instanceof Problem)) throw error
      else if (error.code !== 'bad-input') {
        call.tally.failed.push(lackSentence(stage.name, error.message))
      }
      return without(error.message)
    } finally {
      if (running) call.watch?.leave(running)
      // The stage itself has been waiting for that.
      call.watch?.alive(stage.name)
    }
  }
}

/**
 * Drops tools that may not leave, whichever stage brought them in and whichever run computed them.
 */
function admittedOf<Out extends Shape>(
  shape: Out,
  { admitted, recording }: Pick<RunCall, 'admitted' | 'recording'>,
): Out {
  if (shape.shape !== 'tool-set' || !admitted) return shape
  const mayLeave = ({ tool }: PlacedTool) => admitted.has(tool)
  if (shape.tools.every(mayLeave)) return shape
  const output = { ...shape, tools: shape.tools.filter(mayLeave) }
  const last = recording?.steps.pop()
  if (last) {
    const tools = shape.tools.filter((placed) => !mayLeave(placed))
    const dropped = [...last.dropped, { why: 'kept back by the filters', tools }]
    // A copy: the step may be shared with runs whose filters are others.
    recording?.steps.push({ ...last, output, dropped })
  }
  return output
}
