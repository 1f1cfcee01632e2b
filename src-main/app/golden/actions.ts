import {
  SetName,
  GoldenPage,
  WrittenQuery,
  type GoldenQueriesAnswer,
  type GoldenPageAnswer,
  type GoldenCheckAnswer,
  type GoldenSaveAnswer,
  type GoldenAddAnswer,
} from '../../contract/golden'
import { exportGoldenSet } from '../../exporting/golden'
import type { Clock } from '../../ports/clock'
import { containing } from '../requests/containing'
import type { Session } from '../workspaces/session'
import { fileNameOf } from '../../domain/value/file-name'
import { goldenSetsOf } from './changed-sets'
import { checkedQuery, contentOf } from './checked-query'
import {
  createSet,
  deleteSet,
  giveTiers,
  moveQueries,
  removeQueries,
  renameSet,
  tagQueries,
} from './edited-sets'
import { pageOfGolden, GoldenPageInput } from './golden-page'
import { leaksIn } from './leaks'
import { saveEdit, saveQueries, type Edit } from './save-query'
import { looksAt, useSet } from './set-uses'
import { usedSets } from '../workspaces/used-sets'
import { SetPurpose } from '../../domain/query/set-use'
import { TIERS } from '../../domain/query/tier'
import { setApart, splitSet, GoldenSetApartInput, GoldenSplitInput } from './split-set'
import { proposeTiers, GoldenProposeTiersInput } from './propose-tiers'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { GoldenQuery } from '../../domain/query/golden-set'
import { SearchText } from '../../contract/search-text'
import { action, inSession } from '../action'

/** What one request may name. */
const Ids = z
  .array(z.string().max(1_000))
  .min(1)
  .max(1_000)
  .describe('their ids as golden show lists them')

/** A set that is there. */
const OfSet = z.string().describe('its name')

