import { z } from 'zod'
import type { CallsOfSource, ServingOffer } from '../../../contract/serving'
import { ClientName, type ClientCutsAnswer } from '../../../contract/client-cuts'
import { bounded } from '../../../app/requests/bounded'
import { Dir } from '../../../contract/workspace'
import { directText } from '../../../domain/agent/client-cuts'
import { clientLines, MCP_CLIENTS, servedName } from '../../../domain/agent/client-lines'
import { counted } from '../../../domain/value/quantity'
import type { Serving } from '../../mcp/search-server'
import { serveOverHttp } from '../../mcp/serve-http'
import { serveOverStdio } from '../../mcp/serve-stdio'
import { command, type Given } from '../command'
import { OPTION, text, whole } from '../flags'
import { linesOfPort } from '../lines-of-port'
import { chosenRecipe } from '../recipe-choice'
import type { CommandSession } from '../session'
import { STOPS } from '../terminal'

const FLAGS = {
  dir: Dir,
  recipe: text('name', 'the recipe, or one of your own; default: what the workspace works with'),
  option: OPTION,
  k: whole(1)
    .max(128)
    .optional()
    .describe('how many tools a search gives; default: the workspace’s k'),
  servers: z
    .array(z.string())
    .optional()
    .meta({ title: 'server', description: 'serve only the tools of this server; may be repeated' }),
  port: whole(0)
    .optional()
    .describe(
      'serve over streamable HTTP at this port of this machine, 0 for any that is free; the token is PEGBOARD_TOKEN, else the workspace’s own on this machine',
    ),
  call: z
    .boolean()
    .default(false)
    .describe(
      'let agents call tools of servers that you agreed to calls of: pegboard sources calls',
    ),
  newToken: z
    .boolean()
    .default(false)
    .describe(
      'first make the workspace’s token on this machine another one: clients need the new lines, and what serves it now refuses the old one',
    ),
  for: ClientName.optional().describe('print what connects this client, instead of serving'),
}
type Flags = Given<typeof FLAGS>

export const mcp = command({
  summary: 'serve the search to agents: an MCP server over standard input and output, or HTTP',
  input: FLAGS,
  asksModels: true,
  note: 'An agent gets search_tools and get_tools, and with --call call_tool. Without it, no tool of the catalog is called.',
  async run(session, given) {
    if (given.newToken) {
      const { token } = await session.request('serving.renewToken', { dir: given.dir })
      if (given.for === undefined && given.port === undefined) return [bearer(token)]
    }
    return given.for === undefined ? serve(session, given) : lines(session, given)
  },
  print: (printed) => printed,
  // Over standard output nothing is written but the protocol.
  json: (printed) => (printed.length > 0 ? { lines: printed.join('\n') } : undefined),
})

async function serve(session: CommandSession, given: Flags): Promise<string[]> {
  const { dir, k, port, call } = given
  const asked = { dir, ...(await recipeOf(session, given)), ...(k !== undefined && { k }) }
  const ready = await session.request('serving.prepare', asked)
  const { of } = await session.request('serving.briefing', { ...asked, calls: call })
  const { version } = await session.request('app.about', {})
  const size = ready.k === undefined ? '' : `, k = ${ready.k}`
  session.remark(`Ready: ${ready.recipe}${size}, ${ready.tools} tools.`)
  if (ready.missing !== undefined) {
    session.remark(`Meaning is not searched yet: ${ready.missing} Searches try again.`)
  }
  if (call) session.remark(callsText(await session.request('serving.calls', { dir })))
  const stopped = new Promise<void>((done) => {
    for (const signal of STOPS) session.terminal.on(signal, done)
  })
  const stopNotices = session.sayNotices()
  const serving = {
    dispatch: bounded(session.dispatch),
    version,
    briefing: () => session.request('serving.briefing', { ...asked, of, calls: call }),
    asked: { ...asked, of },
  }
  if (port !== undefined) {
    const token = async () => (await session.request('serving.token', { dir, of })).token
    await serveAt(session, serving, { port, token, stopped })
  } else {
    await serveOverStdio(serving, { stdin: process.stdin, stdout: process.stdout, stopped })
  }
  stopNotices()
  return []
}

