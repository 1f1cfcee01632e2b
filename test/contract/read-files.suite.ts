import { describe, expect, it } from 'vitest'
import type { ReadFiles } from '../../src-main/app/readings'
import { importFormats } from '../../src-main/features/import-formats'
import { importCatalog } from '../fixtures/importing/catalog'
import { sourceFile } from '../../src-main/importing/reading/source-file'
import type { LocalFile } from '../../src-main/ports/local-files'

export const signal = new AbortController().signal

/** A file of its own each time, for its bytes may be gone once it was read. */
export const fileOf = (path: string, content: unknown): LocalFile => ({
  path,
  bytes: new TextEncoder().encode(
    typeof content === 'string' ? content : JSON.stringify(content, undefined, 1),
  ),
})

/** More than is read in place. */
export const manyTools = (count = 2_000) =>
  Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    description: `Does the work of tool ${at}, “wholly”. `.repeat(3),
    inputSchema: { type: 'object', properties: { when: { type: 'string' } } },
  }))

/** Names that are keys of every object, and texts that no file can hold. */
const oddTools = [
  {
    name: 'odd',
    description: 'Half a character: \ud83d.',
    inputSchema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}',
    ) as object,
  },
]

/** What holds of every way to read files. */
export function readFilesSuite(name: string, readFiles: ReadFiles): void {
  describe(`${name}`, () => {
    it('gives the catalog that the files hold', async () => {
      const tools = [...manyTools(), ...oddTools]
      const file = () => fileOf('servers.json', { server: 'mail', tools })
      const { path, bytes } = file()
      const read = await readFiles('catalog', { files: [file()] }, signal)
      expect(read).toEqual(importCatalog([sourceFile(path, bytes)]))
      expect(read.tools).toHaveLength(2_001)
      const { properties } = read.tools.at(-1)?.parameters ?? {}
      expect(Object.keys(properties as object)).toEqual(['__proto__', 'constructor'])
    })

    it('gives a single tool that is larger than a message should be', async () => {
      const properties = Object.fromEntries(
        Array.from({ length: 30_000 }, (_, at) => [`parameter ${at}`, { type: 'string' }]),
      )
      const tool = { name: 'many', description: 'x', inputSchema: { properties } }
      const file = fileOf('tools.json', [tool])
      const { tools } = await readFiles('catalog', { files: [file] }, signal)
      expect(tools[0]?.source.entry).toEqual(tool)
    })

    it('reads as it is told to, and says what the files may be', async () => {
      const file = fileOf('tools.json', manyTools())
      const input = { files: [file], options: { format: 'mcp', server: 'mail' } }
      const { imported, candidates } = await readFiles('preview', input, signal)
      expect(imported.tools[0]).toMatchObject({ name: 'tool_0', server: 'mail' })
      expect(candidates[0]).toMatchObject({ id: 'mcp', title: 'MCP tools/list' })
    })

    it.each([
      ['small', manyTools(1)],
      ['large', manyTools()],
    ])('knows every format of the core and of features: a %s file', async (_, tools) => {
      const input = { files: [fileOf('tools.json', tools)], options: { format: 'xml' } }
      await expect(readFiles('catalog', input, signal)).rejects.toMatchObject({
        fix: `Use one of: ${importFormats.map(({ id }) => id).join(', ')}.`,
      })
    })

    it('gives the beginning of a table', async () => {
      const table = `name,description\n${'send,Sends mail\n'.repeat(10_000)}`
      const read = await readFiles('columns', { files: [fileOf('t.csv', table)] }, signal)
      expect(read.columns).toEqual(['name', 'description'])
      expect(read.rows).toHaveLength(8)
      expect(read.mapping).toEqual({ name: 'name', description: 'description' })
    })

    it('gives golden sets with their labels as written', async () => {
      const queries = Array.from({ length: 5_000 }, (_, at) => ({
        id: `q${at}`,
        text: 'Write to them',
        tools: ['send', 'no such tool'],
      }))
      const files = [fileOf('golden.json', { name: 'own', queries })]
      const { sets, format } = await readFiles('goldenSets', { files }, signal)
      expect(format).toBe('json')
      expect(sets.map((set) => [set.name, set.queries.length])).toEqual([['own', 5_000]])
      expect(sets[0]?.queries.at(-1)).toMatchObject({ id: 'q4999', tools: queries[0]?.tools })
    })

    it.each([
      ['small', `[${'{},'.repeat(10)}`],
      ['large', `[${'{},'.repeat(100_000)}`],
    ])('says what a %s file cannot be read for, and what to do', async (_, text) => {
      await expect(
        readFiles('catalog', { files: [fileOf('broken.json', text)] }, signal),
      ).rejects.toMatchObject({
        name: 'Problem',
        code: 'unreadable',
        message: `broken.json: is not valid JSON at line 1, column ${text.length + 1}: the text ends too early`,
        fix: 'The file ends too early: export or download it again.',
      })
    })

    it('does not begin where it was stopped before', async () => {
      const files = [fileOf('tools.json', manyTools())]
      await expect(readFiles('catalog', { files }, AbortSignal.abort())).rejects.toMatchObject({
        name: 'AbortError',
      })
    })
  })
}
