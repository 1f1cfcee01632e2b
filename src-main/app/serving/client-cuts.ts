import type { ClientCutsAnswer } from '../../contract/client-cuts'
import { cutsFor, cutsOfTool, limitLines, type DirectCuts } from '../../domain/agent/client-cuts'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import { CLIENT_LIMITS } from '../../domain/agent/client-limits'
import { servedName, type McpClient } from '../../domain/agent/client-lines'
import { modelDescriptionOf } from '../../domain/tool/catalog-tool'
import { readInPassing } from '../../domain/tool/stored-tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { FoundIn } from '../agent/find-tools'
import type { Catalog } from '../workspaces/catalog'
import { briefServed } from './brief-served'
import type { ServingOf } from './of-served'

/** What a client would cut of what is served, and of the catalog without Pegboard. */
export async function clientCuts(
  at: FoundIn,
  { client, ...asked }: ServingOf & { client: McpClient; calls?: boolean | undefined },
  { signal }: Call,
): Promise<ClientCutsAnswer> {
  const { context, catalog } = at
  const { store } = await context.sessions.of(asked.dir)
  const { name } = await store.info()
  const { instructions, tools } = await briefServed(at, asked)
  const { budget: answerTokens } = asked.form ?? STANDARD_FORM
  return {
    client,
    served: cutsFor(client, { server: servedName(name), instructions, tools, answerTokens }),
    limits: limitLines(client),
    direct: await directCuts(catalog, client, yieldToEventLoop(context.clock, signal)),
  }
}

/** Were every server of the catalog connected to the client by its own name. */
async function directCuts(
  { tools }: Catalog,
  client: McpClient,
  pause: () => Promise<unknown>,
): Promise<DirectCuts> {
  let longNames = 0
  let longDescriptions = 0
  for (const each of tools) {
    const entry = readInPassing(each)
    const { name, server = '' } = entry.tool
    const cuts = cutsOfTool(client, { server, name, description: modelDescriptionOf(entry) })
    if (cuts.some(({ of }) => of === 'name')) longNames += 1
    if (cuts.some(({ of }) => of === 'description')) longDescriptions += 1
    await pause()
  }
  const most = CLIENT_LIMITS[client].tools?.most
  return {
    tools: tools.length,
    longNames,
    longDescriptions,
    ...(most !== undefined && tools.length > most && { most }),
  }
}
