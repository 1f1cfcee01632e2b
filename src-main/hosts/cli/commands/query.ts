import type { Command } from 'commander'
import type { RouteOutput } from '../../../contract/routes'
import { answerLines, explanationLines } from '../answer-text'
import { keyValue, recipeOptions, several, wholeNumber } from '../arguments'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText } from '../print-table'
import { chosenRecipe } from '../recipe-choice'
import type { CommandSession, Run } from '../session'
import { costText, traceText } from '../trace-text'

interface QueryFlags {
  workspace: string
  recipe?: string
  k?: number
  embedder?: string
  ollama?: string
  option?: Record<string, string>
  below?: number
  trace?: boolean
  why?: string[]
  json?: boolean
}

interface IndexFlags {
  workspace: string
  embedder?: string
  ollama?: string
  json?: boolean
}

export function addQueryCommands(program: Command, run: Run): void {
  program
    .command('index')
    .description('embed the tool documents whose text changed')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--embedder <name>', 'the embedder; default: the one in the settings')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: IndexFlags) =>
      run(async (session) => {
        const result = await session.request('knowledge.index', {
          dir: await session.workspace(flags.workspace),
          embedder: flags.embedder,
        })
        if (flags.json) return session.printJson(result)
        session.print(
          `${result.documents} tool documents: ${result.embedded} embedded, ${result.reused} ` +
            `unchanged, with ${result.embedder} in ${(result.elapsedMs / 1000).toFixed(2)} s.`,
        )
        if (result.cut > 0) session.print(cutText(result))
      }, flags),
    )
  program
    .command('query')
    .description('find the tools that a query needs')
    .argument('<text>', 'the query')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--recipe <id>', 'the recipe; default: the one in the settings')
    .option('-k <n>', 'how many tools', wholeNumber(1))
    .option('--embedder <name>', 'the embedder; default: the one in the settings')
    .option(...OLLAMA_OPTION)
    .option('--option <key=value>', 'an option of the recipe; may be repeated', keyValue)
    .option('--below <n>', 'show also the next n tools below the cut', wholeNumber(0))
    .option('--trace', 'show what every stage did')
    .option('--why <tool>', 'explain why this tool was or was not picked; several times', several)
    .option('--json', 'print one JSON object')
    .action((text: string, flags: QueryFlags) =>
      run((session) => query(session, text, flags), flags),
    )
}

function cutText({ cut, cutTools, embedder }: RouteOutput<'knowledge.index'>): string {
  const more = cut > cutTools.length ? ` and ${cut - cutTools.length} more` : ''
  const what = cut === 1 ? '1 of them is' : `${cut} of them are`
  return plainText(
    `${what} longer than ${embedder} takes in and cut at its limit: ${cutTools.join(', ')}${more}.`,
  )
}

async function query(session: CommandSession, text: string, flags: QueryFlags): Promise<void> {
  const recipes = await session.request('recipes.list', {})
  const recipe = await chosenRecipe(session, recipes, flags.recipe)
  const input = {
    dir: await session.workspace(flags.workspace),
    text,
    recipe: recipe.id,
    options: recipeOptions(recipe, flags.option ?? {}, []),
    k: flags.k,
    embedder: flags.embedder,
  }
  if (flags.why) {
    const explained = await session.request('query.explain', {
      ...input,
      tools: flags.why,
    })
    if (flags.json) return session.printJson(explained)
    for (const each of explained) session.print(explanationLines(each).join('\n'))
    return
  }
  const result = await session.request('query.run', {
    ...input,
    withCatalogTokens: false,
    withTrace: flags.trace,
    below: flags.below,
  })
  const known = await session.request('query.known', { dir: input.dir, text })
  if (flags.json) return session.printJson(jsonOf(result, known))
  session.print(answerLines(result, known).join('\n'))
  if (result.trace) session.print(`\n${traceText(result.trace)}\n${costText(result.trace)}`)
}

type Result = RouteOutput<'query.run'>

const toolJson = ({ tool, name, server, score, rank, witnesses }: Result['tools'][number]) => ({
  id: tool,
  name,
  ...(server !== undefined && { server }),
  score,
  rank,
  witnesses,
})

const jsonOf = (result: Result, known: RouteOutput<'query.known'>) => ({
  query: result.query,
  recipe: result.recipe,
  tools: result.tools.map(toolJson),
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
  ...(result.trace && { trace: result.trace }),
})
