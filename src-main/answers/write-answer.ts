import type { AnswerDetail, AnswerForm } from '../domain/agent/answer-form'
import type { JsonObject } from '../domain/tool/tool'
import type { AnswerParameter, AnswerParts } from './answer-parts'
import {
  isMore,
  levelsWithin,
  sharedAt,
  tokensAt,
  wantedLevels,
  type AnswerLevels,
} from './answer-levels'
import { partedBy, type SharedParameters } from './shared-parameters'

/** A tool as it stands in an answer. */
export interface WrittenTool {
  name: string
  description?: string
  inputSchema?: JsonObject
  /** Of a tool that is told in short: the names of its required parameters. */
  requires?: string[]
  /** Its parameters that stand in `sharedParameters`: their names, or all that stand there. */
  sharedParameters?: string[] | 'all'
}

export interface WrittenAnswer {
  tools: WrittenTool[]
  /** Parameters that several of the tools have, by name. */
  sharedParameters?: JsonObject
  /** How many of the tools are in it: the last are left out where not even their names fit. */
  given: number
  /** What is not whole, and how to get it; left out where nothing is missing. */
  note?: string
  /** Of all of it. */
  tokens: number
}

/** Names that a note lists, each with so many characters. */
const MOST_NAMED = 10
const LONGEST_NAME = 200
/** Rounds until what is said fits beside the tools. */
const MOST_ROUNDS = 4

/**
 * Writes an answer: the tools, best first, in as much detail as the form says and its budget holds.
 * A budget that holds not even one name gives one.
 * @param tokensOf tokens of a text
 */
export function writeAnswer(
  parts: readonly AnswerParts[],
  form: AnswerForm,
  tokensOf: (text: string) => number,
): WrittenAnswer {
  let room = form.budget
  for (let round = 1; ; round++) {
    const levels = levelsWithin(room, parts, form)
    const note = noteOf(parts, levels, form)
    const noteTokens = note === '' ? 0 : tokensOf(JSON.stringify({ note }))
    const tokens = tokensAt(parts, levels, form) + noteTokens
    if (tokens > form.budget && round < MOST_ROUNDS) {
      room -= tokens - form.budget
      continue
    }
    const shared = sharedAt(parts, levels, form)
    return {
      tools: levels.map((level, at) => toolAt(level, parts[at] as AnswerParts, shared)),
      ...(shared.size > 0 && { sharedParameters: schemasOf([...shared.values()]) }),
      given: levels.length,
      ...(note !== '' && { note }),
      tokens,
    }
  }
}

/** Parameters by name: the names are the author's, such as `__proto__`. */
const schemasOf = (parameters: readonly AnswerParameter[]): JsonObject =>
  Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))

function toolAt(level: AnswerDetail, tool: AnswerParts, shared: SharedParameters): WrittenTool {
  const { name, description, frame, purpose } = tool
  if (level === 'names') return { name }
  if (level === 'purpose') return { name, ...purpose }
  const { own, elsewhere, isAll } = partedBy(tool, shared)
  return {
    name,
    description,
    inputSchema: own.length > 0 ? { ...frame, properties: schemasOf(own) } : frame,
    ...(elsewhere.length > 0 && {
      sharedParameters: isAll ? ('all' as const) : elsewhere.map((each) => each.name),
    }),
  }
}

function noteOf(parts: readonly AnswerParts[], levels: AnswerLevels, form: AnswerForm): string {
  const wanted = wantedLevels(parts.length, form)
  const isLowered = (at: number): boolean =>
    isMore(wanted[at] as AnswerDetail, levels[at] as AnswerDetail)
  const at = [...levels.keys()]
  const lowered = at.filter(isLowered)
  const cut = at.filter((each) => levels[each] === 'full' && parts[each]?.isCut)
  const isShort = at.some((each) => !isLowered(each) && levels[each] !== 'full')
  const left = parts.length - levels.length
  const named = (places: readonly number[]) =>
    listed(places.map((place) => parts[place]?.name ?? ''))
  return [
    ...(isShort ? ['get_tools gives the parameters of the tools that you name.'] : []),
    ...(lowered.length > 0
      ? [
          lowered.length === parts.length
            ? `In short, to stay within ${form.budget} tokens; get_tools gives each.`
            : `In short, to stay within ${form.budget} tokens: ${named(lowered)}; get_tools gives each.`,
        ]
      : []),
    ...(cut.length > 0 ? [`Shortened: ${named(cut)}; get_tools gives all of it.`] : []),
    ...(left > 0
      ? [`${left} more ${left === 1 ? 'tool is' : 'tools are'} left out: ask for fewer at a time.`]
      : []),
  ].join(' ')
}

function listed(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED).map((name) => name.slice(0, LONGEST_NAME))
  const more = names.length - first.length
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ')
}
