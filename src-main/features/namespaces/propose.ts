import { isVerbForm } from '../../authoring/lint/verb-forms'
import { tagsOf } from '../../domain/tool/catalog-tool'
import { idOf, readInPassing } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { splitIdentifier } from '../../pipeline/text/analyse'
import type { Namespace, ServerNamespaces } from './shared/answers'

/** As many tools as a namespace holds well; a server of no more needs none. */
export const MOST_TOOLS = 9
/** Tools that are worth a namespace, and so many where there are more than a hundred. */
const FEWEST_TOOLS = 2
const FEWEST_OF_MANY = 3
const MANY = 100
/** Of a server's tools, so many have to have tags for these to be its namespaces. */
const TAGGED = 0.8
/** A tag that nearly all have, or a word that most have, tells nothing apart. */
const COMMON = 0.9
const COMMON_WORD = 0.6

/** What grouping goes by of a tool. */
interface Named {
  id: ToolId
  /** What it does, and to what: the words of its name. */
  verb?: string
  words: readonly Word[]
  tags: readonly string[]
}

/** A word as it is written, and as it is compared. */
interface Word {
  shown: string
  key: string
}

/** Namespaces of each server that has more tools than one namespace holds. */
export async function proposeNamespaces(
  tools: readonly CatalogTool[],
  pause: () => Promise<unknown>,
): Promise<ServerNamespaces[]> {
  const byServer = new Map<string | undefined, Named[]>()
  for (const each of tools) {
    await pause()
    const entry = readInPassing(each)
    const { server } = entry.tool
    const named = namedTool(idOf(each), entry)
    const before = byServer.get(server)
    if (before) before.push(named)
    else byServer.set(server, [named])
  }
  return [...byServer]
    .filter(([, all]) => all.length > MOST_TOOLS)
    .map(([server, all]) => ({
      ...(server !== undefined && { server }),
      tools: all.length,
      namespaces: namespacesOf(server, all),
    }))
}

function namedTool(id: ToolId, entry: CatalogTool): Named {
  const words = wordsOf(entry.tool.name).map((shown) => ({ shown, key: singular(shown) }))
  return {
    id,
    words: words.filter(({ key }, at) => key !== words[at - 1]?.key),
    tags: tagsOf(entry),
  }
}

