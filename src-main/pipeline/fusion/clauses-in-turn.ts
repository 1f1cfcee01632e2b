import type { PlacedTool, Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { contextNote, type Clauses } from '../clauses-of-request'
import { pipe, stage, type Retriever } from '../stage'
import { covered, fromSetting } from './cover'

/** As in `cover.ts`: a request that lists more is rather a text. */
const MOST_CLAUSES = 12
/** Every so many places one is a clause's own; chosen on development rows, see `README.md`. */
const EVERY = 3

/**
 * Searches each clause of a request for several things as well, as an agent would that calls a
 * search for each of them. Places go by coverage as in `cover parts`, but every third to the
 * clauses in turn, so that each brings its own best tools whatever the request as a whole finds. A
 * request for one thing is left as it is, but for the story that it may tell before it asks.
 * Pegboard's own.
 */
export function clausesInTurn(
  clausesOf: (text: string) => Clauses,
  search: Retriever,
  { from }: { from?: number | undefined } = {},
) {
  const pipeline = pipe(search)
  const searched = (text: string) => clausesOf(text).wishes.slice(0, MOST_CLAUSES)
  return stage<Ranking, Ranking>({
    name: 'clauses in turn',
    gives: 'ranking',
    settings: { 'one place of': EVERY, ...fromSetting(from) },
    inside: [{ label: 'part', pipeline }],
    ahead: ({ text }) => searched(text),
    absent: 'neither the whole query nor a clause of it finds it',
    async run(whole, step) {
      const { plan } = whole
      const texts = searched(plan.query.text)
      const clauses = clausesOf(plan.query.text)
      const left = clauses.wishes.length - texts.length
      const leftNote = left > 0 && { 'not searched': left }
      step.note({ parts: texts.length, ...leftNote, ...contextNote(clauses) })
      if (texts.length === 0) return whole
      // All at once, so that they are embedded together.
      const parts = await Promise.all(
        texts.map(async (text, at) => {
          const only = { ...plan, steps: [{ text, variations: [text] }] }
          return { text, list: await step.branch({ label: `part ${at + 1}`, pipeline }, only) }
        }),
      )
      const byCoverage = covered(whole, parts, { from })
      const inTurn = bestInTurn(parts.map(({ list }) => list.tools))
      return { ...whole, order: 'given', tools: merged(byCoverage, inTurn) }
    },
  })
}

/** The first of each list, then the second of each, and so on; each tool once. */
function bestInTurn(lists: readonly (readonly PlacedTool[])[]): ToolId[] {
  const longest = Math.max(...lists.map((list) => list.length))
  const tools = new Set<ToolId>()
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const placed = list[place]
      if (placed) tools.add(placed.tool)
    }
  }
  return [...tools]
}

/**
 * All of `main` in order, but for every {@link EVERY}th place, which the next of `others` takes;
 * `main` holds these too.
 */
function merged(main: readonly PlacedTool[], others: readonly ToolId[]): PlacedTool[] {
  const left = new Map(main.map((placed) => [placed.tool, placed]))
  const tools: PlacedTool[] = []
  let next = 0
  while (left.size > 0) {
    while (next < others.length && !left.has(others[next] as ToolId)) next++
    const isTheirs = tools.length % EVERY === EVERY - 1 && next < others.length
    const tool = isTheirs ? others[next] : left.keys().next().value
    const placed = tool && left.get(tool)
    if (!placed) break
    left.delete(placed.tool)
    tools.push(placed)
  }
  return tools
}
