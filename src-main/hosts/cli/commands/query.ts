import type { Command } from 'commander'
import type { RouteOutput } from '../../../contract/routes'
import { keyValue, recipeOptions, several, wholeNumber } from '../arguments'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText, tableText } from '../print-table'
import { chosenRecipe } from '../recipe-choice'
import type { CommandSession, Run } from '../session'
import { tokensText } from '../tokens-text'
import { traceText } from '../trace-text'

interface QueryFlags {
  workspace: string
  recipe?: string
  k?: number
  embedder?: string
  ollama?: string
  option?: Record<string, string>
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
    for (const each of explained) printExplanation(session, each)
    return
  }
  const result = await session.request('query.run', {
    ...input,
    withCatalogTokens: false,
    withTrace: flags.trace,
  })
  if (flags.json) return session.printJson(jsonOf(result))
  printTools(session, result)
  if (result.trace) session.print(`\n${traceText(result.trace)}`)
}

const jsonOf = (result: RouteOutput<'query.run'>) => ({
  query: result.query,
  recipe: result.recipe,
  tools: result.tools.map(({ tool, name, server, score, rank, witnesses }) => ({
    id: tool,
    name,
    ...(server !== undefined && { server }),
    score,
    rank,
    witnesses,
  })),
  promptTokens: result.promptTokens,
  ...(result.tokensEstimated && { tokensEstimated: true }),
  latencyMs: result.latencyMs,
  ...(result.degraded.length > 0 && { degraded: result.degraded }),
  ...(result.remarks.length > 0 && { remarks: result.remarks }),
  ...(result.trace && { trace: result.trace }),
})

function printTools(session: CommandSession, result: RouteOutput<'query.run'>): void {
  if (result.tools.length === 0) session.print('No tool fits. Try other words, or --trace.')
  const rows = result.tools.map((tool) => [
    String(tool.rank),
    plainText(tool.name),
    plainText(tool.server ?? ''),
    tool.score?.toFixed(3) ?? '',
    tokensText(tool),
    plainText(tool.description).slice(0, 60),
  ])
  if (rows.length > 0) {
    session.print(tableText(['#', 'tool', 'server', 'score', 'tokens', 'description'], rows))
  }
  session.print(
    `${result.tools.length} tools, ${tokensText(result)} prompt tokens (${result.tokenizer}), ` +
      `${result.latencyMs.toFixed(1)} ms.`,
  )
  for (const remark of result.remarks) session.print(plainText(remark))
  for (const reason of result.degraded) session.print(`Degraded: ${plainText(reason)}`)
}

type Explanation = RouteOutput<'query.explain'>[number]

function printExplanation(session: CommandSession, explained: Explanation): void {
  const { tool, verdict, filtered, standings, matchedWords, missingWords } = explained
  session.print(`${plainText(tool)}: ${plainText(verdict)}`)
  if (filtered) return
  for (const { path, rank, of, score, why } of standings) {
    const place = rank === undefined ? (why ?? 'not there') : `place ${rank} of ${of}`
    session.print(`  ${path}: ${place}${score === undefined ? '' : `, score ${score.toFixed(3)}`}`)
  }
  const shown = (words: string[]) => words.map(plainText).join(' ') || 'none'
  session.print(`  words of the query in its document: ${shown(matchedWords)}`)
  session.print(`  words that are not: ${shown(missingWords)}`)
}
