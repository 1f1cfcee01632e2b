import { expect, it } from 'vitest'
import { lacksEdges } from '../../../../src-main/domain/graph/lacks-edges'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const parameters = { type: 'object', properties: { day: { type: 'string' } } }
const edge = { on: id('log_in'), kind: 'tool-direct' as const }

const tools = (count: number, more = {}): CatalogTool[] =>
  Array.from({ length: count }, (_, at) => catalogTool(`tool_${at}`, { parameters, ...more }))

it('holds from ten tools with parameters on, where none depends on another', () => {
  expect(lacksEdges(tools(10))).toBe(true)
  expect(lacksEdges(tools(9))).toBe(false)
  expect(lacksEdges(tools(40, { parameters: { type: 'object' } }))).toBe(false)
})

it('does not hold where one edge came with the import or was written', () => {
  expect(lacksEdges([...tools(20), catalogTool('book', { dependencies: [edge] })])).toBe(false)
  expect(lacksEdges([...tools(20), catalogTool('book', {}, { dependencies: [edge] })])).toBe(false)
})

it('holds where the author took the imported edges away', () => {
  const without = catalogTool('book', { dependencies: [edge] }, { dependencies: [] })
  expect(lacksEdges([...tools(20), without])).toBe(true)
})
