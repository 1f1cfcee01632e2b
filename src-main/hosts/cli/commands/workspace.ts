import { z } from 'zod'
import { Name } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { asks, command, type CommandGroup } from '../command'

export const workspace: CommandGroup = {
  summary: 'create, rename, copy and delete workspaces',
  commands: {
    create: command({
      summary: 'create an empty workspace',
      args: ['name'],
      names: { folder: 'dir' },
      input: {
        name: Name.describe('its name'),
        folder: z
          .string()
          .optional()
          .describe('the folder to create it in; default: the data folder'),
        demo: z
          .boolean()
          .optional()
          .describe('fill it with the demo catalog, and measure recipes on its golden set'),
      },
      async run(session, { name, folder, demo }) {
        if (!demo)
          return session.request('workspace.create', { name, dir: folder && session.path(folder) })
        if (folder !== undefined)
          throw new Problem(
            'bad-input',
            'The demo is made in the data folder.',
            'Leave out --dir or --demo.',
          )
        const { dir } = await session.request('workspace.createDemo', { name })
        await session.request('evaluation.measureDemo', { dir })
        return session.request('workspace.read', { dir })
      },
      print: ({ dir }) => dir,
    }),
    rename: asks('workspace.rename', {
      args: ['dir', 'name'],
      print: () => [],
    }),
    duplicate: asks('workspace.duplicate', {
      args: ['dir', 'name'],
      print: ({ dir }) => dir,
    }),
    delete: asks('workspace.delete', {
      args: ['dir'],
      print: ({ deleted }) => `Deleted ${deleted}`,
    }),
    restore: command({
      summary: 'create a workspace from a file that `export --archive` wrote',
      args: ['file'],
      input: {
        file: z.string().min(1).describe('the file'),
        name: Name.optional().describe('what to call it'),
      },
      run: (session, { file, name }) =>
        session.request('workspace.import', { path: session.path(file), name }),
      print: ({ dir }) => dir,
    }),
  },
}
