import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../app/actions'
import { IMPORT_FORMAT_IDS } from '../../../app/importing/format-ids'
import { Dir } from '../../../contract/workspace'
import {
  ClashChoices,
  type ReportedEntry,
  type ReportRow,
  type ToolChange,
  type ToolChanges,
} from '../../../domain/catalog/import'
import { entriesOf } from '../../../domain/catalog/report-entries'
import { EDGES_OFFER } from '../../../domain/graph/offer'
import { BUILTIN, embedderTitle } from '../../../domain/model/names'
import { Problem } from '../../../domain/problem'
import { historyText } from '../../../domain/query/logged-queries'
import { moveOffer } from '../../../domain/workspace/move-text'
import { command } from '../command'
import { text } from '../flags'
import { plainText } from '../print-table'
import type { CommandSession } from '../session'

const mapping = (description: string) =>
  z
    .record(z.string(), z.string())
    .optional()
    .meta({ title: 'field=column', description: `${description}; may be repeated` })

export const importCatalog = command({
  summary: 'import a catalog, with the golden sets and bundles beside it',
  args: ['path'],
  input: {
    path: z.string().describe('a file or a folder'),
    workspace: z.string().meta({
      title: 'dir',
      description: 'the workspace; created if it does not exist',
    }),
    format: z.enum(IMPORT_FORMAT_IDS).optional().describe('the format; default: detected'),
    server: text(
      'name',
      'the server of the tools, where their format names none or only a title (OpenAPI)',
    ),
    map: mapping('which column of a table holds what'),
    removeMissing: z
      .boolean()
      .optional()
      .describe('remove tools that the files no longer hold; their author’s layers wait for them'),
    ...ClashChoices.shape,
    dryRun: z.boolean().optional().describe('say what would change and write nothing'),
    verbose: z
      .boolean()
      .optional()
      .describe('list what is new as well, and each changed text before and after'),
  },
  run: importTo,
  json: ({ imported }) => imported,
  undo: ({ imported }) => ('undo' in imported ? imported.undo : undefined),
  print: async ({ imported, made }, { workspace, verbose }, session) => [
    ...importLines(imported, verbose),
    ...(made === undefined ? [] : await moveLines(session, made, workspace)),
  ],
})

export const importGolden = command({
  summary: 'import a golden set, or logged queries, from CSV, JSON or message logs',
  args: ['path'],
  input: {
    dir: Dir,
    path: z.string().describe('a file'),
    name: z.string().optional().describe('what to call the golden set'),
    replace: z.boolean().optional().describe('replace a golden set of the same name'),
    history: z
      .boolean()
      .optional()
      .describe(
        'import logged queries to learn from (--option history=true), not a golden set to measure with',
      ),
    map: mapping(
      'which column of a table holds what: query, tools, id, relevance, split, tags, none (no tool is right), turns, calls',
    ),
  },
  run: async (session, { history, ...given }) =>
    history
      ? { logged: await importHistory(session, given) }
      : { golden: await importGoldenSet(session, given) },
  json: ({ logged, golden }) => logged ?? golden,
  undo: ({ golden }) => golden?.change,
  print: ({ logged, golden }) => [
    ...(logged ? historyLines(logged) : goldenSetLines(golden.goldenSets)),
    ...reportLines((logged ?? golden).report),
  ],
})

interface GoldenImport {
  dir: string
  path: string
  name: string | undefined
  replace: boolean | undefined
  map: Record<string, string> | undefined
}

const importGoldenSet = (
  session: CommandSession,
  { dir, path, name, replace, map }: GoldenImport,
) =>
  session.request('golden.import', {
    ...{ dir, name, replace, path: session.path(path) },
    mapping: map as ActionInput<'golden.import'>['mapping'],
  })

function importHistory(session: CommandSession, { dir, path, name, replace, map }: GoldenImport) {
  if (name !== undefined || replace) {
    throw new Problem(
      'bad-input',
      'Logged queries have no name, and replace nothing.',
      'Leave out --name and --replace; to begin anew: pegboard history clear.',
    )
  }
  return session.request('history.import', {
    ...{ dir, path: session.path(path) },
    mapping: map as ActionInput<'history.import'>['mapping'],
  })
}

interface CatalogImport extends ClashChoices {
  path: string
  workspace: string
  format: string | undefined
  server: string | undefined
  map: Record<string, string> | undefined
  removeMissing: boolean | undefined
  dryRun: boolean | undefined
}

/** `made`: the workspace, where there was none before. */
async function importTo(session: CommandSession, asked: CatalogImport) {
  const { format, server, removeMissing, sameName, goldenSets, layers } = asked
  const path = session.path(asked.path)
  if (!existsSync(path)) {
    throw new Problem('not-found', `There is no ${path}.`, 'Check the path for typing errors.')
  }
  const { dir, create } = await session.workspaceOrNew(asked.workspace)
  const input = {
    ...{ path, format, server, clashes: { sameName, goldenSets, layers } },
    mapping: asked.map as ActionInput<'import.commit'>['mapping'],
  }
  if (asked.dryRun) {
    const place = create === undefined ? { dir } : {}
    return {
      imported: await session.request('import.preview', { ...input, ...place }),
      made: undefined,
    }
  }
  const imported = await session.request('import.commit', { ...input, dir, create, removeMissing })
  return { imported, made: create === undefined ? undefined : dir }
}

