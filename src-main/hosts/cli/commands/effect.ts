import type { Command } from 'commander'
import type { EffectRow, LayerEffect } from '../../../contract/effect'
import type { AuthorLayer } from '../../../domain/tool/tool'
import { several } from '../arguments'
import { recipeAsked, withRecipeOptions, type RecipeFlags } from '../asked-recipe'
import { effectLines, NOT_NAMED } from '../effect-text'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags extends RecipeFlags {
  workspace: string
  description?: string
  whenToUse?: string
  limits?: string
  question?: string[]
  topic?: string[]
  golden?: string
  json?: boolean
}

export function addEffectCommand(program: Command, run: Run): void {
  const command = program
    .command('effect')
    .description('what an edit of a tool would do to golden queries; nothing is written')
    .argument('<tool>', 'the tool’s id')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--description <text>', 'a retrieval description in place of the one in force')
    .option('--when-to-use <text>', 'when to use it, in place of what is in force')
    .option('--limits <text>', 'what it does not do, in place of what is in force')
    .option(
      '--question <text>',
      'a question that it answers, besides those written; several times',
      several,
    )
    .option('--topic <text>', 'a topic, besides those written; several times', several)
    .option('--golden <set>', 'the golden set; default: the one that names the tool most often')
  withRecipeOptions(command)
    .option('--json', 'print one JSON object')
    .action((id: string, flags: Flags) => run((session) => measure(session, id, flags)))
}

async function measure(session: CommandSession, id: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { entry } = await session.request('catalog.tool', { dir, id })
  const asked = await recipeAsked(session, dir, flags)
  const layer = layerWith(entry.layer, flags)
  const measured = await session.request('effect.measure', {
    ...{ dir, id, layer, goldenSet: flags.golden },
    ...asked,
  })
  if (flags.json) return session.printJson(measured)
  const { effect, tokens } = measured
  if (effect) for (const line of linesOf(effect)) session.print(line)
  else session.print(NOT_NAMED)
  const { retrieval, agent } = tokens
  session.print(
    `Tokens matched: ${retrieval.before} → ${retrieval.after}. Tokens sent to an agent: ${agent.before} → ${agent.after}.`,
  )
}

function layerWith(
  layer: AuthorLayer,
  { description, whenToUse, limits, question = [], topic = [] }: Flags,
): AuthorLayer {
  return {
    ...layer,
    ...(description !== undefined && { description }),
    ...(whenToUse !== undefined && { whenToUse }),
    ...(limits !== undefined && { limits }),
    ...(question.length > 0 && { questions: [...(layer.questions ?? []), ...question] }),
    ...(topic.length > 0 && { topics: [...(layer.topics ?? []), ...topic] }),
  }
}

function linesOf(effect: LayerEffect): string[] {
  const { rows, depth } = effect
  const moved = rows.filter(({ change }) => change !== 'same')
  const place = (at: number | undefined) =>
    at === undefined ? (depth === undefined ? 'none' : `>${depth}`) : String(at)
  const cells = ({ text, name, before, after, change, isPassed }: EffectRow) => [
    ...[change, place(before), place(after), plainText(name), plainText(text)],
    isPassed ? 'this tool went past it' : '',
  ]
  return [
    ...effectLines(effect),
    ...(moved.length > 0
      ? [tableText(['', 'before', 'after', 'tool', 'query', ''], moved.map(cells))]
      : []),
  ]
}
