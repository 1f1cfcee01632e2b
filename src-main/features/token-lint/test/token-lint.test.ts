import { expect, it } from 'vitest'
import { openApp } from '../../../../test/app/open-app'

it('counts by the tokenizer of the workspace, and keeps what a server sent of its answers', async () => {
  const { request, file } = await openApp()
  const { dir } = await request('workspace.create', { name: 'Cloud' })
  const schema = { type: 'object', description: 'A row with its cells. '.repeat(40) }
  const zone = { type: 'string', description: 'The zone in which it is to be done. '.repeat(10) }
  const tools = Array.from({ length: 6 }, (_, at) => ({
    name: `read_row_${at}`,
    description: 'Reads a row of a table.',
    inputSchema: { type: 'object', properties: { zone, [`row_${at}`]: { type: 'string' } } },
    outputSchema: schema,
  }))
  await request('import.commit', { dir, path: await file('tools.json', { tools }), format: 'mcp' })
  const { rows } = await request('lint.run', { dir })
  const byRule = new Map(rows.map((row) => [row.rule, row]))
  expect(byRule.get('parameters-shared')?.what).toContain(': zone. They cost')
  expect(byRule.get('output-schemas')?.what).toContain('6 of the 6 tools')
})
