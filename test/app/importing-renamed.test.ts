import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'

const definition = (name: string, description: string, ...parameters: string[]) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each) => [each, { type: 'string' }])),
  },
})

const BEFORE = [
  definition('remove-room', 'Removes a room for good.', 'room'),
  definition('list-rooms', 'Lists the rooms that are free.', 'day'),
  definition('close-booking', 'Closes a booking of a room.', 'booking'),
  definition('search', 'Searches bookings by words.', 'words'),
]
const AFTER = [
  definition('booking-close', 'Closes a booking of a room, and says why.', 'booking', 'reason'),
  definition('room-remove', 'Removes a room for good.', 'room'),
  definition('search', 'Searches bookings by words.', 'words'),
  definition('room-list', 'Lists the rooms that are free.', 'day'),
  definition('booking-open', 'Opens a booking.', 'booking'),
]

/** A workspace with the first version, golden queries, an author’s text and an edge. */
async function workspace() {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Rooms' })
  const list = async (tools: readonly unknown[]) => app.file('rooms.json', { tools })
  await app.request('import.commit', { dir, path: await list(BEFORE) })
  const asked = ['remove-room', 'list-rooms', 'close-booking', 'search'].map((name) => ({
    query: `something that ${name} does`,
    tools: [`rooms/${name}`],
  }))
  await app.request('golden.import', { dir, path: await app.file('asked.json', asked) })
  const id = ToolId.parse('rooms/remove-room')
  await app.request('catalog.saveLayer', { dir, id, layer: { questions: ['Tear it down?'] } })
  const labels = async (): Promise<string[]> => {
    const here = (await app.request('catalog.list', { dir, limit: 100 })).rows
    const tools = await Promise.all(
      here.map(async (row) => ({
        name: (await app.request('catalog.tool', { dir, id: row.id })).entry.tool.name,
        asked: (await app.request('catalog.tool', { dir, id: row.id })).goldenQueries.length,
      })),
    )
    return tools.flatMap((tool) => (tool.asked > 0 ? [tool.name] : [])).toSorted()
  }
  return { ...app, dir, list, labels }
}

describe('a server that renames its tools', () => {
  it('keeps labels and texts of those that say the very same', async () => {
    const { request, dir, list, labels } = await workspace()
    const path = await list(AFTER)
    const shown = await request('import.preview', { dir, path })
    expect(shown.clashes.renamed.first.map(({ id, as }) => [id, as]).toSorted()).toEqual([
      ['rooms/list-rooms', 'rooms/room-list'],
      ['rooms/remove-room', 'rooms/room-remove'],
    ])
    expect(shown.clashes.likelyRenamed.first).toMatchObject([
      { id: 'rooms/close-booking', as: 'rooms/booking-close' },
    ])
    await request('import.commit', { dir, path, removeMissing: true })
    expect(await labels()).toEqual(['room-list', 'room-remove', 'search'])
    const id = ToolId.parse('rooms/remove-room')
    expect(await request('catalog.tool', { dir, id })).toMatchObject({
      entry: { tool: { name: 'room-remove' }, layer: { questions: ['Tear it down?'] } },
    })
  })

  it('keeps those of likely ones where a person says so, and knows them from then on', async () => {
    const { request, dir, list, labels } = await workspace()
    const path = await list(AFTER)
    const clashes = { renames: 'likely' } as const
    const { change, undo } = await request('import.commit', { dir, path, clashes })
    expect(change).toMatchObject({ added: { total: 1 }, removed: { total: 0 } })
    expect(await labels()).toEqual(['booking-close', 'room-list', 'room-remove', 'search'])
    const again = await request('import.preview', { dir, path })
    expect(again.change).toMatchObject({ added: { total: 0 }, unchanged: 5 })
    expect(undo).toBeDefined()
  })

  it('takes them as new where a person says so', async () => {
    const { request, dir, list } = await workspace()
    const clashes = { renames: 'none' } as const
    const { change } = await request('import.preview', { dir, path: await list(AFTER), clashes })
    expect(change).toMatchObject({ added: { total: 4 }, removed: { total: 3 } })
  })

  it('is asked about, and not guessed, where a tool could be two', async () => {
    const { request, dir, list } = await workspace()
    const [, , , search] = BEFORE
    const twins = ['room-remove', 'remove_room'].map((name) =>
      definition(name, 'Removes a room for good.', 'room'),
    )
    const path = await list([search, ...twins])
    const clashes = { renames: 'likely' } as const
    const { clashes: met, report } = await request('import.preview', { dir, path, clashes })
    expect(met.renamed.total).toBe(0)
    expect(report.map(({ why }) => why)).toContainEqual(
      'Tools are gone, and several are alike to each: rooms/remove-room may be rooms/room-remove or rooms/remove_room. None is taken for it',
    )
  })
})
