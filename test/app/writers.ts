import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../src-main/app/app'
import type { Reply } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import { ToolId, type AuthorLayer } from '../../src-main/domain/tool/tool'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import type { WorkspaceStore } from '../../src-main/ports/workspace-store'
import { outcomes, run } from '../fixtures/workspace/content'

/** What a writer knows must be there in the end, as all its own are written by it alone. */
export interface Written {
  commits: number
  /** Descriptions by tool, of the servers it imports. */
  tools: Record<string, string>
  /** The fields it wrote, by tool. */
  layers: Record<string, AuthorLayer>
  /** Texts of queries by golden set; nothing for one it deleted. */
  goldenSets: Record<string, string[] | undefined>
  runs: string[]
}

export interface WritersPlace {
  app: App
  /** A store of the workspace besides the app's, for what no action writes alone. */
  store: WorkspaceStore
  /** Where files to import are put. */
  folder: string
  seed: number
  /** How often each writer writes. */
  turns: number
}

const TOOLS = ['add', 'find', 'list', 'move']
export const SERVERS = ['mail', 'maps', 'notes']
/** Imported before the writers begin, and left alone: golden queries name its tools. */
export const STEADY_SERVER = 'steady'

const openAiTool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})

type Writer = (desk: Desk, written: Written) => (turn: number) => Promise<void>

/**
 * What writers work with: a seeded choice, and requests that are made again while another process
 * writes.
 */
interface Desk {
  place: WritersPlace
  name: string
  random: () => number
  request<Name extends ActionName>(
    action: Name,
    input: Omit<ActionInput<Name>, 'dir'>,
  ): Promise<Reply<ActionAnswer<Name>>>
  file(content: unknown): Promise<string>
}

const importing =
  (server: string): Writer =>
  ({ random, request, file }, written) =>
  async (turn) => {
    const names = TOOLS.filter(() => random() < 0.7)
    const present = names.length > 0 ? names : ['add']
    const path = await file(present.map((name) => openAiTool(name, `${server} ${turn}`)))
    await committed(request('import.commit', { path, server, removeMissing: true }), written)
    written.tools = Object.fromEntries(
      present.map((name) => [`${server}/${name}`, `${server} ${turn}`]),
    )
  }

const editing =
  (field: 'note' | 'description' | 'modelDescription'): Writer =>
  ({ random, request }, written) =>
  async (turn) => {
    const server = SERVERS[Math.floor(random() * SERVERS.length)] ?? ''
    const id = ToolId.parse(`${server}/${TOOLS[Math.floor(random() * TOOLS.length)] ?? ''}`)
    const read = await request('catalog.tool', { id })
    if (!read.ok) return
    const base = read.data.entry.layer
    const text = `${field} ${turn}`
    const saved = await request('catalog.saveLayer', {
      id,
      base,
      layer: { ...base, [field]: text },
    })
    // An import may have removed the tool meanwhile: then nothing was saved, and the editor was
    // told.
    if (!saved.ok && saved.error.code === 'not-found') return
    await committed(saved, written)
    written.layers[id] = { ...written.layers[id], [field]: text }
  }

const goldenImporting =
  (set: string): Writer =>
  ({ random, request, file }, written) =>
  async (turn) => {
    if (written.goldenSets[set] && random() < 0.3) {
      await committed(request('golden.delete', { set }), written)
      written.goldenSets[set] = undefined
      return
    }
    const texts = Array.from({ length: 1 + (turn % 3) }, (_, at) => `${set} ${turn} ${at}`)
    const path = await file(texts.map((query) => ({ query, tools: [`${STEADY_SERVER}/add`] })))
    await committed(request('golden.import', { path, name: set, replace: true }), written)
    written.goldenSets[set] = texts
  }

const removing =
  (server: string): Writer =>
  ({ request, file }, written) =>
  async (turn) => {
    const id = ToolId.parse(`${server}/add`)
    if (turn % 3 === 0) {
      const path = await file([openAiTool('add', `${server} ${turn}`)])
      await committed(request('import.commit', { path, server }), written)
      written.tools[id] = `${server} ${turn}`
    } else if (turn % 3 === 1) {
      const layer = { note: `${server} ${turn}` }
      await committed(request('catalog.saveLayer', { id, layer }), written)
      written.layers[id] = layer
    } else {
      await committed(request('catalog.remove', { ids: [id] }), written)
      written.tools = {}
      written.layers = {}
    }
  }

const keepingRuns: Writer =
  ({ place, name, random, request }, written) =>
  async (turn) => {
    const [oldest] = written.runs
    if (oldest && random() < 0.4) {
      await committed(request('evaluation.deleteRuns', { runs: [oldest, 'unknown'] }), written)
      written.runs.shift()
      return
    }
    const id = `${name} ${turn}`
    const put = [{ ...run(id), outcomes: outcomes(2) }]
    await whileBusy(() => place.store.commit({ runs: { put } }))
    written.commits++
    written.runs.push(id)
  }

/**
 * Each is alone in writing what it writes: its server, its field of layers, its golden set, its
 * runs.
 */
export const WRITERS: Record<string, Writer> = {
  'import mail': importing('mail'),
  'import maps': importing('maps'),
  'import notes': importing('notes'),
  'edit notes': editing('note'),
  'edit descriptions': editing('description'),
  'edit model descriptions': editing('modelDescription'),
  'import spring': goldenImporting('spring'),
  'import autumn': goldenImporting('autumn'),
  'remove here': removing('here'),
  'remove there': removing('there'),
  'keep runs': keepingRuns,
  'keep other runs': keepingRuns,
}

/** Lets writers write, each one thing after the other and all at the same time. */
export async function write(
  names: string[],
  place: WritersPlace,
): Promise<Record<string, Written>> {
  const all = names.map(async (name) => {
    const written: Written = {
      commits: 0,
      tools: {},
      layers: {},
      goldenSets: {},
      runs: [],
    }
    const desk = deskOf(name, place)
    const step = WRITERS[name]?.(desk, written)
    for (let turn = 0; turn < place.turns; turn++) {
      await pause(desk.random() * 60)
      await step?.(turn)
    }
    return [name, written] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

function deskOf(name: string, place: WritersPlace): Desk {
  const random = randomNumbers(place.seed + Object.keys(WRITERS).indexOf(name) * 7919)
  const call = { signal: new AbortController().signal, emit: () => undefined }
  let files = 0
  return {
    place,
    name,
    random,
    request: async (action, input) => {
      for (;;) {
        const full = { ...input, dir: place.store.dir }
        const reply = await place.app.dispatch(action, full, call)
        if (reply.ok || reply.error.code !== 'busy') {
          return reply as Reply<ActionAnswer<typeof action>>
        }
      }
    },
    async file(content) {
      const path = join(place.folder, `${name.replaceAll(' ', '-')}-${files++}.json`)
      await writeFile(path, JSON.stringify(content))
      return path
    },
  }
}

async function committed(
  replying: Reply<unknown> | Promise<Reply<unknown>>,
  written: Written,
): Promise<void> {
  const reply = await replying
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`)
  written.commits++
}

async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== 'busy') throw error
    }
  }
}
