import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Problem } from '../../domain/problem'
import { shownText } from '../../domain/value/shown-text'
import type { ConfiguredEntry, WrittenServer } from '../../importing/client-configs/client'
import { decodeText } from '../../importing/reading/decode-text'
import type { AppContext } from '../context'

/** Bytes of a configuration file that are read: none is nearly as long. */
const LONGEST = 4 << 20

/** A path as a person writes it, `~` for their own folder. */
export const wholePath = (path: string): string =>
  resolve(path.replace(/^~(?=$|[\\/])/, () => homedir()))

async function textOf({ ownFiles }: AppContext, file: string): Promise<string> {
  return decodeText(file, await ownFiles.readOne(file, LONGEST))
}

/** The servers that a client’s configuration file names. @throws Problem. */
export async function serversIn(context: AppContext, file: string): Promise<ConfiguredEntry[]> {
  const text = await textOf(context, wholePath(file))
  const { configuredServers } = await import('../../importing/client-configs/configured-servers')
  return configuredServers(file, text)
}

/** @throws Problem where the file no longer has a server of that name, or none that can be used. */
export async function configuredServer(
  context: AppContext,
  { file, server }: { file: string; server: string },
): Promise<WrittenServer> {
  const entry = (await serversIn(context, file)).find(({ name }) => name === server)
  if (entry?.server) return entry.server
  const why = entry ? `cannot be used: ${entry.why}` : 'is not there'
  throw new Problem(
    'not-found',
    `The server “${shownText(server)}” of ${shownText(file)} ${why}.`,
    'Look into the file, or remove the source.',
  )
}

/** What a file of variables says, by their names. @throws Problem. */
export async function variablesIn(
  context: AppContext,
  file: string,
): Promise<Record<string, string>> {
  const read = parseEnv(await textOf(context, file))
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, value ?? '']))
}
