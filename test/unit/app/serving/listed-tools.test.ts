import { describe, expect, it } from 'vitest'
import { readInPlace } from '../../../../src-main/app/readings'
import { importFormats } from '../../../../src-main/features/import-formats'
import { isAsImported, listedTools, trueName } from '../../../../src-main/app/serving/listed-tools'
import type { JsonValue, Tool } from '../../../../src-main/domain/tool/tool'
import { catalogTool } from '../../../fakes/catalog-tool'

const toolOf = (changed: Partial<Tool> = {}): Tool =>
  catalogTool('notes/write', { description: 'Writes a note.', ...changed }).tool

describe('a tool is as it was imported', () => {
  it('where the server lists just that, whatever else the catalog knows of it', () => {
    const kept = toolOf({ tags: ['mine'], visibility: 'hidden' })
    expect(isAsImported(kept, toolOf({ server: 'server' }))).toBe(true)
  })

  it('though it was renamed or described by hand since', () => {
    const imported = { name: 'write', description: 'Writes a note.' }
    const kept = toolOf({ name: 'jot', description: 'Mine.', imported })
    expect(isAsImported(kept, toolOf())).toBe(true)
    expect(isAsImported(kept, toolOf({ name: 'jot', description: 'Mine.' }))).toBe(false)
  })

  it.each<[string, Partial<Tool>]>([
    ['description', { description: 'Deletes a note.' }],
    ['parameters', { parameters: { type: 'object', required: ['all'] } }],
    ['annotations', { annotations: { readOnly: true } }],
    ['name', { name: 'Write' }],
  ])('not where its %s is another', (_, changed) => {
    expect(isAsImported(toolOf(), toolOf(changed))).toBe(false)
  })
})

describe('a server calls a tool', () => {
  it('by the name that it wrote, where an import cleaned it', () => {
    const source = { format: 'mcp', entry: { name: 'write note' } }
    expect(trueName(toolOf({ source }))).toBe('write note')
  })

  it.each<JsonValue>([null, {}, { name: 7 }])(
    'by its own, where the entry says none: %j',
    (entry) => {
      expect(trueName(toolOf({ source: { format: 'mcp', entry } }))).toBe('write')
    },
  )
})

it('lists all tools of a name', async () => {
  const entries = ['a', 'b', 'a'].map((name, at) => ({
    name,
    description: `The tool ${at}.`,
    inputSchema: { type: 'object' },
  }))
  const listing = { tools: Buffer.from(JSON.stringify(entries)), protocol: '1' }
  const { signal } = new AbortController()
  const listed = await listedTools({ readFiles: readInPlace(importFormats) }, listing, signal)
  const said = (name: string) => listed.get(name)?.map(({ description }) => description)
  expect([said('a'), said('b')]).toEqual([['The tool 0.', 'The tool 2.'], ['The tool 1.']])
})
