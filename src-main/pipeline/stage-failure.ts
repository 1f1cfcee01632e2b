import { Problem } from '../domain/problem'
import type { Shape } from '../domain/query'
import type { AnyStage } from './stage'

/** @throws Error where a stage gives something else than it says. */
export function checked(stage: AnyStage, given: Shape | undefined): Shape {
  const isWhole =
    given?.shape === stage.gives &&
    (given.shape === 'query' || Array.isArray(given.shape === 'plan' ? given.steps : given.tools))
  if (isWhole) return given
  const what =
    given?.shape === stage.gives ? `a broken ${stage.gives}` : (given?.shape ?? 'nothing')
  throw new Error(`it gave ${what} instead of a ${stage.gives}`)
}

/** An error with its stage in front; problems and stops are as people should read them already. */
export function named(stage: AnyStage, error: unknown, signal: AbortSignal): unknown {
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
