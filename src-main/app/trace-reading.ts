import type { Shape } from '../domain/query'
import type { ToolId } from '../domain/tool'
import type { TraceStep } from '../domain/trace'

/** Every tool that stands in some step's output. */
export function toolsOfTrace(trace: TraceStep[]): Set<ToolId> {
  const tools = new Set<ToolId>()
  for (const step of trace) {
    for (const { tool } of rankedOf(step.output)) tools.add(tool)
    for (const branch of step.branches) for (const tool of toolsOfTrace(branch)) tools.add(tool)
  }
  return tools
}

export const rankedOf = (shape: Shape) =>
  shape.shape === 'ranking' || shape.shape === 'tool-set' ? shape.tools : []

export interface FlatStep {
  step: TraceStep
  /** Which branch of a step that ran several, from 0. */
  branch?: number
}

/** The steps in the order they ended: branches before the step that joins them. */
export const flatten = (trace: TraceStep[], branch?: number): FlatStep[] =>
  trace.flatMap((step) => [
    ...step.branches.flatMap((inner, at) => flatten(inner, at)),
    { step, branch },
  ])
