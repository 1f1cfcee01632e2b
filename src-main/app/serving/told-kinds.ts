import type { ServedKinds, ToolGroup } from './served-kinds'
import { toldName } from './told-name'

/** Characters of a name: amid others, and in a line of its own. */
const LONGEST_NAME = { amid: 24, ownLine: 40 }
/** Objects told of each group: as many of these as there is room for. */
const OBJECTS_EACH = [5, 3, 2, 1]
const MOST_VERBS = 8

/** What is searched, in a sentence: how many tools, of what. */
export function whatIsHere(kinds: ServedKinds, room: number): string {
  const { tools, groups, others } = kinds
  const [only] = groups
  if (tools === 0) return 'There are no tools here yet.'
  const begun = `${tools === 1 ? 'Here is' : 'Here are'} ${counted(tools)}`
  if (!only) return `${begun}${forObjects(others?.objects.slice(0, 5))}.`
  if (groups.length === 1 && !others) {
    return `${begun} of ${toldName(only.name ?? '', LONGEST_NAME.amid)}${forObjects(only.objects.slice(0, 5))}.`
  }
  const most = others ? ', most of them' : ''
  const of = `${begun}${most} ${preposition(kinds)} ${groupsText(kinds)}: `
  return `${of}${namesWithin(kinds, room - of.length - 1)}.`
}

/** By which verbs names say what tools do; none where hardly any name does. */
export function operationsHere({ verbs }: ServedKinds): string | undefined {
  const told = verbs.slice(0, MOST_VERBS)
  return told.length > 2 ? `Operations here: ${told.join(', ')}.` : undefined
}

/** Searches that find something here, in a sentence. */
export function exampleSearches({ examples }: ServedKinds): string | undefined {
  const quoted = examples.map((each) => `“${each}”`)
  return quoted.length > 0 ? `Good searches here: ${quoted.join(', ')}.` : undefined
}

/** The groups with what is in each, in as many lines, or in one where there are many. */
export function whatIsInEach(kinds: ServedKinds, room: number): string | undefined {
  const { groups, others } = kinds
  if (groups.length + (others ? 1 : 0) < 2) return undefined
  for (const most of OBJECTS_EACH) {
    const lines = groups.map((group) =>
      lineOf(toldName(group.name ?? '', LONGEST_NAME.ownLine), group, most),
    )
    if (others) lines.push(lineOf('others', others, most))
    const text = lines.join('\n')
    if (text.length <= room) return text
  }
  const counts = groups.map(
    ({ name = '', tools }) => `${toldName(name, LONGEST_NAME.amid)} (${tools})`,
  )
  const head = `${kinds.objects.length > 0 ? `Most are for ${listed(kinds.objects)}.\n` : ''}Tools of each: `
  const within = listedWithin(counts, room - head.length - 1)
  return within === undefined ? undefined : `${head}${within}.`
}

/** What is searched, as the description of a tool says it. */
export function whatItSearches(kinds: ServedKinds, room: number): string | undefined {
  const { tools, groups } = kinds
  if (tools === 0) return undefined
  const begun = `It searches ${counted(tools)}`
  if (groups.length === 0) return `${begun}.`
  const of = `${begun} of `
  return `${of}${namesWithin(kinds, room - of.length - 1)}.`
}

const lineOf = (name: string, { tools, objects }: ToolGroup, most: number): string =>
  `- ${name}: ${counted(tools)}${forObjects(objects.slice(0, most))}`

const forObjects = (objects: readonly string[] = []): string =>
  objects.length === 0 ? '' : `, for ${objects.join(', ')}`

const preposition = ({ by }: ServedKinds): string => (by === 'server' ? 'of' : 'in')

const groupsText = ({ by, groups: { length } }: ServedKinds): string =>
  `${number(length)} ${by === 'server' ? 'service' : 'group'}${length === 1 ? '' : 's'}`

function namesWithin({ groups }: ServedKinds, room: number): string {
  const names = groups.map(({ name = '' }) => toldName(name, LONGEST_NAME.amid))
  return listedWithin(names, room) ?? `${names[0] ?? ''} and ${number(names.length - 1)} more`
}

/** As many of these as fit, with how many more there are; none where not even one fits. */
function listedWithin(items: readonly string[], room: number): string | undefined {
  const all = listed(items)
  if (all.length <= room) return all
  const more = (told: number) => ` and ${number(items.length - told)} more`
  let length = 0
  let told = 0
  for (const item of items) {
    const longer = length + (told > 0 ? 2 : 0) + item.length
    if (longer + more(told + 1).length > room) break
    length = longer
    told += 1
  }
  return told === 0 ? undefined : `${items.slice(0, told).join(', ')}${more(told)}`
}

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

const number = (count: number): string => count.toLocaleString('en')
const counted = (tools: number): string => `${number(tools)} ${tools === 1 ? 'tool' : 'tools'}`
