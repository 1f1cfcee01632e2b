import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { App } from '../../src-main/app/app'
import type { Places } from '../../src-main/app/context'
import type { AppPorts } from '../../src-main/app/ports'
import { compose } from '../../src-main/compose'
import type { Progress, Reply } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import type { Embedder } from '../../src-main/ports/embedder'
import { appOn } from '../fakes/app-on'
import { SENTENCE_EMBEDDER } from '../fixtures/sentence-embedder'
import { stays } from '../fixtures/staying'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from './small-catalog'

export interface AppUnderTest {
  app: App
  folder: string
  progress: Progress[]
  reply<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
    signal?: AbortSignal,
  ): Promise<Reply<ActionAnswer<Name>>>
  /** The data. @throws Error with the message of an error reply. */
  request<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
  ): Promise<ActionAnswer<Name>>
  file(name: string, content: string | object): Promise<string>
  /** A workspace holding the small catalog and its golden set. */
  smallWorkspace(): Promise<string>
}

/** The whole product on an empty data folder, closed and removed when the test ends. */
export async function openApp(): Promise<AppUnderTest> {
  const folder = await emptyFolder()
  const app = await compose({
    dataFolder: stays(join(folder, 'data')),
    resourcesFolder: resolve('resources'),
    version: '1.2.3',
    encoderFile: SENTENCE_EMBEDDER.threadFile,
  })
  return underTest(app, folder)
}

/**
 * The product with the embedder given instead of those there are, on a data folder that another may
 * have used.
 */
export const openAppWith = (
  embedder: Embedder,
  folder: string,
  changed: Partial<AppPorts> = {},
): Promise<AppUnderTest> =>
  openAppOn(folder, {
    embedders: { open: async () => embedder },
    ...changed,
  })

/**
 * The product on a data folder that others may use as well, some of its adapters changed, and some
 * of what features add.
 */
export const openAppOn = async (
  folder: string,
  changed: Partial<AppPorts> = {},
  added: Partial<Places> = {},
): Promise<AppUnderTest> => underTest(appOn(folder, changed, added), folder)

/** Removed when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-app-'))
  // What was stopped in a test may still be writing.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  return folder
}

function underTest(app: App, folder: string): AppUnderTest {
  onTestFinished(() => app.close())
  const progress: Progress[] = []
  const reply: AppUnderTest['reply'] = async (action, input, signal) => {
    const call = {
      signal: signal ?? new AbortController().signal,
      emit: (step: Progress) => progress.push(step),
    }
    return (await app.dispatch(action, input, call)) as Reply<ActionAnswer<typeof action>>
  }
  const request: AppUnderTest['request'] = async (action, input) => {
    const answer = await reply(action, input)
    if (answer.ok) return answer.data
    throw new Error(`${action}: ${answer.error.message}`)
  }
  const file: AppUnderTest['file'] = async (name, content) => {
    const path = join(folder, name)
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  return {
    app,
    folder,
    progress,
    reply,
    request,
    file,
    async smallWorkspace() {
      const { dir } = await request('workspace.create', { name: 'Small' })
      await request('import.commit', { dir, path: await file('tools.json', SMALL_CATALOG) })
      await request('golden.import', { dir, path: await file('asked.json', SMALL_GOLDEN_SET) })
      return dir
    },
  }
}
