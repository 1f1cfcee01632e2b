import { z } from 'zod'
import { SetName } from '../../contract/golden'
import { ServedGrade } from './shared/answers'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { takenOf } from '../../domain/served/evidence'
import { action } from '../../app/action'
import type { AppContext } from '../../app/context'
import { alwaysLoaded, AlwaysLoadedInput } from './always-loaded'
import { goldenServed } from './golden-served'
import { followedIn } from '../../app/served/followed-searches'
import { logServed, plannedLog, type ServedLogAnswer } from '../../app/served/log-served'
import { listServed, servedSums, ServedListInput } from './served-list'

/** The set that a replay is measured on, where no other is named. */
const REPLAYED = 'What agents asked'

const LogInput = z.object({
  dir: Dir,
  grade: ServedGrade.default('called'),
  ids: z
    .array(z.string().max(100))
    .max(1_000)
    .optional()
    .meta({ title: 'id', description: 'only this search, as listed; several times' }),
  preview: z.boolean().default(false).describe('say what would be logged, and write nothing'),
})

/** What served agents asked and did. */
export const servedActions = {
  'served.list': action({
    summary: 'Requests of served agents, newest first, with what became of each search',
    input: ServedListInput,
    run: listServed,
  }),
  'served.sums': action({
    summary:
      'How many requests of served agents are kept, and what became of the searches among them',
    input: z.object({ dir: Dir }),
    run: servedSums,
  }),
  'served.log': action({
    summary: 'Make searches of which agents took tools logged queries, from which recipes learn',
    input: LogInput,
    run: logRequests,
  }),
  'served.replay': action({
    summary:
      'Write what agents asked and took as a golden set, in place of what it held, so that recipes are measured on it',
    input: z.object({
      dir: Dir,
      set: SetName.default(REPLAYED).describe(`the golden set; default: ${REPLAYED}`),
      grade: ServedGrade.default('called'),
    }),
    async run(context, { dir, set, grade }) {
      const session = await context.sessions.of(dir)
      const { searches } = await followedIn(context, dir)
      if (!searches.some((each) => takenOf(each, grade).length > 0)) throw nothingTaken(grade)
      return goldenServed(session, { set, searches, grade })
    },
  }),
  'served.always': action({
    summary:
      'The few tools that most sessions of agents, or golden queries, use, and what having them in every prompt costs',
    input: AlwaysLoadedInput,
    run: alwaysLoaded,
  }),
  'served.export': action({
    summary: 'All kept requests as JSON lines, to be fetched with `files.read`',
    input: z.object({ dir: Dir }),
    async run({ requestLog, exports, sessions }, { dir }) {
      await sessions.of(dir)
      const lines = (await requestLog.read(dir))
        .all()
        .map((request) => `${JSON.stringify(request)}\n`)
      return exports.offer('served-requests.jsonl', Buffer.from(lines.join('')))
    },
  }),
  'served.forget': action({
    summary: 'Forget all kept requests for good; logged queries made of them stay',
    input: z.object({ dir: Dir }),
    async run({ requestLog, sessions }, { dir }) {
      await sessions.of(dir)
      const { count } = await requestLog.read(dir)
      await requestLog.clear(dir)
      return { forgotten: count }
    },
  }),
}

async function logRequests(
  context: AppContext,
  { dir, grade, ids, preview }: z.output<typeof LogInput>,
): Promise<ServedLogAnswer> {
  const session = await context.sessions.of(dir)
  const { searches } = await followedIn(context, dir)
  const wanted = ids && new Set(ids)
  const chosen = searches.filter(
    (each) => (wanted?.has(each.search.id) ?? true) && takenOf(each, grade).length > 0,
  )
  if (chosen.length === 0) throw nothingTaken(grade)
  if (!preview) return logServed(session, chosen, grade)
  const catalog = await session.catalog()
  const bundles = await catalog.history()
  return plannedLog({ bundles, catalog }, chosen, grade).answer
}

const nothingTaken = (grade: z.output<typeof ServedGrade>): Problem =>
  new Problem(
    'bad-input',
    grade === 'called'
      ? 'No agent called a tool that a search had given it.'
      : 'No agent took a tool that a search had given it.',
    grade === 'called'
      ? 'Serve with --call, so that calls come by here, or take what was fetched too.'
      : 'Serve the workspace to an agent first.',
  )
