import { z } from 'zod'
import { Dir, Name } from '../../contract/workspace'
import { ClashChoices } from '../../domain/catalog/import'
import { isBuiltIn } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import { fileNameOf } from '../../domain/value/file-name'
import { SettingsChange } from '../../domain/workspace/settings'
import type { WorkspaceInfo } from '../../domain/workspace/workspace'
import type { WorkspaceStore } from '../../ports/workspace-store'
import { action } from '../action'
import type { AppContext } from '../context'
import { plannedImport, recordsOf } from '../importing/planned-import'
import { readingReply, readOf } from '../readings'
import { markOfNew } from '../knowledge/moving'
import {
  restsOn,
  workWith,
  WorkspaceRestsOnInput,
  WorkspaceWorkWithInput,
} from '../decision/work-with'
import { infoOf, standardChoice } from '../recipes/works-with'
import { endpointsOf } from '../serving/endpoints'
import { openSession, type Session } from '../workspaces/session'

export const appActions = {
  'app.about': action({
    summary: 'What this program is and where it keeps things',
    input: z.object({}),
    run: ({ about, tokenCounter }) => ({
      version: about.version,
      dataFolder: about.dataFolder,
      tokenizer: tokenCounter.tokenizer,
      node: about.node,
      platform: about.platform,
    }),
  }),
}

export const settingsActions = {
  'settings.read': action({
    summary: 'The settings in use',
    input: z.object({}),
    run: ({ settings }) => settings.read(),
  }),
  'settings.write': action({
    summary: 'Change the settings named and give all of them',
    input: SettingsChange,
    async run({ embedders, settings }, changes, { signal }) {
      const { embedder } = changes
      if (embedder !== undefined && isBuiltIn(embedder)) await embedders.open(embedder, signal)
      return settings.write(changes)
    },
  }),
}

export const workspaceActions = {
  'workspace.list': action({
    summary: 'The workspaces there are',
    input: z.object({}),
    run: ({ library }) => library.list(),
  }),
  'workspace.first': action({
    summary:
      'The workspace to show first: the last one open, else the demo, made if it is not there',
    input: z.object({}),
    async run(context) {
      const { settings, library } = context
      const { lastWorkspace } = await settings.read()
      const last = lastWorkspace && (await infoAt(context, lastWorkspace).catch(() => undefined))
      if (last) return last
      const usable = (await library.list()).find(({ info }) => info !== undefined)
      return usable ? infoAt(context, usable.dir) : createDemo(context, 'Demo')
    },
  }),
  'workspace.create': action({
    summary: 'Make a workspace',
    input: z.object({
      name: Name.describe('its name'),
      dir: Dir.optional().describe('the folder to make it in; default: the data folder'),
    }),
    async run(context, { name, dir }) {
      const { library } = context
      const mark = await markOfNew(context)
      const fill = async (built: WorkspaceStore) => void (await built.commit(mark))
      return adopt(context, await library.create(name, dir, mark.move && fill))
    },
  }),
  'workspace.createDemo': action({
    summary: 'A new workspace holding the demo catalog',
    input: z.object({ name: Name.optional().describe('its name; default: Demo') }),
    run: (context, { name }) => createDemo(context, name ?? 'Demo'),
  }),
  'workspace.read': action({
    summary: 'What a workspace is and holds',
    input: z.object({ dir: Dir }),
    run: (context, { dir }) => infoAt(context, dir),
  }),
  'workspace.open': action({
    summary: 'What a workspace is, which is then the one to show first',
    input: z.object({ dir: Dir }),
    async run(context, { dir }) {
      const info = await infoAt(context, dir)
      const { lastWorkspace } = await context.settings.read()
      if (lastWorkspace !== dir) await context.settings.write({ lastWorkspace: dir })
      return info
    },
  }),
  'workspace.rename': action({
    summary: 'Give a workspace another name',
    input: z.object({ dir: Dir, name: Name.describe('its new name') }),
    async run(context, { dir, name }) {
      const session = await context.sessions.of(dir)
      await session.change(() => ({ name }))
      return infoOf(context, session)
    },
  }),
  /**
   * What is left out stays; another recipe without options takes its defaults. `clear` is back to
   * the standard one. `before` is absent where it had none of its own; asking for it again, or for
   * `clear`, undoes the change.
   */
  'workspace.workWith': action({
    summary: 'Have a workspace work with a recipe, its options and k of its own',
    input: WorkspaceWorkWithInput,
    run: workWith,
  }),
  'workspace.restsOn': action({
    summary:
      'By what run the recipe and k of a workspace were chosen, and what of their figures is outdated',
    input: WorkspaceRestsOnInput,
    run: restsOn,
  }),
  /** Given one, all that is kept at an address or in a folder where snapshots are published. */
  'workspace.check': action({
    summary: 'Read all of a workspace, and say what a disk changed or lost',
    input: z.object({
      dir: Dir,
      repair: z
        .enum(['back', 'keep'])
        .optional()
        .describe(
          'where tables are damaged: go back to the last whole commit, or keep what is there as it is',
        ),
    }),
    run: ({ library }, { dir, repair }, { signal, emit }) =>
      library.check(dir, {
        repair,
        signal,
        onParts: (done, total) => emit({ what: 'Checking for damage', done, total, unit: 'parts' }),
      }),
  }),
  'workspace.duplicate': action({
    summary: 'Copy a workspace under another name',
    input: z.object({ dir: Dir, name: Name.describe('the copy’s name') }),
    run: async (context, { dir, name }) =>
      adopt(context, await context.library.duplicate(dir, name)),
  }),
  'workspace.delete': action({
    summary: 'Delete a workspace for good',
    input: z.object({
      dir: Dir,
      confirm: z.string().meta({ title: 'name', description: 'its name, to confirm' }),
    }),
    run: deleteWorkspace,
  }),
  'workspace.export': action({
    summary: 'Write the workspace as one file, to be fetched with `files.read`',
    input: z.object({ dir: Dir }),
    async run(context, { dir }) {
      const { name } = await infoAt(context, dir)
      const archive = await context.library.exportArchive(dir)
      return context.exports.offer(`${fileNameOf(name)}.pegboard`, archive)
    },
  }),
  'workspace.import': action({
    summary: 'Make a workspace from a file that `workspace.export` wrote',
    input: z.object({
      path: z.string().min(1).describe('the file'),
      name: Name.optional().describe('what to call it; default: as it was called'),
    }),
    async run(context, { path, name }) {
      const { files, library, notify } = context
      const [archive, ...others] = await files.read(path)
      if (!archive || others.length > 0) {
        throw new Problem(
          'bad-input',
          `${path} is a folder.`,
          'Choose the one file that a workspace was exported to, or open the folder as a workspace.',
        )
      }
      const mended: string[] = []
      const store = await library.importArchive(archive.bytes, name, (line) => mended.push(line))
      const info = await adopt(context, store)
      if (mended.length > 0) notify(info.dir, mendedText(mended))
      return info
    },
  }),
}

