import { z } from 'zod'
import { SettingsChange, SettingsInUse } from '../domain/settings'
import { WorksWith } from '../domain/works-with'
import { WorkspaceEntry, WorkspaceInfo } from '../domain/workspace'

export const Name = z.string().trim().min(1).max(100)
/** A workspace's folder. */
export const Dir = z.string().min(1)

export const workspaceRoutes = {
  /** What this program is and where it keeps things. */
  'app.about': {
    input: z.object({}),
    output: z.object({
      version: z.string(),
      dataFolder: z.string(),
      tokenizer: z.string(),
      node: z.string(),
      platform: z.string(),
    }),
  },
  'settings.read': { input: z.object({}), output: SettingsInUse },
  /** Changes the settings named and gives all of them. */
  'settings.write': { input: SettingsChange, output: SettingsInUse },
  'workspace.list': { input: z.object({}), output: z.array(WorkspaceEntry) },
  /** The workspace to show first: the last one open, else the demo, made if it is not there. */
  'workspace.first': { input: z.object({}), output: WorkspaceInfo },
  'workspace.create': {
    input: z.object({ name: Name, dir: Dir.optional() }),
    output: WorkspaceInfo,
  },
  /** A new workspace holding the demo catalog. */
  'workspace.createDemo': { input: z.object({ name: Name.optional() }), output: WorkspaceInfo },
  'workspace.read': { input: z.object({ dir: Dir }), output: WorkspaceInfo },
  /** Reads it, and remembers it as the one to show first. */
  'workspace.open': { input: z.object({ dir: Dir }), output: WorkspaceInfo },
  'workspace.rename': { input: z.object({ dir: Dir, name: Name }), output: WorkspaceInfo },
  /**
   * Has a workspace work with a recipe, its options and k of its own. What is left out stays; another recipe without options takes its
   * defaults. `clear` is back to what the settings say. `before` is absent where it had none of its own; asking for it again, or
   * for `clear`, undoes the change.
   */
  'workspace.workWith': {
    input: z.object({ dir: Dir, ...WorksWith.partial().shape, clear: z.boolean().default(false) }),
    output: z.object({ before: WorksWith.optional(), now: WorksWith }),
  },
  'workspace.duplicate': { input: z.object({ dir: Dir, name: Name }), output: WorkspaceInfo },
  /** Deletes for good. `confirm` repeats the workspace's name, so that nothing is deleted by mistake. */
  'workspace.delete': {
    input: z.object({ dir: Dir, confirm: z.string() }),
    output: z.object({ deleted: z.string() }),
  },
  /** Writes the workspace as one file, to be fetched with `files.read`. */
  'workspace.export': {
    input: z.object({ dir: Dir }),
    output: z.object({ file: z.string(), name: z.string(), size: z.number() }),
  },
  /** Makes a workspace from such a file; `path` as for `import.preview`. */
  'workspace.import': {
    input: z.object({ path: z.string().min(1), name: Name.optional() }),
    output: WorkspaceInfo,
  },
}
