import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { columnsCsv } from '../../../contract/columns/column'
import { GOLDEN_COLUMNS } from '../../../contract/columns/golden'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { asks, command, itsChange, type CommandGroup } from '../command'
import { whole } from '../flags'
import { checkLines, queryLines, setsText, splitLines } from '../golden-text'
import { looksText } from '../../../domain/query/look-words'
import { plainText } from '../print-table'
import type { CommandSession } from '../session'
import { goldenEdits } from './golden-edits'

/** Golden sets in the terminal. `check` ends with 1 where there is something to look at. */
export const golden: CommandGroup = {
  summary:
    'golden sets: list, show, add, edit, tag, move, remove, restore, split, test sets, check and more; import them with import-golden',
  commands: {
    list: asks('golden.list', {
      json: (sets) => ({ sets }),
      print: (sets) => (sets.length === 0 ? 'No golden set.' : setsText(sets)),
    }),
    show: asks('golden.page', {
      args: ['set'],
      defaults: { limit: 50 },
      csv: ({ rows }) => columnsCsv(GOLDEN_COLUMNS, rows),
      print: queryLines,
    }),
    ...goldenEdits,
    create: asks('golden.create', {
      args: ['set'],
      undo: itsChange,
      print: ({ created }) => `“${created}” is made.`,
    }),
    rename: asks('golden.rename', {
      args: ['set', 'name'],
      undo: itsChange,
      print: ({ name }) => `It is called “${name}” now.`,
    }),
    delete: command({
      summary: 'remove a golden set with its queries; golden show --json prints them first',
      args: ['set'],
      input: {
        dir: Dir,
        set: z.string().describe('its name'),
        yes: z.boolean().default(false).describe('confirm: without this, nothing is removed'),
      },
      run(session, { dir, set, yes }) {
        if (yes) return session.request('golden.delete', { dir, set })
        const message = `“${set}” would be removed with its queries, so nothing was done.`
        throw new Problem('bad-input', message, 'Say --yes to remove it.')
      },
      undo: itsChange,
      print: ({ deleted }) => `“${deleted}” is removed.`,
    }),
    split: command({
      summary: 'split a golden set into two new ones; the original stays',
      args: ['set'],
      input: {
        dir: Dir,
        set: z.string().describe('its name'),
        by: z.enum(['seed', 'tools']).default('seed').meta({
          title: 'what',
          description: 'a share of the queries; or of the tools, with all their queries',
        }),
        share: z.number().default(0.2).meta({
          title: 'share',
          description: 'of the first new set, between 0 and 1',
        }),
        seed: whole(0).default(1).describe('the seed of the draw'),
        tool: z
          .array(ToolId)
          .optional()
          .describe('by tools: one for the first new set, instead of drawing; several times'),
        names: z.string().optional().meta({
          title: 'part,rest',
          description: 'names of the new sets; default: <set>-test,<set>-rest',
        }),
        dryRun: z.boolean().default(false).describe('say what would be made, and write nothing'),
      },
      run: (session, { dir, set, by, share, seed, tool: tools, names, dryRun: preview }) => {
        const way =
          by === 'seed' ? { by, share, seed } : { by, share, seed, ...(tools && { tools }) }
        return session.request('golden.split', {
          dir,
          set,
          way,
          preview,
          names: namesOf(set, names),
        })
      },
      undo: itsChange,
      print: (done, { set, names, dryRun }) => splitLines(done, namesOf(set, names), dryRun),
    }),
    'set-apart': asks('golden.setApart', {
      args: ['set'],
      undo: itsChange,
      print: ({ test, queries, left }, { set }) =>
        `${queries} queries are in the test set “${plainText(test)}”; ${left} are left in “${plainText(set)}”.`,
    }),
    'propose-tiers': command({
      summary: 'have the chat model say how golden queries are worded; --keep gives them the tags',
      args: ['set'],
      input: {
        dir: Dir,
        set: z.string().describe('its name'),
        keep: z.boolean().optional().describe('give the queries the proposed tiers as tags'),
      },
      asksModels: true,
      async run(session, { dir, set, keep }) {
        const found = await session.request('golden.proposeTiers', { dir, set })
        if (!keep) return { ...found, given: undefined }
        const tiers = found.proposed.map(({ id, tier }) => ({ id, tier }))
        return { ...found, given: await session.request('golden.giveTiers', { dir, set, tiers }) }
      },
      undo: ({ given }) => given?.change,
      print: ({ proposed, failed, left, given }) => [
        ...proposed.map(({ text, now, tier }) => `${tier} (now ${now}): ${plainText(text)}`),
        `${proposed.length} proposed${given ? `, ${given.changed} given as tags` : ''}; ${left} could not be asked about.`,
        ...failed,
        ...(given?.refused.map(plainText) ?? []),
      ],
    }),
    use: asks('golden.use', {
      args: ['set', 'purpose'],
      print: ({ set, purpose, looked }) =>
        purpose === 'test'
          ? `“${plainText(set)}” is a test set: it is locked, and ${looksText(looked)}.`
          : `“${plainText(set)}” is a development set.`,
    }),
    looks: asks('golden.looks', {
      args: ['set'],
      print: ({ set, purpose, looked, looks }) => [
        `“${plainText(set)}” is a ${purpose} set, ${looksText(looked)}.`,
        ...looks.map(({ at, why }) => `${at}  ${plainText(why)}`),
      ],
    }),
    check: command({
      summary:
        'list golden queries that leak (an indexed question, an example or a logged query says the same), and those that name a tool that is gone; exit code 1 if any',
      input: {
        dir: Dir,
        set: z.string().optional().meta({ title: 'name', description: 'only this golden set' }),
      },
      run: check,
      json: (sets) => ({ sets }),
      print: (sets) =>
        queriesIn(sets) > 0
          ? sets.flatMap(checkLines)
          : 'No golden query leaks, and all their tools are in the catalog.',
      failure: leaky,
    }),
  },
}

