import type { Command } from 'commander'

/** Makes the commands of a group that work with one workspace: each takes the workspace, and prints JSON where that is wanted. */
export const workspaceCommands =
  (group: Command) =>
  (name: string, description: string, isDefault = false): Command =>
    group
      .command(name, { isDefault })
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
