import { answerFault } from './answer-faults'
import { sifted, type Sifted } from './junk-texts'
import { newTexts, isOwnText } from './new-texts'
import { tagsOf } from '../../domain/tool/catalog-tool'
import { named } from '../../domain/value/json'
import { bareText } from '../../domain/value/same-text'
import { parametersOf } from '../../domain/tool/schema-parameters'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import type { ProposedPart, ProposedText } from '../../domain/proposal/text'
import type { CatalogTool } from '../../domain/tool/tool'
import { InvalidAnswer, type Ask, type AskCall } from '../../pipeline/ask'
import { toStandardise } from '../../pipeline/knowledge-base/to-standardise'
import type { Prompt } from '../../pipeline/prompt'
import {
  proposeDescription,
  proposeLimits,
  proposeWhenToUse,
} from '../../pipeline/prompts/propose-description'
import { proposeParameters } from '../../pipeline/prompts/propose-parameters'
import { proposeQuestions, questionsOf } from '../../pipeline/prompts/propose-questions'
import { proposeTags, proposeTopics } from '../../pipeline/prompts/propose-topics'
import type { ShownTool } from '../../pipeline/prompts/quoted'
import type { TextsFault, ToEnhance } from '../../pipeline/prompts/tool-to-enhance'
import { LONGEST_QUESTION, MOST_PARAMETERS } from '../../app/models/question-limits'
import { validationErrorWords } from '../../app/requests/validation-error-words'

/** Requests of users that a model is shown of one tool. */
const MOST_EXAMPLES = 12

/** One part of a tool, with what is known of it beside its own entry. */
export interface PartToAsk {
  entry: CatalogTool
  part: ProposedPart
  /** The tools most like it. */
  neighbours: readonly ShownTool[]
  /** Questions that are proposed for it. */
  questions: readonly string[]
  /** Entries that its author did not want. */
  rejected: readonly string[]
  /** The instruction of a workspace's own, where it has one for this part. */
  wording?: string | undefined
  /** Whether a text is another tool's, or proposed for another one. */
  isOfAnother?: ((text: string) => boolean) | undefined
}

export interface PartAnswer {
  /** What is new of the part, or why there is nothing. */
  outcome: { proposed: ProposedText } | { why: string }
  /** Texts of users' queries that the model was shown. */
  seen: string[]
  isCached: boolean
}

/** What is asked for a part, whatever tool it is of. */
export const promptOf = (part: ProposedPart, fault: TextsFault, names: readonly string[] = []) =>
  asking[part](fault, names).prompt

/** Asks a model for one part of a tool. @throws whatever keeps it from answering at all. */
export async function askPart(ask: Ask, about: PartToAsk, call: AskCall): Promise<PartAnswer> {
  const { entry, part } = about
  const names = undescribed(entry)
  const input = toEnhance(about, names)
  const context = {
    part,
    name: entry.tool.name,
    own: ownTexts(entry),
    isOfAnother: about.isOfAnother,
  }
  const fault: TextsFault = (texts) => {
    const faultOf = answerFault(entry, part)
    const { texts: kept, junk } = sift(texts)
    return kept.length > 0 ? faultOf(kept) : (faultOf(texts) ?? junk[0])
  }
  const { prompt, read } = asking[part](fault, names)
  const instruction = `${unquoted(prompt.text(input))}\n${about.wording ?? ''}`
  const sift = (texts: readonly string[]): Sifted => sifted(texts, { ...context, instruction })
  const seen = SHOWS_EXAMPLES.has(part) ? [...input.examples] : []
  const refused = (why: string): PartAnswer => ({ outcome: { why }, seen, isCached: false })
  if (part === 'parameters' && names.length > MOST_PARAMETERS) return refused(tooMany(names.length))
  if (prompt.text(input).length > LONGEST_QUESTION) return refused(TOO_LONG)
  try {
    const { answer, call: asked } = await ask(prompt, input, call)
    return { outcome: outcomeOf(about, read(answer), sift), seen, isCached: asked.cached }
  } catch (error) {
    if (error instanceof InvalidAnswer) return refused(validationErrorWords(error.fault))
    throw error
  }
}

/** What a message says around what it quotes. */
const unquoted = (text: string): string => text.replace(/^<data>\n[^]*?^<\/data>$/gm, '')

const ownTexts = ({ tool, layer }: CatalogTool): string[] =>
  [tool.description, layer.description, layer.whenToUse, layer.limits].filter(
    (text) => text !== undefined,
  )