export const goldenActions = {
  'golden.list': action({
    summary: 'List the golden sets, those that can be measured on first',
    input: z.object({ dir: Dir }),
    async run({ sessions }, { dir }) {
      const goldenSets = await usedSets(await sessions.of(dir))
      // Those that can be measured on come first.
      return goldenSets.toSorted(
        (a, b) => Number(b.distinctTools > 0) - Number(a.distinctTools > 0),
      )
    },
  }),
  'golden.queries': action({
    summary:
      'A page of a golden set’s queries, and the tools they name that are not in the catalog',
    input: z.object({ dir: Dir, set: z.string(), search: SearchText, ...GoldenPage }),
    async run({ sessions }, { dir, set, search, offset, limit }): Promise<GoldenQueriesAnswer> {
      const session = await sessions.of(dir)
      const catalog = await session.catalog()
      const queries = (await session.goldenQueries(set)).filter(containing(search))
      return {
        total: queries.length,
        queries: queries.slice(offset, offset + limit),
        unknownTools: [
          ...new Set(queries.flatMap(({ tools }) => tools.filter((id) => !catalog.has(id)))),
        ],
      }
    },
  }),
  'golden.page': action({
    summary:
      'Show the queries of a golden set with their right tools; the search looks at texts, tools, tags and ids',
    input: GoldenPageInput,
    async run({ sessions, clock }, { dir, ...input }, { signal }): Promise<GoldenPageAnswer> {
      return pageOfGolden(await sessions.of(dir), { dir, ...input }, { clock, signal })
    },
  }),
  /** Writes nothing. */
  'golden.check': action({
    summary: 'What saving a query would say, and which texts it repeats',
    input: z.object({
      dir: Dir,
      /** A set that is not there yet may be named. */
      set: SetName,
      query: WrittenQuery,
      base: GoldenQuery.optional(),
    }),
    async run({ sessions, clock }, { dir, ...edit }): Promise<GoldenCheckAnswer> {
      return checked(await sessions.of(dir), edit, clock)
    },
  }),
  'golden.export': action({
    summary: 'Offer a golden set as a file',
    input: z.object({ dir: Dir, set: z.string(), format: z.enum(['json', 'csv']) }),
    async run({ sessions, exports }, { dir, set, format }) {
      const session = await sessions.of(dir)
      const queries = await session.goldenQueries(set)
      const text = exportGoldenSet({ name: set, queries }, format)
      return exports.offer(`${fileNameOf(set)}.${format}`, Buffer.from(text))
    },
  }),
  /**
   * @throws Problem `bad-input` for a query that cannot be a golden one, `conflict` where the set
   * says the same already or somebody changed the query to something else meanwhile, `not-found`
   * where it or a newly named tool is gone.
   */
  'golden.save': action({
    summary: 'Write one query into a set, which is made where it is not there',
    input: z.object({
      dir: Dir,
      set: SetName,
      query: WrittenQuery,
      /** The query as its editor read it; left out for a new one. */
      base: GoldenQuery.optional(),
    }),
    async run({ sessions, clock }, { dir, ...edit }, { signal }): Promise<GoldenSaveAnswer> {
      return saved(await sessions.of(dir), edit, { clock, signal })
    },
  }),
  /**
   * Those that cannot be golden queries, or that it says already, are refused, and the others
   * added.
   */
  'golden.add': action({
    summary: 'Put queries as they are into a set, which is made where it is not there',
    input: z.object({
      dir: Dir,
      set: SetName,
      queries: z.array(GoldenQuery).min(1).max(1_000),
      /**
       * They stood in a set before: that a tool is gone by now, or that they hold more than is
       * written here, is no fault.
       */
      restored: z.boolean().default(false),
    }),
    async run({ sessions }, { dir, ...asked }): Promise<GoldenAddAnswer> {
      const { saved: added, ...rest } = await saveQueries(await sessions.of(dir), asked)
      return { added: added.length, ...rest }
    },
  }),
  'golden.remove': action({
    summary: 'Remove queries from a set',
    input: z.object({ dir: Dir, set: OfSet, ids: Ids }),
    run: inSession(removeQueries),
  }),
  'golden.tag': action({
    summary: 'Give golden queries tags and take others away',
    input: z.object({
      dir: Dir,
      set: OfSet,
      ids: Ids,
      add: z
        .array(z.string())
        .max(100)
        .default([])
        .meta({ title: 'tag', description: 'a tag to give; several times' }),
      remove: z
        .array(z.string())
        .max(1_000)
        .default([])
        .meta({ title: 'tag', description: 'a tag to take away; several times' }),
    }),
    run: inSession(tagQueries),
  }),
  'golden.giveTiers': action({
    summary: 'Give golden queries tiers by hand, each its own, in place of those that they had',
    input: z.object({
      dir: Dir,
      set: OfSet,
      tiers: z
        .array(z.object({ id: z.string().max(1_000), tier: z.enum(TIERS) }))
        .max(1_000)
        .describe('the queries by their ids, with the tier of each'),
    }),
    run: inSession(giveTiers),
  }),
  /** What it says already is left where it is. */
  'golden.move': action({
    summary: 'Move or copy golden queries to another set, which is made where it is not there',
    input: z.object({
      dir: Dir,
      set: OfSet,
      ids: Ids,
      to: SetName.meta({ title: 'set', description: 'the other set' }),
      copy: z.boolean().default(false).describe('leave them where they are as well'),
    }),
    run: inSession(moveQueries),
  }),
  /** @throws Problem `conflict` for names that are taken. */
  'golden.split': action({
    summary: 'Split a set into two new ones; the original stays',
    input: GoldenSplitInput,
    run: inSession(splitSet),
  }),
  'golden.setApart': action({
    summary: 'Move a drawn share of a golden set into a test set of its own, which is locked',
    input: GoldenSetApartInput,
    run: inSession(setApart),
  }),
  /** Writes nothing. */
  'golden.proposeTiers': action({
    summary: 'Have the chat model say how golden queries are worded: exact, paraphrased, vague …',
    input: GoldenProposeTiersInput,
    run: proposeTiers,
  }),
  'golden.use': action({
    summary:
      'Say what a golden set is for: development sets judge changes; a test set is locked, and each look at it is counted',
    input: z.object({
      dir: Dir,
      set: OfSet,
      purpose: SetPurpose.describe('what it is for'),
    }),
    run: inSession(useSet),
  }),
  'golden.looks': action({
    summary: 'The last looks at a test set, each with its reason, and how many there were',
    input: z.object({ dir: Dir, set: OfSet }),
    run: inSession(looksAt),
  }),
  /** @throws Problem `conflict` for a name that is taken. */
  'golden.create': action({
    summary: 'Make an empty golden set',
    input: z.object({ dir: Dir, set: SetName.describe('its name') }),
    run: inSession((session, { set }) => createSet(session, set)),
  }),
  'golden.rename': action({
    summary: 'Give a golden set another name',
    input: z.object({ dir: Dir, set: OfSet, name: SetName.describe('its new name') }),
    run: inSession(renameSet),
  }),
  'golden.delete': action({
    summary: 'Remove a golden set with its queries',
    input: z.object({ dir: Dir, set: OfSet }),
    run: inSession((session, { set }) => deleteSet(session, set)),
  }),
}

async function saved(
  session: Session,
  edit: Edit,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<GoldenSaveAnswer> {
  // Looked up before anything is written, so that a stop leaves nothing half said.
  const find = await leaksIn(await session.catalog(), clock)
  signal.throwIfAborted()
  const answer = await saveEdit(session, edit)
  return { ...answer, leaks: [...find(answer.query.text)] }
}

async function checked(
  session: Session,
  { set, query, base }: Edit,
  clock: Clock,
): Promise<GoldenCheckAnswer> {
  const catalog = await session.catalog()
  const sets = await goldenSetsOf(session)
  const find = await leaksIn(catalog, clock)
  const content = contentOf(query)
  const same = (await sets.find(set))?.find(
    (other) => other.id !== query.id && contentOf(other) === content,
  )
  return {
    ...checkedQuery(query, { catalog, base }),
    leaks: query.text.trim() === '' ? [] : [...find(query.text)],
    ...(same && { same }),
  }
}
