import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { actions, type ActionInput } from '../actions'
import type { FoundTools, SessionStep } from '../../contract/agent'
import { heldAfter, SESSION_BOUNDS, tokensAfter } from '../../domain/agent/session'
import { notWholeText } from '../../domain/agent/words'
import type { Everything } from '../../domain/catalog/everything'
import { Problem } from '../../domain/problem'
import { toolsText } from '../../domain/run/catalog-size'
import { command, type Given } from '../../hosts/cli/command'
import { EMBEDDER, OPTION, reads, several, whole } from '../../hosts/cli/flags'
import { plainText } from '../../hosts/cli/print-table'
import { chosenRecipe } from '../../hosts/cli/recipe-choice'
import type { CommandSession } from '../../hosts/cli/session'
import { traceText } from '../../hosts/cli/trace-text'
import { triedLines } from '../../hosts/cli/tried-text'

const { dir, query, k } = actions['agent.select'].input.shape

const SESSION_FLAGS = {
  text: query,
  dir,
  by: reads(searcherCalled, 'who')
    .optional()
    .describe('who searches: clauses (of the request) or model; default: clauses'),
  search: several('query', 'a text to search instead; several times, in this order'),
  k: k.describe('how many tools it begins with; default: as the workspace works'),
  each: whole(1).default(3).describe('how many tools each search may add'),
  recipe: z.string().optional().meta({
    title: 'id',
    description:
      'the recipe, or one of your own by its name; default: what the workspace works with',
  }),
  embedder: EMBEDDER,
  option: OPTION,
  trace: z.boolean().optional().describe('show what every stage of each search did'),
}
type SessionFlags = Given<typeof SESSION_FLAGS>

const agentSession = command({
  summary: 'run an agent’s session: it begins with some tools and searches for more',
  args: ['text'],
  input: SESSION_FLAGS,
  asksModels: true,
  run: goThrough,
  json: asJson,
  print: ({ found, steps, everything }) => totalLine(found, { steps, everything }),
})

/** A session as it goes on: what it began with, and then each step. */
interface Going {
  start: FoundTools
  steps: (SessionStep | FoundTools)[]
  /** All that joined, in order. */
  found: FoundTools[]
}

async function goThrough(
  session: CommandSession,
  flags: SessionFlags,
  { isJson }: { isJson: boolean },
): Promise<Going & { everything: Everything }> {
  const { dir: place, text, search, by = 'clauses', embedder, trace } = flags
  if (flags.by !== undefined && search) {
    throw new Problem('bad-input', '--search says what to search: leave out --by.')
  }
  const { recipe, options } = await chosenRecipe(session, place, flags)
  const asked = { dir: place, recipe, options, embedder, withTrace: true }
  const say = (lines: string[]) => {
    if (!isJson) session.print(lines.join('\n'))
  }
  const start = await session.request('agent.select', { ...asked, query: text, k: flags.k })
  say(foundLines(start, { title: 'It begins with', trace }))
  const going: Going = { start, steps: [], found: [start] }
  const more = { ...asked, k: flags.each }
  const next = search
    ? searchingFor(session, going, { more, queries: search })
    : stepping(session, going, { ...more, text, by })
  for await (const step of next) say(stepLines(step, { of: going.found, trace }))
  const { everything } = await session.request('catalog.facets', { dir: place })
  return { ...going, everything }
}

function searcherCalled(text: string): SessionStep['by'] {
  if (text === 'clauses' || text === 'model') return text
  throw new InvalidArgumentError(`“${text}” does not search. Choose clauses or model.`)
}

type Asked = Omit<ActionInput<'agent.search'>, 'query' | 'held' | 'searched'>

async function* searchingFor(
  session: CommandSession,
  going: Going,
  { more, queries }: { more: Asked; queries: readonly string[] },
): AsyncGenerator<FoundTools> {
  for (const query of queries) {
    const found = await session.request('agent.search', { ...more, ...soFar(going), query })
    going.steps.push(found)
    going.found.push(found)
    yield found
  }
}

async function* stepping(
  session: CommandSession,
  going: Going,
  input: Asked & { text: string; by: SessionStep['by'] },
): AsyncGenerator<SessionStep> {
  // A model that only asks for what is refused comes to no end by itself.
  for (let at = 0; at <= SESSION_BOUNDS.searches; at++) {
    const step = await session.request('agent.step', { ...input, ...soFar(going) })
    going.steps.push(step)
    going.found.push(...step.searches)
    yield step
    if (step.done) return
  }
}