function namesOf(set: string, names = `${set}-test,${set}-rest`): { part: string; rest: string } {
  const [part = '', rest = ''] = names.split(',')
  return { part: part.trim(), rest: rest.trim() }
}

/** Rows that one request gives. */
const PAGE = 1_000

async function check(
  session: CommandSession,
  { dir, set: only }: { dir: string; set: string | undefined },
) {
  const all = (await session.request('golden.list', { dir })).map(({ name }) => name)
  const found = []
  for (const set of only === undefined ? all : [only]) {
    const leaks = await rowsOf(session, { dir, set, show: 'leaks' })
    found.push({ set, leaks, astray: await rowsOf(session, { dir, set, show: 'astray' }) })
  }
  return found
}

type Found = Awaited<ReturnType<typeof check>>

/** One that leaks and names a tool that is gone counts once. */
const queriesIn = (found: Found): number =>
  found
    .map(({ leaks, astray }) => new Set([...leaks, ...astray].map(({ id }) => id)).size)
    .reduce((sum, size) => sum + size, 0)

function leaky(found: Found): Problem | undefined {
  const queries = queriesIn(found)
  if (queries === 0) return undefined
  const what = queries === 1 ? 'One golden query is' : `${queries} golden queries are`
  const how = queries === 1 ? 'it is' : 'they are'
  return new Problem('conflict', `${what} not to be measured with as ${how}.`)
}

async function rowsOf(
  session: CommandSession,
  asked: { dir: string; set: string; show: 'leaks' | 'astray' },
) {
  const rows: ActionAnswer<'golden.page'>['rows'] = []
  for (;;) {
    const place = { offset: rows.length, limit: PAGE }
    const page = await session.request('golden.page', { ...asked, ...place })
    rows.push(...page.rows)
    if (rows.length >= page.total || page.rows.length === 0) return rows
  }
}
