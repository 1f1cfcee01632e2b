import type { Command } from 'commander'
import type { ActionInput, ActionAnswer } from '../../../app/actions'
import { tracedAnswer } from '../../../contract/traced-answer'
import { Problem } from '../../../domain/problem'
import type { ToolId } from '../../../domain/tool/tool'
import { inGroups } from '../../../domain/trace/tool-groups'
import { answerLines, explanationLines } from '../answer-text'
import { keyValue, several, wholeNumber } from '../arguments'
import { groupsJson, groupsOf } from '../group-lines'
import { EMBEDDER_OPTION } from '../embedder-option'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText } from '../print-table'
import { chosenRecipes, type ChosenRecipe } from '../recipe-choice'
import type { CommandSession, Run } from '../session'
import { sideBySideLines } from '../side-by-side-text'
import { costLines, traceText, wholeCostText } from '../trace-text'
import { triedLines } from '../tried-text'

interface QueryFlags {
  workspace: string
  recipe?: string[]
  k?: number
  embedder?: string
  ollama?: string
  option?: Record<string, string>
  below?: number
  trace?: boolean
  why?: string[]
  said?: string[]
  held?: string[]
  save?: string
  tryModel?: boolean
  wholeCatalog?: boolean
  json?: boolean
}

export function addQueryCommands(program: Command, run: Run): void {
  program
    .command('query')
    .description('find the tools that a query needs')
    .argument('<text>', 'the query')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--recipe <name>',
      'the recipe, or one of your own; default: the workspace’s; given twice: two side by side',
      several,
    )
    .option(
      '-k <n>',
      'how many tools; default: as many as the workspace works with',
      wholeNumber(1),
    )
    .option(...EMBEDDER_OPTION)
    .option(...OLLAMA_OPTION)
    .option('--option <key=value>', 'an option of the recipe; may be repeated', keyValue)
    .option('--below <n>', 'show also the next n tools below the cut', wholeNumber(0))
    .option(
      '--said <text>',
      'what was said before the query; several times, the oldest first',
      several,
    )
    .option('--held <tool>', 'a tool that the agent holds already; several times', several)
    .option('--trace', 'show what every stage did')
    .option('--save <name>', 'save the answer with its trace, see: pegboard traces')
    .option('--try-model', 'hand the tools to the chat model and show the calls it would make')
    .option('--whole-catalog', 'with --try-model: ask the same with all tools, to compare')
    .option('--why <tool>', 'explain why this tool was or was not picked; several times', several)
    .option('--json', 'print one JSON object')
    .action((text: string, flags: QueryFlags) =>
      run((session) => query(session, text, flags), flags),
    )
}

async function query(session: CommandSession, text: string, flags: QueryFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { chosen } = await chosenRecipes(session, {
    dir,
    names: flags.recipe,
    options: flags.option,
  })
  const [first, other, third] = chosen
  if (!first || third) {
    throw new Problem(
      'bad-input',
      'At most two recipes stand side by side.',
      'To compare more, measure them: pegboard eval.',
    )
  }
  const inputOf = ({ recipe, options }: ChosenRecipe): Question => ({
    ...{ dir, text, recipe, options, k: flags.k, embedder: flags.embedder },
    ...{ turns: flags.said, held: flags.held },
  })
  if (other) {
    refuseOfTwo(flags)
    const names = [first.name, other.name] as const
    return sideBySide(session, [inputOf(first), inputOf(other)], { ...flags, names })
  }
  if (flags.why) return explain(session, inputOf(first), flags)
  await answer(session, inputOf(first), flags)
}

type Question = Omit<ActionInput<'query.explain'>, 'tools'>

/** What is shown of one answer alone. */
function refuseOfTwo({ why, trace, save, tryModel }: QueryFlags): void {
  const given = [
    ...(why ? ['--why'] : []),
    ...(trace ? ['--trace'] : []),
    ...(save === undefined ? [] : ['--save']),
    ...(tryModel ? ['--try-model'] : []),
  ]
  if (given.length === 0) return
  const message = `${given.join(', ')}: not of two recipes side by side.`
  throw new Problem('bad-input', message, 'Ask with one --recipe.')
}

async function explain(session: CommandSession, input: Question, flags: QueryFlags): Promise<void> {
  const tools = (flags.why ?? []) as ToolId[]
  const explained = await session.request('query.explain', { ...input, tools })
  if (flags.json) return session.printJson(explained)
  for (const each of explained) session.print(explanationLines(each).join('\n'))
}

