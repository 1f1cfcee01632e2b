import type { JsonObject } from '../tool/tool'
import { CLIENT_LIMITS, type AnswerLimit, type ClientLimit } from './client-limits'
import { MCP_CLIENTS, type McpClient } from './client-lines'

/** What a server hands to a client. */
export interface HandedOver {
  /** What the client calls the server. */
  server: string
  instructions?: string | undefined
  tools: readonly { name: string; description: string; inputSchema: JsonObject }[]
  /** Of the longest answer. */
  answerTokens?: number | undefined
}

/** Something of which a client takes less than it is handed. */
export interface ClientCut {
  of: 'instructions' | 'description' | 'name' | 'tools' | 'answer'
  /** The tool that it is of. */
  tool?: string
  size: number
  most: number
  /** As a sentence of its own. */
  text: string
  source: string
  asOf: string
}

/** What a client would cut, refuse or warn of; empty as well where nothing is known of it. */
export function cutsFor(client: McpClient, handed: HandedOver): ClientCut[] {
  const limits = CLIENT_LIMITS[client]
  const { instructions, tools } = handed
  return [
    ...longerThan(limits.instructions, instructions?.length, {
      of: 'instructions',
      says: (size, most) => `The instructions have ${size} characters, of which ${most} are read`,
    }),
    ...longerThan(limits.tools, tools.length, {
      of: 'tools',
      says: (size, most) => `There are ${size} tools, and ${most} are the most`,
    }),
    ...tools.flatMap((tool) => cutsOfTool(client, { server: handed.server, ...tool })),
    ...answerCut(client, handed.answerTokens),
  ]
}

/** What a client would cut of one tool. */
export function cutsOfTool(
  client: McpClient,
  { server, name, description }: { server: string; name: string; description: string },
): ClientCut[] {
  const limits = CLIENT_LIMITS[client]
  const full = nameInClient(client, { server, name })
  const isNamedAnew = full === name ? '' : ` is ${full}, which`
  return [
    ...longerThan(limits.name, lengthIn(client, { server, name }), {
      of: 'name',
      tool: name,
      says: (size, most) =>
        `The name ${name}${isNamedAnew} has ${size} characters, and ${most} are the most`,
    }),
    ...longerThan(limits.description, description.length, {
      of: 'description',
      tool: name,
      says: (size, most) =>
        `The description of ${name} has ${size} characters, of which ${most} are read`,
    }),
  ]
}

interface Named {
  server: string
  name: string
}

/** What a client calls a server's tool before its model, as far as that is known. */
function nameInClient(client: McpClient, { server, name }: Named): string {
  const limit = CLIENT_LIMITS[client].name
  if (!limit || limit.prefix === 'SERVER') return name
  return `${limit.prefix.replace('SERVER', server).slice(0, limit.longestPrefix)}${name}`
}

/** Characters by which a client measures a name. */
const lengthIn = (client: McpClient, { server, name }: Named): number =>
  CLIENT_LIMITS[client].name?.prefix === 'SERVER'
    ? server.length + name.length
    : nameInClient(client, { server, name }).length

/** Characters and bytes that a token of JSON has, about: what answers are made of. */
const CHARACTERS_A_TOKEN = 4

/** A limit of an answer in tokens; about as many where it is in characters. */
const inTokens = ({ most, unit }: AnswerLimit): number =>
  unit === 'tokens' ? most : Math.floor(most / CHARACTERS_A_TOKEN)

function answerCut(client: McpClient, tokens: number | undefined): ClientCut[] {
  const { answer, answerWarned } = CLIENT_LIMITS[client]
  const cut = longerThan(answer && { ...answer, most: inTokens(answer) }, tokens, {
    of: 'answer',
    says: (size, most) =>
      `An answer has up to ${size} tokens, and ${answer?.unit === 'tokens' ? '' : 'about '}${most} are the most`,
  })
  if (cut.length > 0) return cut
  return longerThan(answerWarned && { ...answerWarned, most: inTokens(answerWarned) }, tokens, {
    of: 'answer',
    says: (size, most) =>
      `An answer has up to ${size} tokens, and ${MCP_CLIENTS[client].title} warns beyond ${most}`,
  })
}

interface Saying extends Pick<ClientCut, 'of' | 'tool'> {
  says: (size: string, most: string) => string
}

function longerThan(
  limit: ClientLimit | undefined,
  size: number | undefined,
  { of, tool, says }: Saying,
): ClientCut[] {
  if (!limit || size === undefined || size <= limit.most) return []
  const { most, beyond, source, asOf } = limit
  const said = says(grouped.format(size), grouped.format(most))
  const text = beyond === undefined ? `${said}.` : `${said}: ${beyond}.`
  return [{ of, size, most, text, source, asOf, ...(tool !== undefined && { tool }) }]
}

const grouped = new Intl.NumberFormat('en-US')

/** What is known of a client beside what it cuts, a sentence each with where that is told. */
export function limitLines(client: McpClient): { text: string; source: string; asOf: string }[] {
  const { instructions, description, name, tools, answerWarned, answer, reads, start, call } =
    CLIENT_LIMITS[client]
  const line = (limit: ClientLimit | undefined, text: (most: string) => string) =>
    limit
      ? [
          {
            text: `${text(grouped.format(limit.most))}${limit.beyond === undefined ? '' : `; beyond that ${limit.beyond}`}.`,
            source: limit.source,
            asOf: limit.asOf,
          },
        ]
      : []
  return [
    ...line(instructions, (most) => `Instructions: ${most} characters`),
    ...line(description, (most) => `A tool’s description: ${most} characters`),
    ...line(name, (most) => `A tool’s name: ${most} characters, the server’s included`),
    ...line(tools, (most) => `Tools of all servers together: ${most}`),
    ...line(answerWarned, (most) => `An answer is warned of beyond ${most} ${answerWarned?.unit}`),
    ...line(answer, (most) => `An answer: ${most} ${answer?.unit}`),
    ...(reads
      ? [
          {
            text: `Its model is given the ${reads.content} of an answer that has both.`,
            source: reads.source,
            asOf: reads.asOf,
          },
        ]
      : []),
    ...line(start, (most) => `A server has to be there within ${most} seconds`),
    ...line(call, (most) => `A call takes ${most} seconds at most`),
  ]
}

/** What a client would cut of a catalog whose servers were connected to it themselves. */
export interface DirectCuts {
  tools: number
  /** Tools that the client takes at most, where that is less than there are. */
  most?: number
  /** Tools whose name or description is beyond what it takes. */
  longNames: number
  longDescriptions: number
}

/** The same in a sentence; undefined where nothing would be cut, or nothing is known. */
export function directText(
  client: McpClient,
  { tools, most, longNames, longDescriptions }: DirectCuts,
): string | undefined {
  const faults = [
    most === undefined
      ? undefined
      : `${grouped.format(tools)} tools are more than the ${grouped.format(most)} that it takes`,
    longNames === 0 ? undefined : `${grouped.format(longNames)} have too long a name`,
    longDescriptions === 0
      ? undefined
      : `${grouped.format(longDescriptions)} too long a description`,
  ].filter((each) => each !== undefined)
  if (faults.length === 0) return undefined
  return `Without Pegboard, with these servers in ${MCP_CLIENTS[client].title} itself: ${faults.join('; ')}.`
}
