import { isBuiltIn } from '../domain/model-names'
import { Problem } from '../domain/problem'
import type { WorkspaceInfo } from '../domain/workspace'
import type { WorkspaceStore } from '../ports/workspace-store'
import type { AppContext, Handlers } from './handlers'
import { fillWithDemo } from './demo'
import { markOfNew } from './knowledge/moving'
import { openSession } from './session'
import { settingsInUse } from './settings-in-use'
import { workWith } from './works-with'

export const appHandlers = ({ about, tokenCounter }: AppContext): Handlers<'app'> => ({
  'app.about': () => ({
    version: about.version,
    dataFolder: about.dataFolder,
    tokenizer: tokenCounter.tokenizer,
    node: about.node,
    platform: about.platform,
  }),
})

export const settingsHandlers = ({ settings, embedders }: AppContext): Handlers<'settings'> => ({
  'settings.read': async () => settingsInUse(await settings.read()),
  async 'settings.write'(changes, { signal }) {
    const { embedder } = changes
    if (embedder !== undefined && isBuiltIn(embedder)) await embedders.open(embedder, signal)
    return settingsInUse(await settings.write(changes))
  },
})

export const workspaceHandlers = (context: AppContext): Handlers<'workspace'> => {
  const { library, sessions, settings, exports, files, notify } = context
  const infoOf = async (dir: string) => (await sessions.of(dir)).store.info()
  /** A store just made is closed again: the session opens its own. */
  const adopt = async (store: WorkspaceStore): Promise<WorkspaceInfo> => {
    await store.close()
    return infoOf(store.dir)
  }
  const remember = async (dir: string) => {
    const { lastWorkspace } = await settings.read()
    if (lastWorkspace !== dir) await settings.write({ lastWorkspace: dir })
  }

  return {
    'workspace.list': () => library.list(),
    async 'workspace.first'() {
      const { lastWorkspace } = await settings.read()
      const last = lastWorkspace && (await infoOf(lastWorkspace).catch(() => undefined))
      if (last) return last
      const usable = (await library.list()).find(({ info }) => info !== undefined)
      return usable ? infoOf(usable.dir) : createDemo(context, 'Demo')
    },
    async 'workspace.create'({ name, dir }) {
      const mark = await markOfNew(context)
      const fill = async (built: WorkspaceStore) => void (await built.commit(mark))
      return adopt(await library.create(name, dir, mark.move && fill))
    },
    'workspace.createDemo': ({ name }) => createDemo(context, name ?? 'Demo'),
    'workspace.read': ({ dir }) => infoOf(dir),
    async 'workspace.open'({ dir }) {
      const info = await infoOf(dir)
      await remember(dir)
      return info
    },
    async 'workspace.rename'({ dir, name }) {
      const session = await sessions.of(dir)
      await session.change(() => ({ name }))
      return session.store.info()
    },
    'workspace.workWith': (input) => workWith(context, input),
    'workspace.duplicate': async ({ dir, name }) => adopt(await library.duplicate(dir, name)),
    'workspace.delete': deleteWorkspace(context),
    async 'workspace.export'({ dir }) {
      const { name } = await infoOf(dir)
      return exports.offer(`${fileNameOf(name)}.pegboard`, await library.exportArchive(dir))
    },
    async 'workspace.import'({ path, name }) {
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
      const info = await adopt(store)
      if (mended.length > 0) notify(info.dir, mendedText(mended))
      return info
    },
  }
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

const deleteWorkspace =
  (context: AppContext): Handlers<'workspace'>['workspace.delete'] =>
  async ({ dir, confirm }) => {
    const name = await nameOf(context, dir)
    if (confirm !== name) {
      throw new Problem(
        'bad-input',
        `“${confirm}” is not the workspace’s name, so nothing was deleted.`,
        `Type “${name}” to delete it.`,
      )
    }
    await context.indexings.stop(dir)
    await context.sessions.forget(dir)
    await context.library.remove(dir)
    return { deleted: dir }
  }

/** A workspace that cannot be opened can still be deleted: its name is then the one the list shows. */
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
  await store.close()
  return (await context.sessions.of(store.dir)).store.info()
}

/** A name made safe for every file system. */
export const fileNameOf = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').trim() || 'export'
