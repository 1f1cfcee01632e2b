import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GoldenSet } from '../../src-main/domain/query/golden-set'
import { agentSays, type AgentWays } from './agent'
import { chatModel, type FakeModel } from './ollama/ollama-server'

const demo = GoldenSet.parse(
  JSON.parse(readFileSync(resolve('resources/demo/golden.json'), 'utf8')),
)

/**
 * Of five queries in a row: two right, one that it is distracted from by more than five tools, one
 * with a wrong value, one not called.
 */
const ways: AgentWays = Object.fromEntries(
  demo.queries.map(({ text, calls = [] }, at) => {
    const golden = calls.map(({ tool, arguments: given }) => ({
      name: tool.split('/').at(-1) ?? tool,
      arguments: given,
    }))
    const wrong = golden.map((call) => ({ ...call, arguments: spoilt(call.arguments) }))
    const way = {
      ...(at % 5 === 2 && { distractedBeyond: 5 }),
      calls: at % 5 === 4 ? [] : at % 5 === 3 ? wrong : golden,
    }
    return [text, way]
  }),
)

function spoilt(given: object) {
  return Object.fromEntries(
    Object.entries(given).map(([key], at) => [key, at === 0 ? '<b>no</b>' : 'x']),
  )
}

/** A chat model that knows the demo’s golden calls, and errs in known ways. */
export const demoAgent = (more: Partial<FakeModel> = {}): FakeModel =>
  chatModel({ contextTokens: 131_072, says: agentSays(ways), ...more })
