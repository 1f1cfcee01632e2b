import { z } from 'zod'
import type { RestsOn, WorksWith } from '../domain/recipe/choice'

export const Name = z.string().trim().min(1).max(100)

/** A workspace's folder. */
export const Dir = z.string().min(1).meta({ title: 'dir', description: 'the workspace' })

export interface WorkspaceWorkWithAnswer {
  before?: WorksWith
  now: WorksWith
}

export interface WorkspaceRestsOnAnswer {
  /**
   * What the choice was made by, with what was outdated then; absent where nothing was measured of
   * it.
   */
  then?: RestsOn
  /** The figures that there are of it now, with what is outdated of them. */
  now?: RestsOn
}