const infoAt = async (context: AppContext, dir: string): Promise<WorkspaceInfo> =>
  infoOf(context, await context.sessions.of(dir))

/** A store just made is closed again: the session opens its own. */
async function adopt(context: AppContext, store: WorkspaceStore): Promise<WorkspaceInfo> {
  await store.close()
  return infoAt(context, store.dir)
}

/** Where nobody would read on. */
const MOST_NAMED = 5

const mendedText = (lines: string[]): string => {
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : ''
  return (
    'The archive holds numbers that are too large for a file, which were left out: ' +
    `${lines.slice(0, MOST_NAMED).join('; ')}${more}.`
  )
}

async function deleteWorkspace(
  context: AppContext,
  { dir, confirm }: { dir: string; confirm: string },
): Promise<{ deleted: string }> {
  const name = await nameOf(context, dir)
  if (confirm !== name) {
    throw new Problem(
      'bad-input',
      `“${confirm}” is not the workspace’s name, so nothing was deleted.`,
      `Type “${name}” to delete it.`,
    )
  }
  await endpointsOf(context).stop(dir)
  await context.indexings.stop(dir)
  await context.sessions.forget(dir)
  await context.library.remove(dir)
  return { deleted: dir }
}

/**
 * A workspace that cannot be opened can still be deleted: its name is then the one the list shows.
 */
async function nameOf({ library }: AppContext, dir: string): Promise<string> {
  const entry = (await library.list()).find((listed) => listed.dir === dir)
  if (entry) return entry.name
  const store = await library.open(dir)
  const { name } = await store.info()
  await store.close()
  return name
}

/** Nobody sees the demo before it is filled: one that is stopped half-way leaves nothing. */
async function createDemo(context: AppContext, name: string): Promise<WorkspaceInfo> {
  const store = await context.library.create(name, undefined, async (built) => {
    const session = openSession(built, context, () => undefined)
    await fillWithDemo(session, context)
    await session.close()
  })
  return adopt(context, store)
}

/**
 * Imports the demo that ships with the product: catalog, golden set, bundles and some author's
 * layers.
 */
async function fillWithDemo(
  session: Session,
  { files, about, recipes, importFormats }: AppContext,
): Promise<void> {
  const demo = { files: await files.read(about.demoFolder), options: { format: 'pegboard' } }
  const imported = readOf(readingReply('catalog', demo, importFormats))
  const choices = { recipes, clashes: ClashChoices.parse({}), removeMissing: false }
  const plan = plannedImport(recordsOf(session), imported, choices)
  const [largest] = imported.goldenSets.toSorted((a, b) => b.queries.length - a.queries.length)
  await session.change(async (...now) => ({
    ...(await plan(...now)),
    isDemo: true as const,
    worksWith: { ...standardChoice(recipes), ...(largest && { judgedOn: largest.name }) },
  }))
}
