import type { ActionAnswer } from '../actions'
import { asks, itsChange, type CommandGroup } from '../../hosts/cli/command'
import { plainText, tableText } from '../../hosts/cli/print-table'

const namespaces: CommandGroup = {
  summary: 'groups for servers of many tools, by tags and names: list, write them as tags',
  byDefault: 'list',
  commands: {
    list: asks('namespaces.propose', {
      names: { servers: 'server' },
      print: listed,
    }),
    tag: asks('namespaces.tag', {
      names: { servers: 'server' },
      print: ({ changed }) =>
        changed === 0
          ? 'All tools have these tags already.'
          : `${changed} ${changed === 1 ? 'tool has' : 'tools have'} the name of a namespace as a tag.`,
      undo: itsChange,
    }),
  },
}

function listed({ servers, most }: ActionAnswer<'namespaces.propose'>): string[] {
  if (servers.length === 0) {
    return [`No server has more than ${most} tools: they stand well in one list.`]
  }
  return servers.flatMap(({ server, tools, namespaces: all }) => [
    `${server === undefined ? 'Tools without a server' : plainText(server)}: ${tools} tools in ${all.length} namespaces`,
    tableText(
      ['namespace', 'tools', 'by', 'description'],
      all.map(({ name, tools: of, by, description }) => [
        plainText(name),
        String(of.length),
        by,
        plainText(description),
      ]),
    ),
  ])
}

export const commands = { namespaces }
