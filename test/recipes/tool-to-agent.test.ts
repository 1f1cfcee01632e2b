import { describe, expect, it } from 'vitest'
import { openKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { toolToAgent } from '../../src-main/pipeline/recipes/tool-to-agent'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from '../fakes/indexes'
import { addresses, ask, askRecorded, CONCEPTS, kitchen } from './kitchen-catalog'

/** A tool that says nothing of what its server is for. */
const TOOLS = [
  catalogTool('kitchenware/run', { description: 'Begins.' }),
  catalogTool('kitchenware/end', { description: 'Ends.' }),
  catalogTool('garage/open', { description: 'Opens.' }),
  catalogTool('garage/start_timer', { description: 'Counts down and rings.' }),
]

const kitWith = (servers: Record<string, string>) =>
  openKit({
    tools: TOOLS,
    bundles: () => Promise.resolve([]),
    embedder: () => Promise.resolve(conceptEmbedder(CONCEPTS)),
    promptTokens: () => 1,
    buildLexicalIndex: buildMemoryLexicalIndex,
    openVectorIndex: openMemoryVectorIndex,
    servers: () => Promise.resolve(new Map(Object.entries(servers))),
  })

describe('the recipe tool-to-agent', () => {
  it('finds tools by what their server is for', async () => {
    const kit = kitWith({ kitchenware: 'For the oven and the bread.' })
    const share = { serverShare: 0.5 }
    const found = addresses(await ask(toolToAgent, 'toast some bread', { kit, options: share }))
    expect(found.slice(0, 2).toSorted()).toEqual(['kitchenware/end', 'kitchenware/run'])
    expect(addresses(await ask(hybrid, 'toast some bread', { kit }))).not.toContain(
      'kitchenware/run',
    )
    const options = { serverShare: 0.1 }
    expect(addresses(await ask(hybrid, 'toast some bread', { kit, options }))).toContain(
      'kitchenware/run',
    )
  })

  it('with the papers’ settings adds the ranks of tools and of their servers, 1 : 1.5', async () => {
    const kit = kitWith({ kitchenware: 'For the oven.', garage: 'For the timer.' })
    const options = { preset: 'paper' }
    const { tools } = await ask(toolToAgent, 'an alarm', { kit, options })
    expect(tools.map(({ tool }) => tool).slice(0, 2)).toEqual(['garage/start_timer', 'garage/open'])
    expect(tools[0]?.score).toBeCloseTo(1 / 61 + 1.5 / 61, 10)
    expect(tools[1]?.score).toBeCloseTo(1.5 / 61, 10)
  })

  it('with the papers’ settings hands the rank of a server to all of its tools', async () => {
    const others = Array.from({ length: 300 }, (_, at) => catalogTool(`oven/t${1000 + at}`, {}))
    const right = catalogTool('oven/z', { description: 'Bakes bread.' })
    const kit = kitchen([...others, right])
    const options = { preset: 'paper' }
    const { tools } = await ask(toolToAgent, 'toast a loaf', { kit, options })
    expect(tools[0]?.tool).toBe('oven/z')
  })

  it('is hybrid where servers have no share', async () => {
    const query = 'heat the oven and list the food'
    const plain = await ask(hybrid, query)
    expect(await ask(toolToAgent, query, { options: { serverShare: 0 } })).toEqual(plain)
  })

  it('shows the search of servers in its trace', async () => {
    const { steps } = await askRecorded(toolToAgent, 'bake bread', { kit: kitchen() })
    expect(steps[1]?.branches.map(({ label }) => label)).toEqual(['words', 'meaning', 'servers'])
  })
})
