import { z } from 'zod'
import type { WorksWith } from '../domain/recipe/choice'

export const Name = z.string().trim().min(1).max(100)

/** A workspace's folder. */
export const Dir = z.string().min(1).meta({ title: 'dir', description: 'the workspace' })

export interface WorkspaceWorkWithAnswer {
  before?: WorksWith
  now: WorksWith
}
