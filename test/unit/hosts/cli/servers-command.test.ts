import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

describe('pegboard servers', () => {
  it('lists the servers, describes one, and takes that back', async () => {
    await importSmall()
    expect((await pegboard('servers', ...inSmall)).out).toBe('No tool is of a server.\n')
    const tools = [{ name: 'run', description: 'Starts it.', inputSchema: {} }]
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: { wire: { tools } } }))
    await pegboard('import', 'mcp.json', ...inSmall)
    const list = async () => (await pegboard('servers', 'list', ...inSmall)).out
    expect(await list()).toMatch(/^wire +1 +\(known by the names of its tools\)$/m)
    const describeWire = (text: string) => pegboard('servers', 'describe', 'wire', text, ...inSmall)
    expect((await describeWire('Bank accounts.')).out).toBe('“wire” is described.\n')
    expect((await describeWire('Bank accounts.')).out).toBe('“wire” says so already.\n')
    expect(await list()).toMatch(/^wire +1 +Bank accounts\.$/m)
    expect((await describeWire('')).out).toMatch(/by the names of its tools again/)
    const unknown = await pegboard('servers', 'describe', 'garage', 'Cars.', ...inSmall)
    expect(unknown).toMatchObject({ code: 1 })
    expect(unknown.err).toContain('No tool is of a server “garage”.')
  })
})
