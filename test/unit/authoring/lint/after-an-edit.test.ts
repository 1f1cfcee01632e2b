import { describe, expect, it } from 'vitest'
import { lintSubject } from '../../../../src-main/app/lint/lint-subject'
import { lint } from '../../../../src-main/authoring/lint/lint'
import { CORE_RULES } from '../../../../src-main/authoring/lint/registry'
import { toolGraph } from '../../../../src-main/domain/graph/tool-graph'
import { storedTool, withLayer } from '../../../../src-main/domain/tool/stored-tool'
import type { CatalogTool } from '../../../../src-main/domain/tool/tool'
import { catalogTool } from '../../../fakes/catalog-tool'
import { linted, quarters } from '../../../fakes/linted'

const ENDING = 'This tool is brought to you by Example Travel.'
const TOOLS = ['hotels', 'flights', 'trains', 'ferries', 'cars', 'bikes', 'Bikes'].map((what) =>
  catalogTool(`find_${what}`, { description: `Finds ${what} for a journey. ${ENDING}` }),
)

const APART = catalogTool('cook_pasta', { description: 'Tells how long pasta has to be cooked.' })

/** The tools as a workspace has them, and which of them were read. */
function kept() {
  const read = new Set<string>()
  const tools = [APART, ...TOOLS].map(({ tool }) =>
    storedTool({ id: tool.id, read: () => (read.add(tool.id), structuredClone(tool)) }, {}),
  )
  return { tools, read }
}

const lintKept = (tools: readonly CatalogTool[]) =>
  lint(CORE_RULES, lintSubject(tools, toolGraph([]), { tokensOf: quarters }), () =>
    Promise.resolve(),
  )

describe('lint after an edit', () => {
  it('finds what it finds of the tools as they are, without reading one that has nothing to do with it', async () => {
    const { tools, read } = kept()
    const before = await lintKept(tools)
    expect(before).toEqual(await linted(APART, ...TOOLS))
    expect(before.map(({ rule }) => rule)).toContain('boilerplate')
    expect(read).toContain(APART.tool.id)
    const layer = { description: `${ENDING} TODO: write it` }
    const edited = tools.with(2, withLayer(tools[2] as CatalogTool, layer))
    read.clear()
    const after = await lintKept(edited)
    const [first, ...others] = TOOLS as [CatalogTool, ...CatalogTool[]]
    const [second, ...rest] = others as [CatalogTool, ...CatalogTool[]]
    expect(after).toEqual(await linted(APART, first, { ...second, layer }, ...rest))
    expect(after).not.toEqual(before)
    expect(read).not.toContain(APART.tool.id)
  })
})
