import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { Run } from '../session'

export function addWorkspaceCommands(program: Command, run: Run): void {
  const workspace = program
    .command('workspace')
    .description('create, rename, copy and delete workspaces')
  workspace
    .command('create')
    .description('create an empty workspace')
    .argument('<name>', 'its name')
    .option('--dir <dir>', 'the folder to create it in; default: the data folder')
    .option('--demo', 'fill it with the demo catalog')
    .action((name: string, flags: { dir?: string; demo?: boolean }) =>
      run(async (session) => {
        const dir = flags.dir && resolve(session.terminal.cwd(), flags.dir)
        const made = flags.demo
          ? await session.request('workspace.createDemo', { name })
          : await session.request('workspace.create', { name, dir })
        session.print(made.dir)
      }),
    )
  workspace
    .command('rename')
    .argument('<dir>', 'the workspace')
    .argument('<name>', 'its new name')
    .action((given: string, name: string) =>
      run(async (session) => {
        await session.request('workspace.rename', { dir: await session.workspace(given), name })
      }),
    )
  workspace
    .command('duplicate')
    .argument('<dir>', 'the workspace')
    .argument('<name>', 'the copy’s name')
    .action((given: string, name: string) =>
      run(async (session) => {
        const dir = await session.workspace(given)
        session.print((await session.request('workspace.duplicate', { dir, name })).dir)
      }),
    )
  addDeleteAndRestore(workspace, run)
}

function addDeleteAndRestore(workspace: Command, run: Run): void {
  workspace
    .command('delete')
    .description('delete a workspace for good')
    .argument('<dir>', 'the workspace')
    .requiredOption('--confirm <name>', 'its name, to confirm')
    .action((given: string, flags: { confirm: string }) =>
      run(async (session) => {
        const dir = await session.workspace(given)
        await session.request('workspace.delete', { dir, confirm: flags.confirm })
        session.print(`Deleted ${dir}`)
      }),
    )
  workspace
    .command('restore')
    .description('create a workspace from a file that `export --archive` wrote')
    .argument('<file>', 'the file')
    .option('--name <name>', 'what to call it')
    .action((file: string, flags: { name?: string }) =>
      run(async (session) => {
        const path = resolve(session.terminal.cwd(), file)
        session.print((await session.request('workspace.import', { path, name: flags.name })).dir)
      }),
    )
}
