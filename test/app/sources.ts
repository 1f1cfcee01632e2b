import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppPorts } from '../../src-main/app/ports'
import type { Origin } from '../../src-main/domain/catalog/source'
import { toolId, type ToolId } from '../../src-main/domain/tool/tool'
import { argsOf, startedIn, type Told } from '../fixtures/mcp/fixture-server'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'

export const definition = (name: string, description: string, more: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...more,
})

export const FIND = definition('find', 'Finds notes by their text.')
export const WRITE = definition('write', 'Writes a note.')
export const DELETE = definition('delete', 'Removes a note for good.')

export const idOf = (name: string, server = 'notes'): ToolId => toolId(name, server)

export interface SourceGiven {
  name: string
  origin?: Origin
}

/** Looks at a source and agrees to just that, and that all it lists goes out. */
export async function agree({ request }: AppUnderTest, source: SourceGiven, dir?: string) {
  const { mark, variables } = await request('sources.look', { dir, source })
  const names = variables.map(({ name }) => name)
  return request('sources.agree', { dir, source, mark, variables: names })
}

/** An app with an empty workspace, and a server whose tools a test can change. */
export async function withServer(changed: Partial<AppPorts> = {}, folder?: string) {
  const place = folder ?? (await emptyFolder())
  const app = await openAppOn(place, changed)
  const list = join(place, 'tools.json')
  const log = join(place, 'started.log')
  const lists = (...tools: object[]) => writeFile(list, JSON.stringify(tools))
  await lists(FIND, WRITE)
  const { dir } = await app.request('workspace.create', { name: 'Notes' })

  const stdio = (
    told: Told = {},
    more: Partial<Extract<Origin, { kind: 'stdio' }>> = {},
  ): Origin => ({
    kind: 'stdio',
    command: process.execPath,
    cwd: place,
    variables: [],
    args: argsOf({ list, log, ...told }),
    ...more,
  })
  const add = async (name = 'notes', origin = stdio()) => {
    await agree(app, { name, origin }, dir)
    return app.request('import.commit', { dir, source: { name, origin } })
  }
  return {
    app,
    dir,
    folder: place,
    log,
    lists,
    stdio,
    add,
    /** How often the server was started. */
    starts: () => startedIn(log).length,
    preview: (name = 'notes') => app.request('import.preview', { dir, source: { name } }),
    refresh: (name = 'notes', removeMissing = true) =>
      app.request('import.commit', { dir, source: { name }, removeMissing }),
    sources: () => app.request('sources.list', { dir }),
    ids: async () =>
      (await app.request('catalog.list', { dir })).rows.map(({ id }) => id as string),
    tool: (name: string, server?: string) =>
      app.request('catalog.tool', { dir, id: idOf(name, server) }),
    revision: async () => (await app.request('workspace.read', { dir })).revision,
  }
}
