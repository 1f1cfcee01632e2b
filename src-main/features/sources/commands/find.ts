import { z } from 'zod'
import type { ActionAnswer } from '../../actions'
import { columnsCsv } from '../../../contract/columns/column'
import { CLIENT_FILE_COLUMNS, CONFIGURED_COLUMNS } from '../../../contract/columns/sources'
import { Dir } from '../../../contract/workspace'
import { command } from '../../../hosts/cli/command'
import { listLines } from '../../../hosts/cli/print-table'

type Found =
  | { clients: ActionAnswer<'sources.clients'> }
  | { servers: ActionAnswer<'sources.configured'>['servers'] }

export const find = command({
  summary:
    'configurations of MCP clients on this machine and here; with FILE, the servers it names',
  args: ['file'],
  input: {
    file: z.string().optional().describe('one of them, which is read; without it none is'),
    dir: Dir.optional().describe('a workspace: servers that its sources are already are marked'),
  },
  async run(session, { file, dir }): Promise<Found> {
    return file === undefined
      ? { clients: await session.request('sources.clients', { project: session.path('.') }) }
      : session.request('sources.configured', { file: session.path(file), dir })
  },
  json: (found) => ('clients' in found ? found.clients : found.servers),
  csv: (found) =>
    'clients' in found
      ? columnsCsv(CLIENT_FILE_COLUMNS, found.clients)
      : columnsCsv(CONFIGURED_COLUMNS, found.servers),
  print(found) {
    if ('servers' in found) {
      const { servers } = found
      const none = 'It names no server yet.'
      return listLines(CONFIGURED_COLUMNS, { rows: servers, total: servers.length, none })
    }
    const { clients } = found
    const none = 'No configuration of an MCP client was found on this machine.'
    const lines = listLines(CLIENT_FILE_COLUMNS, { rows: clients, total: clients.length, none })
    return clients.length > 0 ? [...[lines].flat(), NEXT] : lines
  },
})

const NEXT =
  'None of them was read. The servers that one names: pegboard sources find FILE; to follow them: pegboard sources add --config FILE'
