import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ModelChoice } from '../../../domain/model/model'
import { WorksWith } from '../../../domain/recipe/choice'
import { Move } from '../../../domain/workspace/move'
import type { StoredWorkspace } from '../../../domain/workspace/workspace'
import type { WorkspaceState } from '../../../ports/workspace-store'

/** The rows of one part of a workspace, such as its tools, as of a commit. */
const Part = z.object({
  rows: z.number().int(),
  /** The commit that last wrote to it. */
  commit: z.string(),
  /** See {@link RowSum}. Absent where what it replaced could not be read. */
  sum: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type Part = z.infer<typeof Part>

/** What a workspace says of itself as of a commit: a row of the table that the commit wrote. */
export const Head = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  createdAt: z.string(),
  revision: z.number().int(),
  /** See {@link WorkspaceState}. */
  commit: z.string().min(1),
  /** By name. A part that nothing was ever written to is not there. */
  parts: z.record(z.string(), Part),
  /**
   * The workspace's own; absent where nothing was chosen. What is no choice is none: nothing else
   * depends on it.
   */
  models: ModelChoice.optional().catch(undefined),
  /** As {@link StoredWorkspace}. */
  move: Move.optional().catch(undefined),
  /** The same. */
  worksWith: WorksWith.optional().catch(undefined),
  /** The same. */
  isDemo: z.literal(true).optional().catch(undefined),
})
export type Head = z.infer<typeof Head>

export const newHead = (name: string, createdAt: string): Head => ({
  id: randomUUID(),
  name,
  createdAt,
  revision: 0,
  commit: newCommit(),
  parts: {},
})

export const newCommit = (): string => randomBytes(8).toString('hex')

/** Where a head was read: what differs between a folder and a copy of it. */
export interface Place {
  stamp: string
  /** Names the folder on its disk; the stamp where that is not known. */
  folder?: string | undefined
}

export function stateOf(head: Head, { stamp, folder = stamp }: Place): WorkspaceState {
  const { id, revision, commit, parts } = head
  const commitOf = (name: string) => parts[name]?.commit ?? ''
  const catalog = [
    ...['tools', 'layers'].map(commitOf),
    ...['standard_fields', 'servers'].flatMap((name) => (parts[name] ? [commitOf(name)] : [])),
  ].join('.')
  const sources = [catalog, ...['bundles', 'field_weights'].map(commitOf), folder].join(' ')
  return { id, revision, commit, stamp, catalog, sources }
}

export function infoOf(dir: string, head: Head): StoredWorkspace {
  const { name, createdAt, revision, commit, parts, models, move, worksWith, isDemo } = head
  const rowsOf = (part: string) => parts[part]?.rows ?? 0
  return {
    dir,
    name,
    createdAt,
    revision,
    commit,
    tools: rowsOf('tools'),
    goldenSets: rowsOf('goldenSets'),
    bundles: rowsOf('bundles'),
    runs: rowsOf('runs'),
    ...(models && { models }),
    ...(move && { move }),
    ...(worksWith && { worksWith }),
    ...(isDemo && { isDemo }),
  }
}