async function answer(session: CommandSession, input: Question, flags: QueryFlags): Promise<void> {
  const { dir, text } = input
  const isTraced = flags.trace === true || flags.save !== undefined
  const result = await session.request('query.run', {
    ...input,
    withEverything: false,
    withTrace: isTraced,
    below: flags.below,
  })
  const known = await session.request('query.known', { dir, text })
  const saved =
    flags.save === undefined
      ? undefined
      : await session.request('traces.save', {
          dir,
          name: flags.save,
          answer: tracedAnswer(result),
        })
  const tried = await triedWith(session, { dir, result }, flags)
  const { trace } = result
  if (!flags.trace) delete result.trace
  if (flags.json) {
    const more = { ...(saved && { saved: saved.id }), ...(tried && { tried }) }
    return session.printJson({ ...jsonOf(result, known), ...more })
  }
  session.print(answerLines(result, known).join('\n'))
  for (const line of costLines(trace ?? [])) session.print(line)
  if (tried) session.print(`\n${triedLines(tried).join('\n')}`)
  if (saved) session.print(`Saved as “${plainText(saved.name)}” (${saved.id.slice(0, 8)}).`)
  if (result.trace) session.print(`\n${traceText(result.trace)}\n${wholeCostText(result.trace)}`)
}

/** What the chat model would do with an answer's tools, each with what it needs behind it; nothing where that is not asked for. */
async function triedWith(
  session: CommandSession,
  { dir, result }: { dir: string; result: ActionAnswer<'query.run'> },
  { tryModel, wholeCatalog: withWholeCatalog = false }: QueryFlags,
): Promise<ActionAnswer<'query.tryModel'> | undefined> {
  const groups = groupsOf(result)
  const given = groups.length > 0 ? inGroups(groups, result.tools) : result.tools
  if (given.length === 0 || !(tryModel || withWholeCatalog)) return undefined
  const tools = given.map(({ tool }) => tool)
  return session.request('query.tryModel', { dir, text: result.query, tools, withWholeCatalog })
}

/** Next tools looked at, so that what one side has and the other cuts is told by its place. */
const BELOW_BESIDE = 100

async function sideBySide(
  session: CommandSession,
  [first, second]: [Question, Question],
  flags: QueryFlags & { names: readonly [string, string] },
): Promise<void> {
  const asked = { withEverything: false, below: BELOW_BESIDE }
  const answers = [
    await session.request('query.run', { ...first, ...asked }),
    await session.request('query.run', { ...second, ...asked }),
  ] as const
  const known = await session.request('query.known', { dir: first.dir, text: first.text })
  if (flags.json) {
    const shown = answers.map((each) =>
      jsonOf({ ...each, below: each.below.slice(0, flags.below ?? 0) }, known),
    )
    return session.printJson({ query: first.text, answers: shown })
  }
  session.print(sideBySideLines(answers, known, flags.names).join('\n'))
}

type Result = ActionAnswer<'query.run'>

const toolJson = ({ tool, name, server, score, rank, witnesses }: Result['tools'][number]) => ({
  id: tool,
  name,
  ...(server !== undefined && { server }),
  score,
  rank,
  witnesses,
})

const jsonOf = (result: Result, known: ActionAnswer<'query.known'>) => ({
  query: result.query,
  recipe: result.recipe,
  ...(result.embedder !== undefined && { embedder: result.embedder }),
  tools: result.tools.map(toolJson),
  ...(result.seeds && { groups: groupsJson(groupsOf(result)) }),
  ...(result.below.length > 0 && {
    below: result.below.map((tool) => ({ ...toolJson(tool), why: tool.why })),
  }),
  ...(known.tools.length > 0 && {
    golden: { sets: known.sets, tools: known.tools.map(({ tool }) => tool) },
  }),
  promptTokens: result.promptTokens,
  ...(result.tokensEstimated && { tokensEstimated: true }),
  latencyMs: result.latencyMs,
  ...(result.degraded.length > 0 && { degraded: result.degraded }),
  ...(result.remarks.length > 0 && { remarks: result.remarks }),
  ...(result.questions && { questions: result.questions }),
  ...(result.grounds && { grounds: result.grounds }),
  ...(result.trace && { trace: result.trace }),
})
