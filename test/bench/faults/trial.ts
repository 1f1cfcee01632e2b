import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { App } from '../../../src-main/app/app'
import type { ReadFiles } from '../../../src-main/app/readings'
import { compose } from '../../../src-main/compose'
import type { Reply } from '../../../src-main/contract/reply'
import { stays } from '../../fixtures/staying'
import {
  type ActionInput,
  type ActionName,
  type ActionAnswer,
} from '../../../src-main/features/actions'
import { stretchClock, type StretchClock } from './stretch-clock'

export type TrialFile = [path: string, content: string | Uint8Array]

/**
 * A request to be made of the workspace that the files were imported into; its `dir` is filled in.
 */
export type AskedOfTrial = readonly [action: ActionName, input: object]

/**
 * One request with how long it took, and for how long nothing else had its turn meanwhile, in ms.
 */
export interface Step {
  action: string
  ms: number
  stretchMs: number
}

export interface Trial {
  outcome: 'imported' | 'refused'
  /** What should never be. */
  faults: string[]
  steps: Step[]
}

export interface TrialInput {
  files: readonly TrialFile[]
  /** What is asked of the workspace once they are imported; left out: nothing but how it looks. */
  requests?: readonly AskedOfTrial[]
}

/** The product on an empty data folder, to be given inputs. */
export interface Lab {
  /**
   * Imports the files, looks at what they became in every way, and says what is wrong with the
   * answers.
   * @param isAlone whether they get a workspace of their own, which is deleted afterwards
   */
  try(input: TrialInput, isAlone?: boolean): Promise<Trial>
  close(): Promise<void>
}

const WORKSPACE = 'Trial'
/** Inputs that one workspace is given; then a new one is made. */
const INPUTS_A_WORKSPACE = 25

/** What no person is to be shown. */
const RAW =
  /(Zod|Range|Type|Syntax)Error|call stack|invalid_type|Invalid input|\bat .+:\d+:\d+|\[object |undefined|Invalid (string|array) length/

/** Characters that a message holds at most, whatever a file holds. */
const LONGEST_MESSAGE = 5_000

/** @param readFiles how the product reads files; left out: in place */
export async function openLab(readFiles?: ReadFiles): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-faults-'))
  const app = await compose({
    dataFolder: stays(join(folder, 'data')),
    resourcesFolder: resolve('resources'),
    version: 'bench',
    ...(readFiles && { readFiles }),
  })
  const clock = stretchClock()
  let count = 0
  let shared = ''
  return {
    async try(input, isAlone = false) {
      const watching = watch(app, clock)
      if (!isAlone && count % INPUTS_A_WORKSPACE === 0) shared = await emptyWorkspace(watching)
      const dir = isAlone ? await emptyWorkspace(watching) : shared
      const path = join(folder, `input-${count++}`)
      await writeAll(path, input.files)
      const outcome = await tryFiles({ dir, path }, watching)
      for (const [action, asked] of input.requests ?? []) {
        await watching.request(action, { dir, ...asked })
      }
      const { faults, steps } = watching
      await rm(path, { recursive: true, force: true })
      if (isAlone) await watching.request('workspace.delete', { dir, confirm: WORKSPACE })
      return { outcome, faults, steps }
    },
    async close() {
      clock.stop()
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeAll(folder: string, files: readonly TrialFile[]): Promise<void> {
  await mkdir(folder)
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

/** Requests whose times and faults are written down. */
interface Watching {
  request<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
  ): Promise<Reply<ActionAnswer<Name>>>
  faults: string[]
  steps: Step[]
}

function watch(app: App, clock: StretchClock): Watching {
  const steps: Step[] = []
  const faults: string[] = []
  const request: Watching['request'] = async (action, input) => {
    await clock.begin()
    const started = performance.now()
    const call = { signal: new AbortController().signal, emit: () => undefined }
    const reply = (await app.dispatch(action, input, call)) as Reply<ActionAnswer<typeof action>>
    steps.push({ action, ms: performance.now() - started, stretchMs: clock.longestMs() })
    faults.push(...faultsOf(reply).map((fault) => `${action}: ${fault}`))
    return reply
  }
  return { request, faults, steps }
}

function faultsOf(reply: Reply<unknown>): string[] {
  if (reply.ok) return []
  const { code, message, fix = '' } = reply.error
  const said = `${message} ${fix}`
  return [
    ...(code === 'internal' || RAW.test(said) ? [`${code}: ${said.slice(0, 200)}`] : []),
    ...(said.length > LONGEST_MESSAGE ? [`a message of ${said.length} characters`] : []),
  ]
}

async function emptyWorkspace({ request }: Watching): Promise<string> {
  const made = await request('workspace.create', { name: WORKSPACE })
  if (!made.ok) throw new Error(made.error.message)
  return made.data.dir
}

interface Input {
  dir: string
  /** Where the files lie. */
  path: string
}

async function tryFiles(input: Input, watching: Watching): Promise<Trial['outcome']> {
  const { request, faults } = watching
  const { dir, path } = input
  const stateOf = async () => {
    const info = await request('workspace.read', { dir })
    const listed = await request('catalog.list', { dir })
    if (!info.ok || !listed.ok) faults.push('the workspace cannot be read')
    return {
      revision: info.ok ? info.data.revision : NaN,
      tools: listed.ok ? listed.data.total : NaN,
    }
  }
  await request('import.columns', { path })
  await request('golden.import', { dir, path, name: 'own', preview: true })
  const before = await stateOf()
  const preview = await request('import.preview', { dir, path })
  const commit = await request('import.commit', { dir, path, partly: true })
  const after = await stateOf()
  if (preview.ok !== commit.ok) faults.push('the preview and the import do not agree')
  if (!commit.ok) {
    if (after.revision !== before.revision) faults.push('a failed import was written')
    return 'refused'
  }
  const { added, changed, unchanged } = commit.data.change
  if (after.tools !== before.tools + added.total) faults.push('the list and the import differ')
  const entries = added.total + changed.total + unchanged
  if (preview.ok && preview.data.tools !== entries) faults.push('the counts do not add up')
  await look(dir, watching)
  return 'imported'
}

const EXPORTS = [
  'openai',
  'openai-responses',
  'anthropic',
  'bedrock',
  'gemini',
  'ollama',
  'mcp',
  'csv',
  'pegboard',
]

/** Every way in which what was imported is shown, searched and given away. */
async function look(dir: string, { request }: Watching): Promise<void> {
  await request('catalog.facets', { dir })
  const listed = await request('catalog.list', { dir, sort: 'promptTokens', descending: true })
  const longest = listed.ok ? listed.data.rows[0] : undefined
  if (longest) {
    await request('catalog.tool', { dir, id: longest.id })
    await request('catalog.document', { dir, id: longest.id })
  }
  const said = `${longest?.name ?? ''} ${longest?.description ?? ''} `
  for (const text of ['notify the team', said.repeat(50).slice(0, 10_000).trim()]) {
    for (const recipe of ['bm25', 'hybrid']) {
      await request('query.run', { dir, text: text || 'x', recipe, withTrace: true })
    }
  }
  if (longest)
    await request('query.explain', { dir, text: said, recipe: 'bm25', tools: [longest.id] })
  await request('golden.list', { dir })
  for (const format of EXPORTS) await request('catalog.export', { dir, format })
}
