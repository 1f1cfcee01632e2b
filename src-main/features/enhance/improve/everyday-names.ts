import { randomUUID } from 'node:crypto'
import { catalogNouns, stemOfNoun, type CatalogNoun } from '../../../authoring/words/nouns'
import type { TextProposal } from '../../../domain/proposal/text'
import type { ToolId } from '../../../domain/tool/tool'
import { InvalidAnswer } from '../../../pipeline/ask'
import { toolVersion } from '../../../pipeline/knowledge-base/to-standardise'
import { promptName } from '../../../pipeline/prompt'
import { namesOf, proposeNames } from '../../../pipeline/prompts/propose-names'
import { chatModelOf, noChatModel } from '../../../app/models/chat-model'
import { runJob } from '../../../app/models/job'
import type { Call } from '../../../app/app'
import type { AppContext } from '../../../app/context'
import type { Catalog } from '../../../app/workspaces/catalog'
import { inWordsOf } from '../../../pipeline/ask'
import { analyser } from '../../../pipeline/text/analyse'
import { sifted } from '../junk-texts'
import { newTexts } from '../new-texts'
import { storeOutcomes, textProposals, type PartOutcome } from '../put-proposals'
import type { ImprovePlace } from './asked-place'

/** Nouns that are asked about in one run, those of tools that are missed most first. */
const MOST_NOUNS = 200
/** Names that more tools share tell none of them from others. */
const MOST_SHARED = 100
const MOST_WORDS = 3

const BY_NAMES = new RegExp(`^${proposeNames.id}@`)

/** Whether a proposal holds everyday names of a tool's things. */
export const isOfNames = ({ origin }: Pick<TextProposal, 'origin'>): boolean =>
  origin.by === 'model' && BY_NAMES.test(origin.prompt)

/** Nouns of these tools that no names were proposed for, in the order of the tools. */
export function nounsToAsk(
  catalog: Catalog,
  ids: readonly ToolId[],
  proposals: readonly TextProposal[],
): CatalogNoun[] {
  const asked = new Set(proposals.filter(isOfNames).map(({ tool }) => tool))
  const nouns = [...catalogNouns(catalog.tools).values()].filter(
    ({ tools }) => tools.length <= MOST_SHARED && !tools.every((tool) => asked.has(tool)),
  )
  const places = new Map(ids.map((tool, place) => [tool, place]))
  const placeOf = ({ tools }: CatalogNoun) =>
    Math.min(...tools.map((tool) => places.get(tool) ?? Infinity))
  return nouns
    .filter((noun) => placeOf(noun) < Infinity)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .slice(0, MOST_NOUNS)
}

/** What came of asking for names. */
export interface NamesAsked {
  nouns: number
  failed: string[]
}

/**
 * Asks the chat model once for each noun of these tools what people call it, and proposes the
 * answers as topics of all tools that have the noun. What was answered before a stop is in the
 * store of answers, so that asking again takes no time.
 */
export async function askNames(
  context: AppContext,
  { ids, place }: { ids: readonly ToolId[]; place: ImprovePlace['place'] },
  call: Call,
): Promise<NamesAsked> {
  const { session, dir } = place
  const { clock } = context
  const { model, ask, promptOverrides } = await chatModelOf(
    context,
    { session, dir, signal: call.signal },
    () => noChatModel('be asked for names', 'Texts can be written by hand.'),
  )
  const catalog = await session.catalog()
  const items = nounsToAsk(catalog, ids, await textProposals(session))
  const known = new Set(catalogNouns(catalog.tools).keys())
  const found = new Map<ToolId, string[]>()
  const { failed } = await runJob<CatalogNoun, CatalogNoun, never>(
    {
      what: 'Asking what people call things',
      unit: 'nouns',
      stage: 'propose everyday names',
      items,
      find: (noun) => Promise.resolve(noun),
      async ask(noun, { question }) {
        const names = await question((each) => namesAsked(ask, { noun: noun.noun, known }, each))
        if (names.length === 0) return
        for (const tool of noun.tools) found.set(tool, [...(found.get(tool) ?? []), ...names])
      },
    },
    { clock, ...call },
  )
  if (found.size === 0) return { nouns: items.length, failed }
  const run = randomUUID()
  const prompt = promptName(inWordsOf(promptOverrides, proposeNames))
  await session.change((now) => {
    const outcomes = [...found].flatMap(([tool, names]): PartOutcome[] => {
      if (!now.has(tool)) return []
      const entry = now.tool(tool)
      const topics = newTexts(names, entry.layer.topics ?? [], MOST_NAMES)
      if (topics.length === 0) return []
      const origin = { by: 'model' as const, model, prompt }
      const of = toolVersion(entry)
      const proposal = { proposed: { topics }, origin, of, at: clock.timestamp(), run, seen: [] }
      return [{ tool, part: 'topics', proposal }]
    })
    return storeOutcomes(session, now, outcomes)
  })
  return { nouns: items.length, failed }
}

/** Names of a tool with several nouns. */
const MOST_NAMES = 8

type AskModel = Awaited<ReturnType<typeof chatModelOf>>['ask']

async function namesAsked(
  ask: AskModel,
  { noun, known }: NounAsked,
  call: Parameters<AskModel>[2],
): Promise<string[]> {
  try {
    const { answer } = await ask(proposeNames, { noun }, call)
    return goodNames(namesOf(answer), { noun, known, instruction: proposeNames.beginning ?? '' })
  } catch (error) {
    if (error instanceof InvalidAnswer) return []
    throw error
  }
}

interface NounAsked {
  noun: string
  /** Stems of all nouns of the catalog: what is another thing’s name is none for this one. */
  known: ReadonlySet<string>
}

const stemsOf = analyser(['stop-words', 'stemming'])
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}\p{N} '’-]*$/u

/**
 * Names that say something else than the noun and are no other thing of the catalog: small models
 * repeat it, count up what stands beside it, and write words of the question.
 */
export function goodNames(
  names: readonly string[],
  { noun, known, instruction }: { noun: string; known: ReadonlySet<string>; instruction: string },
): string[] {
  const own = stemOfNoun(noun)
  const told = new Set(stemsOf(instruction))
  const context = { part: 'topics' as const, instruction, name: noun, own: [] }
  const isGood = (name: string): boolean => {
    const stems = stemsOf(name)
    return (
      PLAIN_NAME.test(name) &&
      name.split(' ').length <= MOST_WORDS &&
      stems.length > 0 &&
      !stems.includes(own) &&
      !known.has(stems.join(' ')) &&
      !stems.every((stem) => told.has(stem))
    )
  }
  return sifted(names, context)
    .texts.map((name) => name.trim().toLowerCase())
    .filter(isGood)
}
