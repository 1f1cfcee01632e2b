import type { z } from 'zod'
import type { ServedSearch, ServedTools } from '../../contract/serving'
import { type FoundIn, foundFor, type Finding, type Found } from '../agent/find-tools'
import { withinBounds } from '../agent/search-tools'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import type { Call } from '../app'
import type { LoggedAnswer } from '../served/keep-request'
import { servedAnswer } from './served-answer'
import { ownParametersIn } from './own-parameters'
import { servedNaming, type ServingOf } from './served-naming'
import { Problem, type ProblemCode } from '../../domain/problem'
import { FilterOptions } from '../../pipeline/recipes/options'

/** The tools that an agent is given for a query. */
export async function searchServed(
  at: FoundIn,
  { query, held = [], detail, ...asked }: ServingOf & z.output<typeof ServedSearch>,
  call: Call,
): Promise<LoggedAnswer<ServedTools>> {
  const naming = await servedNaming(at, asked)
  const own = await ownParametersIn(at.context, asked.dir)
  const holding = [...new Set(held.flatMap((name) => naming.called(name)))]
  const finding = { ...asked, query, held: holding, searched: [] }
  const { found, bound } = await withinBounds(at, finding, {
    find: (within) => foundForAgent(at, within, call),
    countOf: ({ set }) => set.tools.length,
  })
  const placed = found?.set.tools ?? []
  const form = { ...(asked.form ?? STANDARD_FORM), ...(detail && { detail }) }
  const written = servedAnswer(at, placed, { naming, own, form })
  const notes = [bound, ...(found?.degraded ?? []), written.note].filter(
    (each) => each !== undefined,
  )
  const said = { ...(notes.length > 0 && { note: notes.join(' ') }) }
  const { recipe, k } = asked
  const ids = placed.slice(0, written.given).map(({ tool }) => tool)
  const kept = { query, tools: ids, recipe, k, tokens: written.tokens, ...said }
  return {
    answer: { ...written.answer, ...said },
    kept: { ...kept, ...(isLacking(found) && LACKING) },
  }
}

/** An answer that was not all that the recipe gives says nothing of the recipe. */
const LACKING = { lacking: true as const }

const isLacking = (found: { failed: readonly string[] } | undefined): boolean =>
  (found?.failed.length ?? 0) > 0

/** What is wrong with what was asked, or what a person has to decide: words alone would hide it. */
const NOT_OF_THE_RECIPE: readonly ProblemCode[] = [
  'bad-input',
  'not-found',
  'conflict',
  'cancelled',
  'asks-model',
  'asks-start',
  'newer-version',
]

/**
 * What the recipe finds, without waiting long for what does not answer; where it can find nothing,
 * what words alone do among the same tools.
 */
async function foundForAgent(at: FoundIn, finding: Finding, call: Call): Promise<Found> {
  const { wordsAlone } = at.context.recipes
  try {
    return await foundFor(at, { ...finding, goesOn: 'in time' }, call)
  } catch (error) {
    if (call.signal.aborted || finding.recipe === wordsAlone || !isOfTheRecipe(error)) throw error
    const { tags, servers, visibilities } = FilterOptions.parse(finding.options)
    const options = { tags, servers, visibilities }
    const found = await foundFor(at, { ...finding, recipe: wordsAlone, options }, call)
    const why = `Only words were searched: ${error.message}`
    return { ...found, degraded: [why, ...found.degraded], failed: [why, ...found.failed] }
  }
}

const isOfTheRecipe = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof Problem && NOT_OF_THE_RECIPE.includes(error.code))