/** Which calls go where. */
function callsText(sources: readonly CallsOfSource[]): string {
  const agreed = sources.filter(({ calls }) => calls !== 'none')
  const named = agreed.map(({ source, calls }) => `${source} (${calls})`).join(', ')
  return named === ''
    ? 'No calls are agreed to yet: pegboard sources calls NAME all.'
    : `Calls go to ${named}.`
}

/** Over HTTP, until it is stopped. */
async function serveAt(
  session: CommandSession,
  serving: Serving,
  { port, token, stopped }: { port: number; token: () => Promise<string>; stopped: Promise<void> },
): Promise<void> {
  let refused = 0
  const tell = () => {
    if (refused > 0) session.remark(refusedText(refused))
    refused = 0
  }
  const { url, close } = await serveOverHttp(serving, {
    port,
    token,
    onRefused: () => void (refused += 1),
  })
  const telling = setInterval(tell, TOLD_EVERY_MS)
  session.print(`Agents ask at ${url}\nHeader: ${bearer(await token())}`)
  await stopped
  clearInterval(telling)
  tell()
  await close()
}

const bearer = (token: string): string => `Authorization: Bearer ${token}`

/** Whoever looks is told so often at most of requests that were refused. */
const TOLD_EVERY_MS = 10_000

const refusedText = (count: number): string =>
  `${count} ${count === 1 ? 'request was' : 'requests were'} refused: without the token, at another address, or no messages of the protocol.`

/** The recipe and options where they are not the workspace's. */
async function recipeOf(session: CommandSession, { dir, recipe, option, servers }: Flags) {
  if (recipe === undefined && !option && !servers) return {}
  const chosen = await chosenRecipe(session, dir, { recipe, option })
  return {
    recipe: chosen.recipe,
    options: { ...chosen.options, ...(servers && { servers }) },
  }
}

async function lines(session: CommandSession, given: Flags): Promise<string[]> {
  const client = given.for ?? 'other'
  const { dir, call } = given
  const { name } = await session.request('workspace.read', { dir })
  const asked = { dir, ...(await recipeOf(session, given)), calls: call }
  const offer = await session.request('serving.offer', asked)
  session.remark(readFirst(offer))
  for (const said of cutLines(await session.request('serving.cuts', { ...asked, client }))) {
    session.remark(said)
  }
  if (given.port !== undefined) {
    return [await linesOfPort(session, { ...given, name, client, port: given.port })]
  }
  const { command, args, env } = offer
  session.remark(MCP_CLIENTS[client].place)
  return [
    clientLines(client, {
      name: servedName(name),
      command,
      args: [...args, ...flagsOf(given)],
      env,
    }),
  ]
}

/** What an agent is told before it asks for anything. */
const readFirst = ({ instructions, instructionTokens, promptTokens }: ServingOffer): string =>
  `An agent reads this first; reword it with pegboard prompts set instructions:

${instructions}

With its tools that is ${counted(promptTokens, 'token')} of its prompt, ${instructionTokens} of them for this text.
`
/** What the client would cut, and would without Pegboard; nothing where that is unknown. */
function cutLines({ client, served, direct }: ClientCutsAnswer): string[] {
  const without = directText(client, direct)
  return [
    ...served.map(({ text, source, asOf }) => `Cut: ${text} (${source}, ${asOf})`),
    ...(without === undefined ? [] : [without]),
  ]
}

/** What was given beside the workspace, as it is typed. */
const flagsOf = ({ recipe, option = {}, k, servers = [] }: Flags): string[] => [
  ...(recipe === undefined ? [] : ['--recipe', recipe]),
  ...Object.entries(option).flatMap(([name, value]) => ['--option', `${name}=${value}`]),
  ...(k === undefined ? [] : ['-k', String(k)]),
  ...servers.flatMap((server) => ['--servers', server]),
]
