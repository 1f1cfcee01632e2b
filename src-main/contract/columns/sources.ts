import type { ClientFile, ConfiguredServer, ListedSource } from '../source'
import type { Columns } from './column'

const KINDS = {
  stdio: 'started',
  http: 'asked',
  address: 'address',
  config: 'client configuration',
  files: 'files',
}

/** What is told of a source of tools. */
export const SOURCE_COLUMNS = {
  name: { title: 'Source', value: ({ name }) => name },
  kind: { title: 'Read by', value: ({ kind, what }) => what ?? KINDS[kind] },
  where: { title: 'From', value: ({ where }) => where },
  tools: { title: 'Tools', kind: 'count', value: ({ tools }) => tools },
  readAt: { title: 'As of', kind: 'day', value: ({ readAt }) => readAt },
  protocol: { title: 'Protocol', value: ({ protocol }) => protocol },
  found: { title: 'Found since', value: ({ found }) => found && foundText(found) },
} as const satisfies Columns<ListedSource>

/** A configuration of a client on this machine. */
export const CLIENT_FILE_COLUMNS = {
  client: { title: 'Client', value: ({ client }) => client },
  file: { title: 'File', value: ({ file }) => file },
} as const satisfies Columns<ClientFile>

/** A server that a client’s configuration names. */
export const CONFIGURED_COLUMNS = {
  name: { title: 'Server', value: ({ name }) => name },
  source: { title: 'Connected', value: (server) => connectedText(server) },
  isOff: { title: 'There', value: ({ isOff }) => (isOff ? 'off' : 'on') },
  where: {
    title: 'Starts or asks',
    value: ({ where, why }) => where ?? `cannot be used: ${why}`,
  },
} as const satisfies Columns<ConfiguredServer>

/**
 * Whether a server is a source already: “connected”, and by which name where that is another one.
 */
export const connectedText = ({ name, source }: ConfiguredServer): string | undefined => {
  if (source === undefined) return undefined
  return source === name ? 'connected' : `connected as ${source}`
}

/** What a reading found that is not taken over: “2 added, 1 removed”. */
export function foundText({ added, changed, removed }: NonNullable<ListedSource['found']>): string {
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  const some = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
  return some.join(', ') || 'no change'
}