const soFar = ({ found }: Going) => ({
  held: heldAfter(found),
  searched: found.slice(1).map(({ query }) => query),
})

function asJson(
  { start, steps, found, everything }: Going & { everything: Everything },
  { text, trace }: SessionFlags,
) {
  const told = (of: FoundTools) => {
    const { trace: stages, names: _, ...rest } = of
    return { ...rest, ...(trace && { trace: stages }) }
  }
  return {
    query: text,
    start: told(start),
    steps: steps.map((step) =>
      'searches' in step ? { ...step, searches: step.searches.map(told) } : told(step),
    ),
    searches: found.length - 1,
    held: heldAfter(found),
    promptTokens: tokensAfter(found),
    everything,
  }
}

interface Shown {
  /** Whether each stage is told. */
  trace?: boolean | undefined
}

/** What a search gave, as lines: its tools, what they add, and why there are none. */
function foundLines(found: FoundTools, { title, trace }: Shown & { title: string }): string[] {
  const { tools, promptTokens, already = [], latencyMs, bound, degraded } = found
  const joined = tools.length === 1 ? '1 tool' : `${tools.length} tools`
  const held = already.length > 0 ? ` joined, ${already.length} held already` : ''
  const cost = `+${promptTokens} tokens, ${latencyMs.toFixed(1)} ms`
  return [
    `${title}: ${joined}${held}; ${cost}.`,
    ...tools.map(
      ({ name, server, promptTokens: tokens }) =>
        `  + ${plainText(name)}${server === undefined ? '' : ` (${plainText(server)})`}, ${tokens} tokens`,
    ),
    ...(bound === undefined ? [] : [`  ${bound}`]),
    ...degraded.map((reason) => `  ${plainText(reason)}`),
    ...(trace && found.trace ? [traceText(found.trace, '    ')] : []),
  ]
}

/**
 * What happened in one step, as lines.
 * @param of all that was found until then, that of this step included.
 */
function stepLines(
  step: SessionStep | FoundTools,
  { of, trace }: Shown & { of: readonly FoundTools[] },
): string[] {
  if (!('searches' in step)) return foundLines(step, { title: titleOf(step, of), trace })
  const { searches, refused, model, done } = step
  const isOver = done && searches.length === 0
  return [
    ...searches.flatMap((found) => foundLines(found, { title: titleOf(found, of), trace })),
    ...refused.map(({ query, why }) => `  Not searched: “${plainText(query)}”: ${plainText(why)}.`),
    ...(model ? modelLines(model) : []),
    ...(isOver && !model && of.length === 1
      ? [
          'The request asks for one thing: there is no clause to search. Try --search, or --by model.',
        ]
      : []),
  ]
}

const titleOf = (found: FoundTools, of: readonly FoundTools[]): string =>
  `${of.indexOf(found)}. Search “${plainText(found.query)}”`

function modelLines(model: NonNullable<SessionStep['model']>): string[] {
  if (model.calls.length > 0) return triedLines(model)
  const first = model.firstCallMs === undefined ? '' : `, first call after ${ms(model.firstCallMs)}`
  const said = model.said.trim()
  const { fault } = model
  return [
    `  ${plainText(model.model)}: ${model.promptTokens} + ${model.answerTokens} tokens, ${ms(model.latencyMs)}${first}.`,
    ...(fault === undefined ? [] : [`  ${plainText(notWholeText(fault))}`]),
    ...(said === '' ? [] : [`  It said: ${plainText(said)}`]),
  ]
}

const ms = (value: number): string => `${Math.round(value)} ms`

/** What the session came to, in one line. */
function totalLine(
  found: readonly FoundTools[],
  { steps, everything }: { steps: readonly object[]; everything: Everything },
): string {
  const tokens = tokensAfter(found)
  const searches = found.length - 1
  const own = steps.find((step): step is SessionStep => 'searchToolTokens' in step)
  const search = own ? `, ${own.searchToolTokens} more for search_tools` : ''
  const saved =
    everything.promptTokens > 0
      ? ` (${Math.round(100 * (1 - tokens / everything.promptTokens))} % saved)`
      : ''
  return (
    `${searches} ${searches === 1 ? 'search' : 'searches'}: it holds ${heldAfter(found).length} of ${toolsText(everything.tools)}, ` +
    `${tokens} of ${everything.promptTokens} tokens${saved}${search}. No tool was executed.`
  )
}

export const commands = { session: agentSession }
