import type { ActionAnswer } from '../../app/actions'
import { isDependency } from '../../domain/trace/tool-groups'
import { plainText, tableText } from './print-table'
import { tokensText } from './tokens-text'

type Answer = ActionAnswer<'query.run'>
type Known = ActionAnswer<'query.known'>

/** Two answers to one query beside each other: each tool with its place in the other, and what each set costs. */
export function sideBySideLines(
  answers: readonly [Answer, Answer],
  known: Known,
  names: readonly [string, string],
): string[] {
  const [first, second] = answers
  const right = new Set(known.tools.map(({ tool }) => tool))
  const cells = (answer: Answer, other: Answer, at: number): string[] => {
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
      `${title}: ${answer.tools.length} tools, ${tokensText(answer)} prompt tokens, ${answer.latencyMs.toFixed(1)} ms` +
        `${answer.degraded.length > 0 ? `; degraded: ${plainText(answer.degraded.join('; '))}` : ''}.`,
      ...answer.remarks.map((remark) => `${title}: ${plainText(remark)}`),
    ]),
  ]
}

/** Who needs a tool that is only there for others. */
const neededBy = (tool: Answer['tools'][number]): string => {
  const edge = tool.witnesses.find(({ kind }) => kind === 'edge')
  return edge?.kind === 'edge' && isDependency(tool) ? `, for ${edge.from}` : ''
}

/** What the recipes are called, told apart where they are the same. */
const titles = ([a, b]: readonly [string, string]): [string, string] =>
  a === b ? [`${plainText(a)} A`, `${plainText(b)} B`] : [plainText(a), plainText(b)]
