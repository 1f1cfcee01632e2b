import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../features/actions'
import { importFormats } from '../../../features/import-formats'
import { Dir } from '../../../contract/workspace'
import { ClashChoices } from '../../../domain/catalog/import'
import { BUILTIN, embedderTitle } from '../../../domain/model/names'
import { Problem } from '../../../domain/problem'
import { historyText } from '../../../domain/query/logged-queries'
import { moveOffer } from '../../../domain/workspace/move-text'
import { command, withoutChange } from '../command'
import { text } from '../flags'
import { effectLines, OF_IMPORT } from '../effect-text'
import { triedImport } from '../tried-import'
import { goldenSetLines, importLines, reportLines } from '../import-text'
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
    format: z
      .enum(importFormats.map(({ id }) => id))
      .optional()
      .describe('the format; default: detected'),
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
    partly: z
      .boolean()
      .optional()
      .describe('import what could be read, even where most was left out'),
    dryRun: z.boolean().optional().describe('say what would change and write nothing'),
    verbose: z
      .boolean()
      .optional()
      .describe('list what is new as well, and each changed text before and after'),
  },
  run: importTo,
  json: ({ imported, effect }) => ({ ...imported, ...(effect && { effect }) }),
  undo: ({ imported }) => ('undo' in imported ? imported.undo : undefined),
  print: async ({ imported, effect, made }, { workspace, verbose }, session) => [
    ...importLines(imported, verbose),
    ...(effect ? effectLines(effect, OF_IMPORT) : []),
    ...(made === undefined ? [] : await moveLines(session, made, workspace)),
  ],
})

export const importGolden = command({
  summary: 'import a golden set, or logged queries, from CSV, JSON, qrels or logs of agents',
  args: ['path'],
  input: {
    dir: Dir,
    path: z.string().describe('a file, or a folder of files that belong together'),
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
  json: ({ logged, golden }) => (logged ? withoutChange(logged) : golden),
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
    dir,
    name,
    replace,
    path: session.path(path),
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
    dir,
    path: session.path(path),
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
  partly: boolean | undefined
  dryRun: boolean | undefined
}

/** `made`: the workspace, where there was none before. */
async function importTo(session: CommandSession, asked: CatalogImport) {
  const { format, server, removeMissing, partly, sameName, renames, goldenSets, layers } = asked
  const path = session.path(asked.path)
  if (!existsSync(path)) {
    throw new Problem('not-found', `There is no ${path}.`, 'Check the path for typing errors.')
  }
  const { dir, create } = await session.workspaceOrNew(asked.workspace)
  const input = {
    path,
    format,
    server,
    clashes: { sameName, renames, goldenSets, layers },
    mapping: asked.map as ActionInput<'import.commit'>['mapping'],
  }
  if (asked.dryRun) {
    const place = create === undefined ? { dir } : {}
    const imported = await session.request('import.preview', { ...input, ...place })
    const { changes } = imported
    const effect =
      create === undefined
        ? await triedImport(session, { dir, changes, removeMissing: removeMissing ?? false })
        : undefined
    return { imported, effect, made: undefined }
  }
  const imported = await session.request('import.commit', {
    ...input,
    dir,
    create,
    removeMissing,
    partly,
  })
  return { imported, effect: undefined, made: create === undefined ? undefined : dir }
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

function historyLines({ added, merged, figures }: ActionAnswer<'history.import'>): string[] {
  const known = merged > 0 ? `, ${merged} were there already or came twice` : ''
  return [`${added} logged queries added${known}.`, `The workspace holds ${historyText(figures)}.`]
}
