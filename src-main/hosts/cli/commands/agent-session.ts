import type { Command } from 'commander'
import type { FoundTools, SessionStep } from '../../../contract/agent'
import type { ActionInput } from '../../../app/actions'
import { heldAfter, SESSION_BOUNDS, tokensAfter } from '../../../domain/agent/session'
import type { Everything } from '../../../domain/catalog/everything'
import { Problem } from '../../../domain/problem'
import { foundLines, stepLines, totalLine } from '../agent-session-text'
import { keyValue, several, wholeNumber } from '../arguments'
import { EMBEDDER_OPTION } from '../embedder-option'
import { OLLAMA_OPTION } from '../ollama-option'
import { chosenRecipes, type ChosenRecipe } from '../recipe-choice'
import type { CommandSession, Run } from '../session'

interface SessionFlags {
  workspace: string
  recipe?: string
  k?: number
  each: number
  by?: string
  search?: string[]
  embedder?: string
  ollama?: string
  option?: Record<string, string>
  trace?: boolean
  json?: boolean
}

export function addSessionCommand(program: Command, run: Run): void {
  program
    .command('session')
    .description('run an agent’s session: it begins with some tools and searches for more')
    .argument('<text>', 'what the user asks for')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--by <who>', 'who searches: clauses (of the request) or model; default: clauses')
    .option('--search <query>', 'what is searched, instead; several times, in this order', several)
    .option(
      '-k <n>',
      'how many tools it begins with; default: as the workspace works',
      wholeNumber(1),
    )
    .option('--each <n>', 'how many tools each search may add', wholeNumber(1), 3)
    .option(
      '--recipe <id>',
      'the recipe, or one of your own by its name; default: what the workspace works with',
    )
    .option(...EMBEDDER_OPTION)
    .option(...OLLAMA_OPTION)
    .option('--option <key=value>', 'an option of the recipe; may be repeated', keyValue)
    .option('--trace', 'show what every stage of each search did')
    .option('--json', 'print one JSON object')
    .action((text: string, flags: SessionFlags) =>
      run((session) => agentSession(session, text, flags), flags),
    )
}

/** A session as it goes on: what it began with, and then each step. */
interface Going {
  start: FoundTools
  steps: (SessionStep | FoundTools)[]
  /** All that joined, in order. */
  found: FoundTools[]
}

async function agentSession(
  session: CommandSession,
  text: string,
  flags: SessionFlags,
): Promise<void> {
  const by = searcherOf(flags)
  const dir = await session.workspace(flags.workspace)
  const names = flags.recipe === undefined ? undefined : [flags.recipe]
  const { chosen } = await chosenRecipes(session, { dir, names, options: flags.option })
  const { recipe, options } = chosen[0] as ChosenRecipe
  const asked = { dir, recipe, options, embedder: flags.embedder, withTrace: true }
  const say = (lines: string[]) => {
    if (!flags.json) session.print(lines.join('\n'))
  }
  const start = await session.request('agent.select', { ...asked, query: text, k: flags.k })
  say(foundLines(start, { title: 'It begins with', ...flags }))
  const going: Going = { start, steps: [], found: [start] }
  const more = { ...asked, k: flags.each }
  const next = flags.search
    ? searchingFor(session, going, { more, queries: flags.search })
    : stepping(session, going, { ...more, text, by })
  for await (const step of next) say(stepLines(step, { of: going.found, ...flags }))
  const { everything } = await session.request('catalog.facets', { dir })
  if (flags.json) return session.printJson(jsonOf(text, going, { everything, ...flags }))
  session.print(totalLine(going.found, { steps: going.steps, everything }))
}

/** @throws Problem `bad-input` for one that there is not, and where searches are given as well. */
function searcherOf({ by, search }: SessionFlags): 'clauses' | 'model' {
  if (by !== undefined && search) {
    throw new Problem('bad-input', '--search says what is searched: leave --by out.')
  }
  if (by === undefined || by === 'clauses') return 'clauses'
  if (by === 'model') return 'model'
  throw new Problem('bad-input', `“${by}” does not search.`, 'Say --by clauses or --by model.')
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

function jsonOf(
  text: string,
  { start, steps, found }: Going,
  { everything, trace }: { everything: Everything; trace?: boolean | undefined },
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