/** Who answers in a new workspace, and how another comes to. */
async function moveLines(session: CommandSession, dir: string, given: string): Promise<string[]> {
  const now = `${embedderTitle(BUILTIN)} answers`
  try {
    const { move } = await session.request('knowledge.move', { dir })
    if (!move) return []
    return [
      `${now} for now. To have ${embedderTitle(move.to)} answer (${moveOffer(move)}): pegboard index --workspace ${plainText(given)}`,
    ]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // The import is done, whatever another embedder lacks.
    session.remark([`${now}. ${error.message}`, error.fix].filter(Boolean).join(' '))
    return []
  }
}

type ImportResult = ActionAnswer<'import.preview'> | ActionAnswer<'import.commit'>

/** Report rows, and tools of each kind, printed without `--json`; the window shows them all. */
const ROWS_SHOWN = 20
const TOOLS_SHOWN = 10
/** Entries of a row that stands for several: what was skipped or altered is looked up, a notice is an example. */
const ENTRIES_SHOWN = 10
const NOTICED_SHOWN = 3
/** Characters of a text before and after. */
const TEXT_SHOWN = 300

function importLines(imported: ImportResult, verbose = false): string[] {
  const { added, changed, removed, unchanged } = imported.change
  return [
    `Format ${imported.format}: ${added.total} tools added, ${changed.total} changed, ` +
      `${unchanged} unchanged, ${removed.total} no longer in the files.`,
    ...(verbose ? toolLines(added, 'new') : []),
    ...toolLines(changed, 'changed', verbose),
    ...toolLines(removed, 'not in the files'),
    ...clashLines(imported.clashes),
    ...goldenSetLines(imported.goldenSets),
    ...(imported.bundles > 0 ? [`${imported.bundles} bundles.`] : []),
    ...reportLines(imported.report),
    ...('offersEdges' in imported ? [`${EDGES_OFFER} To look: pegboard propose-edges.`] : []),
  ]
}

function toolLines({ total, first }: ToolChanges, what: string, withTexts = false): string[] {
  const shown = first.slice(0, TOOLS_SHOWN)
  return [
    ...shown.flatMap((change) => {
      const fields = change.fields.map(({ field }) => field).join(', ')
      return [
        `  ${[what, plainText(change.id), fields].filter(Boolean).join(' · ')}`,
        ...(withTexts ? textLines(change) : []),
      ]
    }),
    ...(total > shown.length ? [`  … and ${total - shown.length} more ${what}.`] : []),
  ]
}

const textLines = ({ fields }: ToolChange): string[] =>
  fields.flatMap(({ field, before, after }) => [
    `      ${plainText(field)}`,
    `        before: ${shortText(before)}`,
    `        after:  ${shortText(after)}`,
  ])

/** In one line, as JSON stands on many. */
function shortText(text: string): string {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  if (line === '') return '(nothing)'
  return line.length > TEXT_SHOWN ? `${line.slice(0, TEXT_SHOWN)}…` : line
}

function clashLines({
  recognised,
  beside,
  layers,
  layersAdded,
}: ImportResult['clashes']): string[] {
  const counts = [
    [recognised.total, 'tools were here with or without a server: they keep their ids.'],
    [beside.total, 'tools come in beside others of their name (--same-name replace).'],
    [layers.total, 'author’s layers say something else here (--layers replace).'],
    [layersAdded, 'author’s layers.'],
  ] as const
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
}

const goldenSetLines = (sets: ImportResult['goldenSets']): string[] =>
  sets.map(({ name, queries, replaces, renamedFrom }) => {
    const remark = renamedFrom
      ? ` (“${plainText(renamedFrom)}” here holds something else: --golden-sets replace)`
      : replaces
        ? ' (replaces the one here)'
        : ''
    return `Golden set “${plainText(name)}”: ${queries} queries${remark}.`
  })

function historyLines({ added, merged, figures }: ActionAnswer<'history.import'>): string[] {
  const known = merged > 0 ? `, ${merged} were there already or came twice` : ''
  return [`${added} logged queries added${known}.`, `The workspace holds ${historyText(figures)}.`]
}

/** What was skipped first: it is what an import leaves out. */
function reportLines(report: readonly ReportRow[]): string[] {
  const skipped = report.filter(({ outcome }) => outcome === 'skipped')
  const rows = [...skipped, ...report.filter(({ outcome }) => outcome !== 'skipped')]
  const others = entriesOf(rows.slice(ROWS_SHOWN))
  return [
    ...(skipped.length > 0 ? [`Skipped: ${entriesOf(skipped)}.`] : []),
    ...rows.slice(0, ROWS_SHOWN).flatMap(rowLines),
    ...(others > 0 ? [`  … and ${others} more; --json lists more of them.`] : []),
  ]
}

/** One line; where the row names several entries, the first of them below it. */
function rowLines(row: ReportRow): string[] {
  const { outcome, why, fix, first, entries } = row
  const of = first ? [`${entries} entries`] : placeOf(row)
  const line = `  ${plainText([outcome, ...of, fix ? `${why}. ${fix}` : why].join(' · '))}`
  if (!first || entries === undefined) return [line]
  const shown = first.slice(0, outcome === 'notice' ? NOTICED_SHOWN : ENTRIES_SHOWN)
  return [
    line,
    ...shown.map((each) => `      ${plainText(placeOf(each).join(' · '))}`),
    ...(entries > shown.length ? [`      … and ${entries - shown.length} more`] : []),
  ]
}

const placeOf = ({ where, entry }: ReportedEntry): string[] => [where, ...(entry ? [entry] : [])]
