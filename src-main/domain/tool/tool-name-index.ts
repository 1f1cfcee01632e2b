import type { ToolId } from './tool'
import { comparedName, lastPart } from './tool-name'

/**
 * Finds tools by what they are called, wherever somebody names one: in labels, logs, requests and
 * command lines.
 */
export interface ToolNameIndex {
  /** Adds a tool under its names: its id, and server and name where these are others by now. */
  add(id: ToolId, written: Iterable<string>): void
  /**
   * The tools of a name: with or without the server, joined by `/`, `__` or `.`, behind what
   * clients put before it (`mcp__`, `functions.`), and as providers alter it. Of several those that
   * are called so to the letter.
   * @param given those that may be meant; absent: all
   */
  called(name: string, given?: ReadonlySet<ToolId>): readonly ToolId[]
  /**
   * The same, where somebody surely means a tool: under the name of a server, one of which no
   * server is known is found as well.
   */
  meant(name: string): readonly ToolId[]
}

/** A name of a tool, as it is written and as it is compared. */
interface Name {
  id: ToolId
  written: string
  compared: string
}

/** A name that is so long that a provider may have cut it, without marks. */
interface LongName {
  id: ToolId
  plain: string
}

/** What clients write in front of a tool's name, of whatever server it is. */
const CLIENT_PREFIX = /^(?:mcp(?:__|\/)|(?:functions|default_api|tools)[.:/])/i
/** The same where all marks are one. */
const PLAIN_PREFIX = /^(?:mcp|functions|default_api)_/

/** Characters that providers leave of a name; fewer where a prefix of a client counts. */
const CUT = { shortest: 55, longest: 64 }
/** Characters by which names that may have been cut are kept. */
const BEGINNING = 40

const IN_ASCII = /^[\x20-\x7e]*$/
/** What providers leave of names; with a letter or digit, as all others may have become `_`. */
const ALTERED = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_.:/-]+$/

/** A name of which only letters and digits without accents are compared, and where others stand. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '_')

/** The same of a compared name without accents, which is nearly that. */
const plainOf = (compared: string): string =>
  compared.includes('/') ? plainName(compared) : compared

export function toolNameIndex(): ToolNameIndex {
  const byLastPart = new Map<string, Name[]>()
  /** Nearly all have one tool: a list for each would take as long to make as all the rest. */
  const byPlain = new Map<string, ToolId | ToolId[]>()
  const byBeginning = new Map<string, LongName[]>()
  const addPlain = (id: ToolId, plain: string): void => {
    const known = byPlain.get(plain)
    if (known === undefined) byPlain.set(plain, id)
    else if (Array.isArray(known)) known.push(id)
    else byPlain.set(plain, [known, id])
    if (plain.length >= CUT.shortest) addTo(byBeginning, plain.slice(0, BEGINNING), { id, plain })
  }
  const among = (name: string, isGiven: (id: ToolId) => boolean): Name[] =>
    (byLastPart.get(lastPart(name)) ?? []).filter(
      ({ id, compared }) => compared.endsWith(`/${name}`) && isGiven(id),
    )
  const begunWith = (plain: string): ToolId[] =>
    (byBeginning.get(plain.slice(0, BEGINNING)) ?? [])
      .filter((each) => each.plain.startsWith(plain))
      .map(({ id }) => id)

  /** The tools by one way of writing names after the other. */
  function* ways(name: string, isGiven: (id: ToolId) => boolean): Generator<readonly ToolId[]> {
    yield asWritten(among(comparedName(name), isGiven), name)
    const own = name.replace(CLIENT_PREFIX, '')
    if (own !== name && own !== '') yield asWritten(among(comparedName(own), isGiven), own)
    if (!ALTERED.test(name)) return
    const plain = plainName(name)
    const wanted = [...new Set([plain, plain.replace(PLAIN_PREFIX, '')])].filter(Boolean)
    for (const each of wanted) yield [byPlain.get(each) ?? []].flat().filter(isGiven)
    if (name.length < CUT.shortest || name.length > CUT.longest) return
    for (const each of wanted) yield begunWith(each).filter(isGiven)
  }

  const called: ToolNameIndex['called'] = (name, given) => {
    if (!/[\p{L}\p{N}]/u.test(name)) return []
    for (const ids of ways(name.trim(), (id) => given?.has(id) !== false)) {
      if (ids.length > 0) return [...new Set(ids)]
    }
    return []
  }
  return {
    add(id, written) {
      for (const each of written) {
        const compared = comparedName(each)
        addTo(byLastPart, lastPart(compared), { id, written: each, compared: `/${compared}` })
        const isAscii = IN_ASCII.test(each)
        const plain = isAscii ? plainOf(compared) : plainName(each)
        if (plain !== compared || plain.length >= CUT.shortest) addPlain(id, plain)
        const own = each.slice(each.lastIndexOf('/') + 1)
        if (own !== each && (own.length >= CUT.shortest || !isAscii)) addPlain(id, plainName(own))
      }
    },
    called,
    meant(name) {
      const ids = called(name)
      if (ids.length > 0) return ids
      const own = lastPart(comparedName(name))
      return (byLastPart.get(own) ?? [])
        .filter(({ compared }) => compared === `/${own}`)
        .map(({ id }) => id)
    },
  }
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** Of several tools those that are called so to the letter; all where none is. */
function asWritten(names: readonly Name[], name: string): ToolId[] {
  const exact = names.filter(({ written }) => `/${written}`.endsWith(`/${name}`))
  return (exact.length > 0 ? exact : names).map(({ id }) => id)
}
