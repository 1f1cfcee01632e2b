import type { Ranking, Shape, ToolSet } from '../domain/query/query'
import { Problem, type ProblemCode } from '../domain/problem'
import type { AnyStage } from './stage'

/** How a run goes on without searching by meaning. Of one run. */
export interface LeavingOut {
  /**
   * Why meaning is not searched: set beforehand, or by the first stage that fails; no other tries
   * then.
   */
  problem?: Problem
  /** The last that was left out. */
  lost?: Problem
  /** Does work that compares meaning. @throws Problem where it takes longer than is waited for. */
  inTime<Value>(work: () => Promise<Value>): Promise<Value>
}

/** What others can do without: a machine, a program, a file that does not do its work now. */
const PASSING: readonly ProblemCode[] = ['unavailable', 'busy', 'storage']

/** Whether what failed may be left out; what was asked for and cannot be is not. */
export const mayLeaveOut = (error: unknown): error is Problem =>
  error instanceof Problem && PASSING.includes(error.code)

/**
 * What a stage gives where it is left out: what it was given, a list without tools, or of a list
 * its first k; undefined where there is no such thing.
 */
export function withoutStage(
  { gives }: Pick<AnyStage, 'gives'>,
  input: Shape,
  k: number,
): Shape | undefined {
  if (gives === input.shape) return input
  if (gives === 'ranking' && input.shape === 'plan') {
    return { shape: 'ranking', plan: input, order: 'score', tools: [] }
  }
  return gives === 'tool-set' && input.shape === 'ranking' ? firstOf(input, k) : undefined
}

/** The tools that the plan keeps, and the first of the list. */
function firstOf({ plan: { query, questions, kept }, tools, seeds }: Ranking, k: number): ToolSet {
  const ids = new Set(kept.map(({ tool }) => tool))
  const others = tools.filter(({ tool }) => !ids.has(tool))
  return {
    shape: 'tool-set',
    query,
    size: 'adaptive',
    tools: [...kept, ...others].slice(0, k),
    ...(questions && { questions }),
    ...(seeds && { seeds }),
  }
}
