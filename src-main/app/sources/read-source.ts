import { Problem } from '../../domain/problem'
import type { CatalogImport } from '../../domain/catalog/import'
import { isToolServer, type Origin, type Source } from '../../domain/catalog/source'
import { toolId, type Tool, type ToolId } from '../../domain/tool/tool'
import { askedText } from '../../contract/consent-text'
import type { SourceGiven, SourceLook } from '../../contract/source'
import { isInput, variableOfInput } from '../../contract/input-names'
import type { LocalFile } from '../../ports/local-files'
import type { Call } from '../app'
import type { AddressKind, AppContext } from '../context'
import { uniqueIds } from '../../importing/catalog/unique-ids'
import { canonical } from '../../domain/value/canonical'
import { shellWord } from '../../domain/value/command-line'
import { shownText } from '../../domain/value/shown-text'
import { addressKind, notAgreed, reach, type Reached } from './reach'

/** A source as it was read just now. */
export interface ReadSource extends Pick<Source, 'name' | 'origin' | 'server' | 'protocol'> {
  /** Why what was read may not be all. */
  incomplete?: string
  /** Where its address led. */
  ledTo?: string
  /** The workspace had none of its name when reading it began. */
  isNew: boolean
}

interface SourceReading {
  source: ReadSource
  files: LocalFile[]
  options: { format?: string | undefined; server?: string | undefined }
}

/**
 * Reads a source that a person agreed to. @param sources of the workspace, itself among them unless
 * it is new
 * @throws Problem `asks-start` where nobody agreed yet, `not-found` for a name of none, and what
 * reading it says.
 */
export async function readSource(
  context: AppContext,
  { name, origin }: SourceGiven,
  { sources, signal, emit }: { sources: readonly Source[] } & Pick<Call, 'signal' | 'emit'>,
): Promise<SourceReading> {
  const kept = sources.find((each) => each.name === name)
  const from = originOf({ name, origin }, kept)
  const isNew = !kept
  const { reached, unsaid, look, known, isKept } = await reach(context, from)
  if (look.missing.length > 0) throw lacksValues(name, look)
  if (!look.isAgreed) {
    const fix = 'Refresh it to look at what that means, and agree if it is what you expect.'
    throw notAgreed(look, fix)
  }
  // The same was agreed to of another source: from now on it is found by the PATH that it was found
  // by here.
  if (!isKept) await context.agreements.add(look.mark, known)
  emit({ what: `Reading ${name}`, done: 0 })
  if (reached.kind === 'files') {
    const { format, server } = from.kind === 'files' ? from : {}
    const files = await context.ownFiles.read(reached.path)
    return { source: { name, origin: from, isNew }, files, options: { format, server } }
  }
  const server = kept?.server ?? freeServer(name, sources)
  if (reached.kind === 'address') {
    const call = { signal, unsaid, look }
    const { files, options } = await readAddress(context, reached, call)
    return { source: { name, origin: from, isNew, server }, files, options: { server, ...options } }
  }
  const { tools, protocol, incomplete, ledTo } = await context.toolServers.list(reached, {
    signal,
    protocol: kept?.protocol,
    unsaid,
    onWaiting: (seconds) => emit({ what: `Waiting for ${name} to answer, ${seconds} s`, done: 0 }),
    onTools: (done) => emit({ what: `Reading ${name}`, done }),
  })
  return {
    source: {
      name,
      origin: from,
      isNew,
      server,
      protocol,
      ...(incomplete !== undefined && { incomplete }),
      ...(ledTo !== undefined && { ledTo }),
    },
    files: [{ path: `${name}.json`, bytes: listOf(server, tools) }],
    options: { format: 'mcp' },
  }
}

/** @throws Problem where what the address gives cannot be read. */
function readAddress(
  context: AppContext,
  { as, url, headers }: Extract<Reached, { kind: 'address' }>,
  { look, ...call }: { signal: AbortSignal; unsaid: readonly string[]; look: SourceLook },
): ReturnType<AddressKind['read']> {
  const called = look.host ?? ''
  return addressKind(context, as).read(look.url ?? '', (asked = url) => {
    const wanted = new URL(asked, url)
    if (wanted.origin !== new URL(url).origin) throw leadsElsewhere(called)
    return context.addresses.get({ url: wanted.href, headers }, { ...call, called })
  })
}

const leadsElsewhere = (called: string): Problem =>
  new Problem(
    'unavailable',
    `What ${shownText(called)} gives names addresses of another host, which nobody agreed to.`,
    'Follow these by themselves, if they are what you expect.',
  )

/** A source keeps its server when it is renamed: a new one of its former name gets another. */
function freeServer(name: string, sources: readonly Source[]): string {
  const taken = new Set(sources.map(({ server }) => server))
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
  return free
}

/** @throws Problem `not-found` for a name of none, `conflict` where the name is taken. */
function originOf({ name, origin }: SourceGiven, kept: Source | undefined): Origin {
  if (kept && (!origin || canonical(origin) === canonical(kept.origin))) return kept.origin
  if (kept) {
    throw new Problem(
      'conflict',
      `There is a source “${shownText(name)}” already, which is read from somewhere else.`,
      'Choose another name, or remove that source first.',
    )
  }
  if (origin) return origin
  throw new Problem(
    'not-found',
    `There is no source “${shownText(name)}”.`,
    'Look at the list of sources.',
  )
}

export function lacksValues(name: string, look: SourceLook): Problem {
  const { missing } = look
  const inputs = missing.filter(isInput)
  const variables = missing.filter((each) => !isInput(each))
  const set = [...variables, ...inputs.map(variableOfInput)].map(shownText)
  const flags = inputs.map((input) => ` --input ${shellWord(`${input.replace(/^input:/, '')}=…`)}`)
  const orGive = inputs.length > 0 ? `, or give what is asked for:${flags.join('')}` : ''
  return new Problem(
    'bad-input',
    `The source “${shownText(name)}” needs what is not known: ${missing.map((each) => askedText(each, look)).join(', ')}.`,
    `Set ${set.join(', ')} before you start Pegboard${orGive}.`,
  )
}

/** The list as a file has it that names the server. */
export const listOf = (server: string, tools: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`{"mcpServers":{${JSON.stringify(server)}:{"tools":`),
    tools,
    Buffer.from('}}}'),
  ])

/**
 * What was imported of a source: an MCP server’s tools are its own, whatever a definition says of
 * others; of an address, those that name no server.
 */
export function ofSource(
  imported: CatalogImport,
  { origin, server, name, incomplete, ledTo }: ReadSource,
): CatalogImport {
  const isOfOne = server !== undefined && isToolServer(origin)
  const tools = isOfOne ? ofServer(imported.tools, server) : imported.tools
  const account = isToolServer(origin)
    ? { ...imported.account, files: { read: 0, all: 0 } }
    : imported.account
  const whys = [
    ...(incomplete === undefined
      ? []
      : [`The list may not be whole, for ${incomplete}: nothing is removed`]),
    ...(ledTo === undefined ? [] : [`Its address leads on to ${shownText(ledTo)}: name that one`]),
  ]
  const rows = whys.map((why) => ({ outcome: 'notice' as const, where: name, why }))
  return { ...imported, tools, account, report: [...rows, ...imported.report] }
}

function ofServer(tools: readonly Tool[], server: string): Tool[] {
  if (tools.every((tool) => tool.server === server)) return [...tools]
  const unique = uniqueIds()
  return tools.map((tool) => ({ ...tool, server, id: unique(toolId(tool.name, server)) as ToolId }))
}
