import { z } from 'zod'
import type { ServerRow } from '../../contract/server'
import { Dir } from '../../contract/workspace'
import { LONGEST_SERVER_TEXT } from '../../domain/catalog/longest-server-text'
import { ServerText } from '../../domain/catalog/server-text'
import { Problem } from '../../domain/problem'
import { descriptionOf, serverOf, visibilityOf } from '../../domain/tool/catalog-tool'
import { evenSample } from '../../domain/value/even-sample'
import { describeServer } from '../../pipeline/prompts/describe-server'
import { action } from '../action'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { chatModelOf, noChatModel } from '../models/chat-model'
import type { Session } from '../workspaces/session'
import { describe } from './described'

const server = ServerText.shape.server.describe('its name')

/** Tools of a server that a model is shown, evenly drawn where there are more. */
const MOST_SHOWN = 40

export const serverActions = {
  'servers.list': action({
    summary: 'List the servers of the tools, and what each says of itself',
    input: z.object({ dir: Dir }),
    run: async ({ sessions }, { dir }) => rowsOf(await sessions.of(dir)),
  }),
  'servers.describe': action({
    summary: 'Say what the tools of a server are for; recipes that search servers go by it',
    input: z.object({
      dir: Dir,
      server,
      description: z
        .string()
        .trim()
        .max(LONGEST_SERVER_TEXT)
        .describe('what its tools are for; empty: nothing, it is known by the names of its tools'),
      base: z
        .string()
        .max(LONGEST_SERVER_TEXT)
        .optional()
        .describe('what it said when it was read; with it, what another one wrote since is kept'),
    }),
    async run({ sessions }, { dir, ...text }) {
      const session = await sessions.of(dir)
      if (text.description !== '') await rowOf(session, text.server)
      return describe(session, text)
    },
  }),
  'servers.propose': action({
    summary: 'Have the chat model say what the tools of a server are for; nothing is stored',
    input: z.object({ dir: Dir, server }),
    run: propose,
  }),
}

async function rowsOf(session: Session): Promise<ServerRow[]> {
  const { servers } = await session.store.read('servers')
  const said = new Map(servers.map((each) => [each.server, each.description]))
  const catalog = await session.catalog()
  const tools = new Map<string, number>()
  for (const entry of catalog.tools) {
    const name = serverOf(entry)
    if (name !== undefined) tools.set(name, (tools.get(name) ?? 0) + 1)
  }
  return [...new Set([...tools.keys(), ...said.keys()])].sort().map((name) => ({
    server: name,
    tools: tools.get(name) ?? 0,
    description: said.get(name) ?? '',
  }))
}

/** @throws Problem `not-found` where neither a tool nor a text is of the server. */
async function rowOf(session: Session, name: string): Promise<ServerRow> {
  const row = (await rowsOf(session)).find((each) => each.server === name)
  if (row) return row
  throw noServer(name)
}

const noServer = (name: string): Problem =>
  new Problem(
    'not-found',
    `No tool is of a server “${name}”.`,
    'Choose one that the list of servers names.',
  )

async function propose(
  context: AppContext,
  { dir, server: name }: { dir: string; server: string },
  { signal }: Call,
): Promise<{ server: string; description: string }> {
  const session = await context.sessions.of(dir)
  const { tools: count } = await rowOf(session, name)
  if (count === 0) throw noServer(name)
  const catalog = await session.catalog()
  const own = catalog.tools.filter(
    (entry) => serverOf(entry) === name && visibilityOf(entry) !== 'hidden',
  )
  const tools = evenSample(own, MOST_SHOWN).map(({ tool, layer }) => ({
    name: tool.name,
    description: descriptionOf({ tool, layer }),
  }))
  const { ask } = await chatModelOf(context, { session, dir, signal }, noModel)
  const { answer } = await ask(describeServer, { name, tools }, { signal })
  return { server: name, description: answer.description }
}

const noModel = (): Problem =>
  noChatModel(
    'describe a server',
    'Without one, write the description yourself: a sentence on what its tools are for.',
  )
