import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../features/actions'
import type { ServedPreview } from '../../../contract/serving'
import { Dir } from '../../../contract/workspace'
import { formText } from '../../../domain/agent/form-words'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { inGroups, isDependency } from '../../../domain/trace/tool-groups'
import { answerLines, explanationLines } from '../answer-text'
import { command } from '../command'
import { EMBEDDER, K, OPTION, several, whole } from '../flags'
import { groupsJson, groupsOf } from '../group-lines'
import { plainText, tableText } from '../print-table'
import { chosenRecipes, type ChosenRecipe } from '../recipe-choice'
import type { CommandSession } from '../session'
import { tokensText } from '../tokens-text'
import { costLines, traceText, wholeCostText } from '../trace-text'
import { triedLines } from '../tried-text'

const QUERY_FLAGS = {
  text: z.string().describe('the query'),
  dir: Dir,
  recipe: several(
    'name',
    'the recipe, or one of your own; default: the workspace’s; given twice: two side by side',
  ),
  k: K.describe('how many tools; default: the workspace’s k'),
  embedder: EMBEDDER,
  option: OPTION,
  below: whole(0).optional().describe('show also the next n tools below the cut'),
  said: several('text', 'what was said before the query; several times, the oldest first'),
  held: z
    .array(ToolId)
    .optional()
    .meta({ title: 'tool', description: 'a tool that the agent holds already; several times' }),
  trace: z.boolean().optional().describe('show what every stage did'),
  tryModel: z
    .boolean()
    .optional()
    .describe('hand the tools to the chat model and show the calls it would make'),
  wholeCatalog: z
    .boolean()
    .optional()
    .describe('with --try-model: ask the same with all tools, to compare'),
  asRead: z
    .boolean()
    .optional()
    .describe('show what an agent would read of the tools, and what other forms of it take'),
  why: z.array(ToolId).optional().meta({
    title: 'tool',
    description: 'explain why this tool was or was not picked; several times',
  }),
}
type QueryFlags = { [Flag in keyof typeof QUERY_FLAGS]: z.output<(typeof QUERY_FLAGS)[Flag]> }

export const query = command({
  summary: 'find the tools that a query needs',
  args: ['text'],
  input: QUERY_FLAGS,
  asksModels: true,
  run: ask,
  json: ({ json }) => json,
  print: ({ lines }) => lines,
})

/**
 * What is asked comes as one answer, as two beside each other, or as explanations: each is printed
 * in a way of its own.
 */
interface Shown {
  json: unknown
  lines: string[]
}

async function ask(session: CommandSession, flags: QueryFlags): Promise<Shown> {
  const { dir, text, recipe: names, option } = flags
  const { chosen } = await chosenRecipes(session, { dir, names, options: option })
  const [first, other, third] = chosen
  if (!first || third) {
    throw new Problem(
      'bad-input',
      'At most two recipes go side by side.',
      'To compare more, measure them: pegboard eval.',
    )
  }
  const inputOf = ({ recipe, options }: ChosenRecipe): Question => ({
    dir,
    text,
    recipe,
    options,
    k: flags.k,
    embedder: flags.embedder,
    turns: flags.said,
    held: flags.held,
  })
  if (other) {
    refuseOfTwo(flags)
    const of = { names: [first.name, other.name] as const, below: flags.below }
    return sideBySide(session, [inputOf(first), inputOf(other)], of)
  }
  const asked = inputOf(first)
  return flags.why ? explain(session, asked, flags.why) : answer(session, asked, flags)
}

type Question = Omit<ActionInput<'query.explain'>, 'tools'>

/** What is shown of one answer alone. */
function refuseOfTwo({ why, trace, tryModel, asRead }: QueryFlags): void {
  const given = [
    ...(why ? ['--why'] : []),
    ...(trace ? ['--trace'] : []),
    ...(tryModel ? ['--try-model'] : []),
    ...(asRead ? ['--as-read'] : []),
  ]
  if (given.length === 0) return
  const message = `${given.join(', ')}: not for two recipes side by side.`
  throw new Problem('bad-input', message, 'Ask with one --recipe.')
}

async function explain(session: CommandSession, input: Question, tools: ToolId[]): Promise<Shown> {
  const json = await session.request('query.explain', { ...input, tools })
  return { json, lines: json.flatMap(explanationLines) }
}

