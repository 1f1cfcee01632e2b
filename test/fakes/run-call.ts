import { withPaths, type PathStep } from '../../src-main/pipeline/record'
import { emptyTally, run, type Recording, type RunCall } from '../../src-main/pipeline/runner'
import type { Pipeline } from '../../src-main/pipeline/stage'
import type { Shape } from '../../src-main/domain/query/query'
import { fakeClock } from './clock'

export const runCall = (over: Partial<RunCall> = {}): RunCall => ({
  signal: new AbortController().signal,
  clock: fakeClock(),
  k: 5,
  tally: emptyTally(),
  ...over,
})

/** A run with every step written down. */
export async function recorded<In extends Shape, Out extends Shape>(
  pipeline: Pipeline<In, Out>,
  input: In,
  over: Partial<RunCall> & { explaining?: boolean } = {},
): Promise<{ output: Out; steps: PathStep[]; call: RunCall }> {
  const recording: Recording = { steps: [], explaining: over.explaining ?? false }
  const call = runCall({ ...over, recording })
  const output = await run(pipeline, input, call)
  return { output, steps: withPaths(recording.steps), call }
}
