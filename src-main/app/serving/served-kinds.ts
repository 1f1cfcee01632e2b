import { nounsOf, stemOfNoun, wordsOf } from '../../authoring/words/nouns'
import { operationOf, type Operation } from '../../authoring/words/operations'
import { isVerbForm } from '../../authoring/lint/verb-forms'
import { maySpeakToModel } from '../../authoring/lint/instructions-to-model'
import { serverOf, tagsOf } from '../../domain/tool/catalog-tool'
import { readInPassing } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'

/** Tools that belong together: of one server, or of one tag. */
export interface ToolGroup {
  /** As the catalog calls it; left out: of those that belong to none. */
  name?: string
  tools: number
  /** What they work with, in the words of their names, the most frequent first. */
  objects: readonly string[]
}

/** What there is to say of a catalog, by the names of its tools alone. */
export interface ServedKinds {
  tools: number
  /** What groups are made by; left out: neither server nor tag tells tools apart. */
  by?: 'server' | 'tag'
  /** Those of most tools first. */
  groups: readonly ToolGroup[]
  /** Tools of no group, where there are groups. */
  others?: ToolGroup
  /** What all of them work with. */
  objects: readonly string[]
  /** By which names say what tools do, the most frequent first. */
  verbs: readonly string[]
  /** Two at most: an operation and its object, as a name says them. */
  examples: readonly string[]
}

/** Objects that are told of a group. */
const MOST_OBJECTS = 6
/** Characters. */
const LONGEST = { object: 24, example: 24 }
/** Names that an example is chosen from, of a group. */
const MOST_CHOICES = 8
/** Verbs that no model is shown as what to search for. */
const DESTROYING = new Set('cancel clear delete destroy drop purge remove revoke wipe'.split(' '))
/** Verbs that say little: an example has another one where there is any. */
const VAGUE = new Set('do get handle make manage run set use'.split(' '))
/** Groups that examples are chosen from. */
const MOST_CHOSEN_FROM = 10

/** What there is to say of these tools. Each is read in passing, and others have their turn. */
export async function servedKinds(tools: readonly CatalogTool[]): Promise<ServedKinds> {
  const by = groupedBy(tools)
  const names = new Map<string | undefined, string[][]>()
  await inTurns(tools, (entry) => {
    const name = by && groupOf[by](entry)
    const words = wordsOf(readInPassing(entry).tool.name)
    const known = names.get(name)
    if (known) known.push(words)
    else names.set(name, [words])
  })
  const sums: Sums = { verbs: new Map(), objects: new Map() }
  const looked: LookedAt[] = []
  for (const [name, those] of names) looked.push(await lookedAt(name, those, sums))
  looked.sort((a, b) => b.tools - a.tools || byText(a.name ?? '', b.name ?? ''))
  const others = looked.find(({ name }) => name === undefined)
  return {
    tools: tools.length,
    ...(by && { by }),
    groups: looked.filter(({ name }) => name !== undefined).map(groupAlone),
    ...(others && { others: groupAlone(others) }),
    objects: mostSaid(sums.objects),
    verbs: mostFirst(sums.verbs).map(([verb]) => verb),
    examples: examplesOf(looked.slice(0, MOST_CHOSEN_FROM), sums.verbs),
  }
}

/** Tools looked at before others have their turn: some ten milliseconds. */
const AT_ONCE = 2_000

async function inTurns<Item>(items: readonly Item[], look: (item: Item) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    look(item)
    if ((at + 1) % AT_ONCE === 0) await new Promise(setImmediate)
  }
}

const groupAlone = ({ name, tools, objects }: LookedAt): ToolGroup => ({
  ...(name !== undefined && { name }),
  tools,
  objects,
})

const groupOf = {
  server: serverOf,
  tag: (entry: CatalogTool): string | undefined => tagsOf(entry)[0],
}

/** By server where any tool has one, else by tag where most have one. */
function groupedBy(tools: readonly CatalogTool[]): ServedKinds['by'] {
  if (tools.some((entry) => serverOf(entry) !== undefined)) return 'server'
  const tagged = tools.filter((entry) => tagsOf(entry).length > 0).length
  return tagged > 0 && tagged * 2 >= tools.length ? 'tag' : undefined
}

interface LookedAt extends ToolGroup {
  all: Objects
  /** Operations by the names that say them and nothing else, in words. */
  choices: ReadonlyMap<string, Operation>
  /** Some names in words, for where none says an operation. */
  short: readonly string[]
}

/** How often each thing is said, and how. */
type Objects = Map<string, { times: number; forms: Map<string, number> }>

/** Of all groups together. */
interface Sums {
  verbs: Map<string, number>
  objects: Objects
}