async function answer(session: CommandSession, input: Question, flags: QueryFlags): Promise<Shown> {
  const { dir, text } = input
  const result = await session.request('query.run', {
    ...input,
    withEverything: false,
    withTrace: flags.trace === true,
    below: flags.below,
  })
  const known = await session.request('query.known', { dir, text })
  const tried = await triedWith(session, { dir, result }, flags)
  const asRead = await readBy(session, { dir, result }, flags)
  const { trace } = result
  return {
    json: { ...jsonOf(result, known), ...(tried && { tried }), ...(asRead && { asRead }) },
    lines: [
      ...answerLines(result, known),
      ...(asRead ? ['', ...previewLines(asRead)] : []),
      ...costLines(trace ?? []),
      ...(tried ? [`\n${triedLines(tried).join('\n')}`] : []),
      ...(trace ? [`\n${traceText(trace)}\n${wholeCostText(trace)}`] : []),
    ],
  }
}

/** What an agent would read of the tools of an answer; nothing where that is not asked for. */
async function readBy(
  session: CommandSession,
  { dir, result }: { dir: string; result: ActionAnswer<'query.run'> },
  { asRead }: QueryFlags,
): Promise<ServedPreview | undefined> {
  if (!asRead) return undefined
  const { recipe, options } = result
  const tools = result.tools.map(({ tool }) => tool)
  return session.request('serving.preview', { dir, recipe, options, tools })
}

function previewLines({ text, tokens, tokenizer, form, forms }: ServedPreview): string[] {
  const rows = forms.map((each) => [formText(each.form), String(each.tokens), String(each.given)])
  return [
    `An agent reads ${tokens.toLocaleString('en')} tokens (${tokenizer}): ${formText(form)}.`,
    plainText(text),
    '',
    tableText(['Form', 'Tokens', 'Tools'], rows),
  ]
}

/**
 * What the chat model would do with an answer's tools, each with what it needs behind it; nothing
 * where that is not asked for.
 */
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
  { names, below = 0 }: { names: readonly [string, string]; below: number | undefined },
): Promise<Shown> {
  const asked = { withEverything: false, below: BELOW_BESIDE }
  const answers = [
    await session.request('query.run', { ...first, ...asked }),
    await session.request('query.run', { ...second, ...asked }),
  ] as const
  const known = await session.request('query.known', { dir: first.dir, text: first.text })
  const shown = answers.map((each) => jsonOf({ ...each, below: each.below.slice(0, below) }, known))
  return {
    json: { query: first.text, answers: shown },
    lines: sideBySideLines(answers, known, names),
  }
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

/**
 * Two answers to one query beside each other: each tool with its place in the other, and what each
 * set costs.
 */
function sideBySideLines(
  answers: readonly [Result, Result],
  known: ActionAnswer<'query.known'>,
  names: readonly [string, string],
): string[] {
  const [first, second] = answers
  const right = new Set(known.tools.map(({ tool }) => tool))
  const cells = (answer: Result, other: Result, at: number): string[] => {
    const tool = answer.tools[at]
    if (!tool) return ['', '', '']
    const place = other.tools.find((each) => each.tool === tool.tool)?.rank
    const below = other.below.find((each) => each.tool === tool.tool)?.rank
    const elsewhere = place ?? below
    return [
      right.has(tool.tool) ? '✓' : '',
      plainText(
        `${tool.server === undefined ? tool.name : `${tool.name} (${tool.server})`}${neededBy(tool)}`,
      ),
      elsewhere === undefined ? 'only here' : `#${elsewhere}${place === undefined ? ' (cut)' : ''}`,
    ]
  }
  const rows = Array.from(
    { length: Math.max(first.tools.length, second.tools.length) },
    (_, at) => [String(at + 1), ...cells(first, second, at), ...cells(second, first, at)],
  )
  const [a, b] = titles(names)
  const common = first.tools.filter(({ tool }) => second.tools.some((each) => each.tool === tool))
  return [
    tableText(['#', '', a, `in ${b}`, '', b, `in ${a}`], rows),
    `${common.length} tools in both, ${first.tools.length - common.length} only in ${a}, ` +
      `${second.tools.length - common.length} only in ${b}.`,
    ...(
      [
        [a, first],
        [b, second],
      ] as const
    ).flatMap(([title, answer]) => [
      `${title}: ${answer.tools.length} tools, ${tokensText(answer)} prompt tokens, ${answer.latencyMs.toFixed(1)} ms.`,
      ...[...answer.degraded, ...answer.remarks].map((remark) => `${title}: ${plainText(remark)}`),
    ]),
  ]
}

/** Who needs a tool that is only there for others. */
const neededBy = (tool: Result['tools'][number]): string => {
  const edge = tool.witnesses.find(({ kind }) => kind === 'edge')
  return edge?.kind === 'edge' && isDependency(tool) ? `, for ${edge.from}` : ''
}

/** What the recipes are called, told apart where they are the same. */
const titles = ([a, b]: readonly [string, string]): [string, string] =>
  a === b ? [`${plainText(a)} A`, `${plainText(b)} B`] : [plainText(a), plainText(b)]