/** The tool's own parameters that its author has not described: the others stay as they are. */
export const undescribed = ({ tool, layer }: CatalogTool): string[] =>
  parametersOf(tool.parameters)
    .parameters.filter(({ level, name }) => level === 1 && !named(layer.parameters, name))
    .map(({ name }) => name)

const SHOWS_EXAMPLES: ReadonlySet<ProposedPart> = new Set(['questions', 'topics', 'tags'])

const TOO_LONG = 'its definition is longer than a model is asked about: write it by hand'
const tooMany = (count: number): string =>
  `it has ${count} parameters, and a model is asked about ${MOST_PARAMETERS} at most: describe them by hand`

function toEnhance(
  { entry, part, neighbours, questions }: PartToAsk,
  names: readonly string[],
): ToEnhance {
  const { name, description, parameters } = toStandardise(entry)
  const { tool, layer } = entry
  const shown = parameters.filter((each) => part !== 'parameters' || names.includes(each.name))
  const own = [...tool.examples.flatMap(({ intent }) => intent ?? []), ...(layer.questions ?? [])]
  return {
    name,
    description,
    neighbours,
    tags: tagsOf(entry),
    parameters: part === 'parameters' ? shown : shown.slice(0, MOST_PARAMETERS),
    examples: [...new Set([...own, ...(part === 'questions' ? [] : questions)])].slice(
      0,
      MOST_EXAMPLES,
    ),
  }
}

/** What an answer says: one text, a list, or texts by parameter. */
type TextParts = string | readonly string[] | Readonly<Record<string, string>>

/** A question with the way to read its answer. */
interface Asking<Answer> {
  prompt: Prompt<ToEnhance, Answer>
  read(answer: Answer): TextParts
}

const as = <Answer>(
  prompt: Prompt<ToEnhance, Answer>,
  read: (answer: Answer) => TextParts,
): Asking<unknown> => ({ prompt, read })

const asking: Record<
  ProposedPart,
  (fault: TextsFault, names: readonly string[]) => Asking<unknown>
> = {
  description: (fault) => as(proposeDescription(fault), ({ description }) => description),
  whenToUse: (fault) => as(proposeWhenToUse(fault), ({ whenToUse }) => whenToUse),
  limits: (fault) => as(proposeLimits(fault), ({ limits }) => limits),
  questions: (fault) => as(proposeQuestions(fault), questionsOf),
  topics: (fault) => as(proposeTopics(fault), ({ topics }) => topics),
  tags: (fault) => as(proposeTags(fault), ({ tags }) => tags),
  parameters: (fault, names) =>
    as(proposeParameters(names, fault), ({ parameters }) =>
      Object.fromEntries(parameters.map(({ name, purpose }) => [name, purpose])),
    ),
}

const NOTHING_NEW = 'it says nothing new'

function outcomeOf(
  about: PartToAsk,
  said: TextParts,
  sift: (texts: readonly string[]) => Sifted,
): PartAnswer['outcome'] {
  const { entry, part } = about
  if (typeof said === 'string') {
    const [text] = sift([said]).texts
    return text === undefined ? { why: NOTHING_NEW } : { proposed: { [part]: text.trim() } }
  }
  if (isList(said)) return listOutcome(about, sift(said).texts)
  const isOwn = isOwnText(entry, part)
  const known = new Map(
    toStandardise(entry).parameters.map(({ name, description }) => [name, description]),
  )
  const told = Object.entries(said).filter(
    ([name, text]) =>
      !['', name, known.get(name) ?? ''].map(bareText).includes(bareText(text)) &&
      !isOwn(text) &&
      sift([text]).texts.length > 0,
  )
  if (told.length === 0) return { why: NOTHING_NEW }
  const trimmed = told.map(([name, text]) => [name, text.trim()] as const)
  return { proposed: { parameters: Object.fromEntries(trimmed) } }
}

const isList = (said: Exclude<TextParts, string>): said is readonly string[] => Array.isArray(said)

function listOutcome(
  { entry, part, rejected }: PartToAsk,
  said: readonly string[],
): PartAnswer['outcome'] {
  const stands = part === 'tags' ? tagsOf(entry) : (entry.layer[part as 'topics'] ?? [])
  const room = TEXT_PROPOSALS.mostEntries - stands.length
  if (room <= 0) return { why: `it has ${TEXT_PROPOSALS.mostEntries} already` }
  const isOwn = isOwnText(entry, part)
  const others = said.filter((text) => !isOwn(text))
  const added = newTexts(others, [...stands, ...rejected], room)
  return added.length > 0 ? { proposed: { [part]: added } } : { why: NOTHING_NEW }
}
