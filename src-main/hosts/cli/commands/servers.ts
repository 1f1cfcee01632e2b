import { plainText } from '../../../domain/value/plain-text'
import { asks, type CommandGroup } from '../command'
import { tableText } from '../print-table'

export const servers: CommandGroup = {
  summary: 'the servers of the tools, and what each says of itself where servers are searched',
  byDefault: 'list',
  commands: {
    list: asks('servers.list', {
      json: (all) => ({ servers: all }),
      print: (all) =>
        all.length === 0
          ? 'No tool is of a server.'
          : tableText(
              ['server', 'tools', 'what its tools are for'],
              all.map(({ server, tools, description }) => [
                plainText(server),
                String(tools),
                description === '' ? '(known by the names of its tools)' : plainText(description),
              ]),
            ),
    }),
    describe: asks('servers.describe', {
      args: ['server', 'description'],
      print: ({ server, description, before }) =>
        description === before
          ? `“${plainText(server)}” says so already.`
          : description === ''
            ? `“${plainText(server)}” is known by the names of its tools again.`
            : `“${plainText(server)}” is described.`,
    }),
    propose: asks('servers.propose', {
      args: ['server'],
      asksModels: true,
      print: ({ description }) => plainText(description),
    }),
  },
}
