import type { ActionAnswer } from '../../../features/actions'
import type { EffectRow, LayerEffect } from '../../../contract/effect'
import { Dir } from '../../../contract/workspace'
import { ToolId, type AuthorLayer } from '../../../domain/tool/tool'
import { RECIPE_FLAGS, recipeAsked } from '../recipe-flags'
import { command } from '../command'
import { effectLines, NOT_NAMED } from '../effect-text'
import { several, text } from '../flags'
import { plainText, tableText } from '../print-table'

export const effect = command({
  summary: 'what an edit of a tool would do to golden queries; nothing is written',
  args: ['id'],
  names: { id: 'tool' },
  input: {
    dir: Dir,
    id: ToolId.describe('the tool’s id'),
    description: text('text', 'a retrieval description in place of the one in force'),
    whenToUse: text('text', 'when to use it, in place of what is in force'),
    limits: text('text', 'what it does not do, in place of what is in force'),
    question: several('text', 'one more question that it answers; several times'),
    topic: several('text', 'one more topic; several times'),
    golden: text('set', 'the golden set; default: the one that names the tool most often'),
    ...RECIPE_FLAGS,
  },
  async run(session, { dir, id, golden: goldenSet, ...given }) {
    const { entry } = await session.request('catalog.tool', { dir, id })
    const asked = await recipeAsked(session, dir, given)
    const layer = layerWith(entry.layer, given)
    return session.request('effect.measure', { dir, id, layer, goldenSet, ...asked })
  },
  print: effectText,
})

interface Edit {
  description?: string | undefined
  whenToUse?: string | undefined
  limits?: string | undefined
  question?: string[] | undefined
  topic?: string[] | undefined
}

function layerWith(
  layer: AuthorLayer,
  { description, whenToUse, limits, question = [], topic = [] }: Edit,
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

function effectText({ effect: measured, tokens }: ActionAnswer<'effect.measure'>): string[] {
  const { retrieval, agent } = tokens
  return [
    ...(measured ? linesOf(measured) : [NOT_NAMED]),
    `Tokens matched: ${retrieval.before} → ${retrieval.after}. Tokens sent to an agent: ${agent.before} → ${agent.after}.`,
  ]
}

function linesOf(measured: LayerEffect): string[] {
  const { rows, depth } = measured
  const moved = rows.filter(({ change }) => change !== 'same')
  const place = (at: number | undefined) =>
    at === undefined ? (depth === undefined ? 'none' : `>${depth}`) : String(at)
  const cells = ({ text: query, name, before, after, change, isPassed }: EffectRow) => [
    change,
    place(before),
    place(after),
    plainText(name),
    plainText(query),
    isPassed ? 'this tool moved past it' : '',
  ]
  return [
    ...effectLines(measured),
    ...(moved.length > 0
      ? [tableText(['', 'before', 'after', 'tool', 'query', ''], moved.map(cells))]
      : []),
  ]
}
