import { listed, type LintedTool } from '../../authoring/lint/linted-tool'
import {
  byNotes,
  type LintRule,
  type LintSubject,
  type Objection,
  type Pause,
} from '../../authoring/lint/rule'
import type { JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { textNumber } from '../../domain/value/text-number'
import { counted, placesByServer, serverAt, serverNumber } from './by-server'

/** Tools that a server has at least for anything to be called shared. */
const FEWEST_TOOLS = 5
/** Of a server's tools, more than these have what is shared. */
const SHARE = 0.5
/** Tools of an answer, by which the win is told: as many as a search gives by itself. */
const ANSWER = 5
/** Wins in an answer that are worth a finding. */
const LEAST_WON = 100

/** What most tools of a server say again and again. */
export const PARAMETERS_SHARED: LintRule = {
  id: 'parameters-shared',
  severity: 'note',
  title: 'Parameters that most tools of a server repeat',
  why: 'An answer with several of these tools has the same parameters several times, and each time they cost tokens.',
  ofCatalog: byNotes(noteOnTool, sharedIn),
}

interface Noted {
  server: number
  /** Numbers of its parameters, by name and schema. */
  parameters: readonly number[]
}

const NONE: readonly number[] = []

function noteOnTool({ entry }: LintedTool): Noted {
  const parameters = parametersIn(entry.tool.parameters.properties).map(numberOf)
  return {
    server: serverNumber(entry),
    parameters: parameters.length > 0 ? parameters : NONE,
  }
}

type Parameter = [name: string, schema: JsonValue]

const parametersIn = (properties: JsonValue | undefined): Parameter[] =>
  isJsonObject(properties) ? Object.entries(properties) : []

const numberOf = ([name, schema]: Parameter): number =>
  textNumber(`${name}:${JSON.stringify(schema)}`)

async function sharedIn(
  notes: readonly Noted[],
  subject: LintSubject,
  pause: Pause,
): Promise<Objection[]> {
  const found: Objection[] = []
  for (const places of placesByServer(notes)) {
    await pause()
    if (places.length < FEWEST_TOOLS) continue
    const shared = sharedAmong(places, notes)
    const objection = shared.size > 0 && sharedObjection(places, notes, { shared, subject })
    if (objection) found.push(objection)
  }
  return found
}

/** How many of the tools have each parameter that more than half have, by its number. */
function sharedAmong(places: readonly number[], notes: readonly Noted[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const at of places) {
    for (const each of notes[at]?.parameters ?? []) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return new Map([...counts].filter(([, count]) => count > SHARE * places.length))
}

function sharedObjection(
  places: readonly number[],
  notes: readonly Noted[],
  { shared, subject }: { shared: ReadonlyMap<number, number>; subject: LintSubject },
): Objection | undefined {
  const costs = costsOf(places, notes, { shared, subject })
  const inAll = sum(costs.map(({ tokens, count }) => tokens * count))
  const once = sum(costs.map(({ tokens }) => tokens))
  const inAnswer = (inAll / places.length) * ANSWER
  const won = inAnswer - once
  if (won < LEAST_WON) return undefined
  const { tool, ofServer } = serverAt(subject, places[0] ?? 0)
  const names = costs.map(({ name }) => name)
  const are = names.length === 1 ? 'parameter is' : 'parameters are'
  return {
    tool,
    where: `parameters ${ofServer}`,
    about: names.join('\n'),
    what: `${names.length} ${are} the same in more than half of the ${counted(places.length)} tools ${ofServer}: ${listed(names)}. They cost ${counted(inAll)} tokens in all definitions, and about ${counted(inAnswer)} in an answer of ${ANSWER} tools.`,
    fix: `Written once for an answer of ${ANSWER} tools they cost ${counted(once)} tokens: ${counted(won)} fewer. Leave out of the definitions what agents never set.`,
  }
}

interface Cost {
  name: string
  tokens: number
  count: number
}

/** Each shared parameter with its tokens, the dearest first. */
function costsOf(
  places: readonly number[],
  notes: readonly Noted[],
  { shared, subject }: { shared: ReadonlyMap<number, number>; subject: LintSubject },
): Cost[] {
  const costs = new Map<number, Cost>()
  for (const at of places) {
    if (costs.size === shared.size) break
    if (!notes[at]?.parameters.some((each) => shared.has(each) && !costs.has(each))) continue
    for (const parameter of parametersIn(subject.read(at).tool.parameters.properties)) {
      const number = numberOf(parameter)
      const count = shared.get(number)
      if (count === undefined || costs.has(number)) continue
      const [name, schema] = parameter
      const tokens = subject.tokensOf(`${JSON.stringify(name)}:${JSON.stringify(schema)},`)
      costs.set(number, { name, tokens, count })
    }
  }
  return [...costs.values()].sort((a, b) => b.tokens * b.count - a.tokens * a.count)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