const wordsOf = (name: string): string[] =>
  splitIdentifier(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A part of a server's tools, and the words that it is known by. */
interface Group {
  words: readonly string[]
  tools: readonly Named[]
  by: Namespace['by']
}

function namespacesOf(server: string | undefined, all: readonly Named[]): Namespace[] {
  const bare = withoutCommon(all.map(withoutVerb))
  const groups = merged((groupsByTag(bare) ?? groupsByWord(bare)).flatMap((each) => smaller(each)))
  const fewest = all.length > MANY ? FEWEST_OF_MANY : FEWEST_TOOLS
  const isKept = ({ tools, by }: Group) => by !== 'rest' && tools.length >= fewest
  const named = groups
    .filter(isKept)
    .sort((a, b) => b.tools.length - a.tools.length)
    .map((group) => namespaceOf(server, group))
  const rest = groups.filter((group) => !isKept(group)).flatMap(({ tools }) => tools)
  if (rest.length === 0) return named
  return [...named, namespaceOf(server, { words: ['other'], tools: rest, by: 'rest' })]
}

/** Groups of one name are one. */
const merged = (groups: readonly Group[]): Group[] =>
  [...Map.groupBy(groups, ({ words }) => words.join(' '))].flatMap(([, same]) => {
    const [first] = same
    return first ? [{ ...first, tools: same.flatMap(({ tools }) => tools) }] : []
  })

/** What nearly every server's tools do: such a word is a verb wherever it stands. */
const DEEDS = new Set(
  'get list create update delete remove add set read write search find fetch send put post head options edit show check run start stop cancel close open replace patch'.split(
    ' ',
  ),
)

/** `create_issue` is of issues, and so is `issue_write`. */
function withoutVerb(tool: Named): Named {
  const keys = tool.words.map(({ shown }) => shown)
  const [first = '', second] = keys
  if (second === undefined) return tool
  if (DEEDS.has(first) || (isVerbForm(first) && !DEEDS.has(second))) {
    const at = keys.findIndex((word, place) => place > 0 && !DEEDS.has(word))
    return { ...tool, verb: first, words: tool.words.slice(at === -1 ? 1 : at) }
  }
  const verb = keys.find((word) => DEEDS.has(word))
  return verb === undefined ? tool : { ...tool, verb }
}

/** Without words that most of the tools have, such as the server's own: they tell none apart. */
function withoutCommon(all: readonly Named[]): Named[] {
  const counts = new Map<string, number>()
  for (const { words } of all) {
    for (const key of new Set(words.map((word) => word.key))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return all.map((tool) => {
    const telling = tool.words.filter(
      ({ key }) => (counts.get(key) ?? 0) <= COMMON_WORD * all.length,
    )
    // What was between may be one more verb: `connect_core_get_pod`.
    const at = telling.findIndex(({ shown }) => !DEEDS.has(shown))
    const words = tool.verb === undefined || at === -1 ? telling : telling.slice(at)
    return words.length === 0 ? tool : { ...tool, words }
  })
}

/** `entries` → `entry`, `boxes` → `box`, `issues` → `issue`. */
function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** By the first tag of each that tells it apart; undefined where too few have one. */
function groupsByTag(all: readonly Named[]): Group[] | undefined {
  const counts = new Map<string, number>()
  for (const { tags } of all) {
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const telling = (tool: Named) =>
    tool.tags.find((tag) => {
      const count = counts.get(tag) ?? 0
      return count >= FEWEST_TOOLS && count < COMMON * all.length
    })
  const tagged = all.filter((tool) => telling(tool) !== undefined)
  if (tagged.length < TAGGED * all.length) return undefined
  return [...Map.groupBy(all, (tool) => telling(tool))].map(([tag, tools]): Group => ({
    words: tag === undefined ? ['other'] : wordsOf(tag),
    tools,
    by: tag === undefined ? 'rest' : 'tag',
  }))
}

/** By the first word of what is left of their names. */
const groupsByWord = (all: readonly Named[]): Group[] =>
  [...Map.groupBy(all, ({ words }) => words[0]?.key ?? '')].map(([, tools]) => ({
    words: sharedWords(tools),
    tools,
    by: 'name',
  }))

/** Words that say nothing where a name ends with them. */
const JOINING = new Set('by of for to in at on from with and or id'.split(' '))

/** The words that the names of all begin with. */
function sharedWords(tools: readonly Named[]): string[] {
  const first = tools[0]?.words ?? []
  const differs = first.findIndex(
    ({ key }, at) => at > 0 && !tools.every(({ words }) => words[at]?.key === key),
  )
  const shared = tools.length === 1 || differs === -1 ? first : first.slice(0, differs)
  const last = shared.findLastIndex(({ key }) => !JOINING.has(key))
  return shared.slice(0, Math.max(1, last + 1)).map(({ shown }) => shown)
}

/** Words by which a group is parted again and again. */
const DEEPEST = 3

/** A group of more than a namespace holds well, in parts where its names tell some apart. */
function smaller(group: Group, depth = 0): Group[] {
  if (group.tools.length <= MOST_TOOLS || depth > DEEPEST) return [group]
  const at = group.by === 'name' ? group.words.length : depth
  const parts = [...Map.groupBy(group.tools, ({ words }) => words[at]?.key)]
  if (parts.length === 1) return smaller(group, depth + 1)
  const apart = parts.filter(([key, tools]) => key !== undefined && tools.length >= FEWEST_TOOLS)
  const taken = new Set(apart.flatMap(([, tools]) => tools))
  const left = group.tools.filter((tool) => !taken.has(tool))
  return [
    ...(left.length === 0 ? [] : [{ ...group, tools: left }]),
    ...apart.flatMap(([, tools]) => {
      const words = group.by === 'name' ? sharedWords(tools) : [...group.words, wordAt(tools, at)]
      return smaller({ words, tools, by: group.by }, depth + 1)
    }),
  ]
}

const wordAt = (tools: readonly Named[], at: number): string => tools[0]?.words[at]?.shown ?? ''

function namespaceOf(server: string | undefined, { words, tools, by }: Group): Namespace {
  const name = [...(server === undefined ? [] : wordsOf(server)), ...words]
    .join('_')
    .replace(/[^\p{L}\p{N}_]/gu, '')
  return {
    name: [...new Set(name.split('_'))].join('_'),
    description: descriptionOf(words, { tools, by, of: server }),
    tools: tools.map(({ id }) => id),
    by,
  }
}

/** Verbs of a description. */
const MOST_VERBS = 5

function descriptionOf(
  words: readonly string[],
  { tools, by, of }: { tools: readonly Named[]; by: Namespace['by']; of: string | undefined },
): string {
  const counts = new Map<string, number>()
  for (const { verb } of tools)
    if (verb !== undefined) counts.set(verb, (counts.get(verb) ?? 0) + 1)
  const verbs = [...counts].sort(([, a], [, b]) => b - a).map(([verb]) => verb)
  const shown = verbs.slice(0, MOST_VERBS)
  const does =
    shown.length === 0
      ? ''
      : `: ${shown.join(', ')}${verbs.length > shown.length ? ' and more' : ''}`
  const subject =
    by === 'rest' ? 'Tools that belong to none of the others' : `Tools for “${words.join(' ')}”`
  const server = of === undefined ? '' : ` of ${of}`
  return `${subject}${server}${does} (${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}).`
}