async function lookedAt(
  name: string | undefined,
  all: readonly string[][],
  sums: Sums,
): Promise<LookedAt> {
  const isShared = sharedWords(name, all)
  const objects: Objects = new Map()
  const choices = new Map<string, Operation>()
  const short: string[] = []
  const addThing = (noun: string, form: string) => {
    for (const each of [objects, sums.objects]) add(each, noun, form)
  }
  await inTurns(all, (words) => {
    const own = words.slice(words.findIndex((word) => !isShared(word)))
    const operation = operationOf(own) ?? operationOf(words)
    if (!operation) {
      const [only = ''] = words
      // “search” of a server of notes.
      if (words.length === 1 && isVerbForm(only)) return count(sums.verbs, only)
      for (const noun of nounsOf(words.join(' '))) addThing(noun, noun)
      const said = words.join(' ')
      if (short.length < MOST_CHOICES && isExample(said)) short.push(said)
      return
    }
    const { verb, object, noun } = operation
    count(sums.verbs, verb)
    addThing(noun, object)
    const said = `${verb} ${object}`
    const isWhole = said === own.join(' ') || said === words.join(' ')
    if (isWhole && isExample(said) && !DESTROYING.has(verb)) choices.set(said, operation)
  })
  const named = name === undefined ? {} : { name }
  return { ...named, tools: all.length, objects: mostSaid(objects), all: objects, choices, short }
}

/**
 * Which first words say nothing of a tool: its group’s name, or what most names there begin with
 * (`slack_list_users`).
 */
function sharedWords(
  name: string | undefined,
  all: readonly string[][],
): (word: string) => boolean {
  const own = new Set(name === undefined ? [] : wordsOf(name))
  const firsts = new Map<string, number>()
  for (const [first = ''] of all) count(firsts, first)
  const isFirst = (word: string) => all.length > 3 && (firsts.get(word) ?? 0) * 2 > all.length
  return (word) => !isVerbForm(word) && (own.has(word) || isFirst(word))
}

function add(objects: Objects, noun: string, form: string): void {
  const stem = stemOfNoun(noun)
  const known = objects.get(stem) ?? { times: 0, forms: new Map<string, number>() }
  known.times += 1
  for (const each of new Set([noun, form])) count(known.forms, each)
  objects.set(stem, known)
}

/**
 * Each thing in two words where most names have both, else in one; of two
 * forms that are as frequent, the longer, which is the plural.
 */
function mostSaid(objects: Objects): string[] {
  const byTimes = [...objects].toSorted(([a, one], [b, other]) =>
    one.times === other.times ? byText(a, b) : other.times - one.times,
  )
  const said = byTimes.slice(0, 2 * MOST_OBJECTS).map(([, { times, forms }]) => {
    const ordered = [...forms].toSorted(
      ([a, one], [b, other]) => other - one || b.length - a.length || byText(a, b),
    )
    const pair = ordered.find(([form, said]) => form.includes(' ') && said * 2 > times)
    return (pair ?? ordered.find(([form]) => !form.includes(' ')))?.[0] ?? ''
  })
  const fitting = said.filter((each) => each.length <= LONGEST.object).slice(0, MOST_OBJECTS)
  return maySpeakToModel(fitting.join(' ')) ? [] : fitting
}

const isExample = (words: string): boolean =>
  words.length >= 2 && words.length <= LONGEST.example && /^[\p{L}\p{M} ]+$/u.test(words)

/** Of several groups where there are some, and of other verbs and things. */
function examplesOf(groups: readonly LookedAt[], verbs: ReadonlyMap<string, number>): string[] {
  const [most = [], ...rest] = groups
    .map((group) => bestChoices(group, verbs))
    .filter(({ length }) => length > 0)
  const [first] = most
  if (!first) return shortOnes(groups)
  const differs = [...rest.flat(), ...most].filter(({ stem }) => stem !== first.stem)
  const second = differs.find(({ verb }) => verb !== first.verb) ?? differs[0]
  return [first, ...(second ? [second] : [])].map(({ words }) => words)
}

interface Example {
  words: string
  verb: string
  stem: string
}

/** Two of each thing at most, of those first that most tools work with, by frequent verbs. */
function bestChoices({ choices, all }: LookedAt, verbs: ReadonlyMap<string, number>): Example[] {
  const sorted = [...choices]
    .map(([words, { verb, noun }]) => {
      const stem = stemOfNoun(noun)
      const often = VAGUE.has(verb) ? 0 : (verbs.get(verb) ?? 0)
      return { words, verb, stem, times: all.get(stem)?.times ?? 0, often }
    })
    .toSorted((a, b) => b.times - a.times || b.often - a.often || byText(a.words, b.words))
  const taken = new Map<string, number>()
  const best = sorted.filter(({ stem }) => {
    const before = taken.get(stem) ?? 0
    taken.set(stem, before + 1)
    return before < 2
  })
  return best.slice(0, MOST_CHOICES).filter(({ words }) => !maySpeakToModel(words))
}

/** Where no name says an operation: names as they are, of different groups. */
const shortOnes = (groups: readonly LookedAt[]): string[] =>
  groups.flatMap(({ short }) => short.find((each) => !maySpeakToModel(each)) ?? []).slice(0, 2)

function count(counts: Map<string, number>, item: string): void {
  counts.set(item, (counts.get(item) ?? 0) + 1)
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const mostFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a, times], [b, more]) => more - times || byText(a, b))
