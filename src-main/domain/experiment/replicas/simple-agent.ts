import type { AgentOffer, AgentRun } from '../../agent/run'
import type { Estimate } from '../../run/run'
import type { AgentPart, Replica, ReplicaTable } from './replica'

/** As many as providers take, doubled from one to the next. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128]

const table = (id: string, goldenSet: string, queries: number): ReplicaTable => ({
  id,
  goldenSet,
  queries,
  tools: 4_076,
  title: `Seal-Tools, ${id.replaceAll('-', ' ')}`,
  plan: {
    recipes: ['bm25', 'toolshed'].map((recipe) => ({ recipe, options: {} })),
    k: SIZES,
  },
  published: [],
  said: 'From 1 to 128 tools the Simple Agent’s accuracy is 97 to 100 % for queries of one call, and does not depend on their number; beyond 128 tools, which providers refuse, it is 0. For queries of several calls a picture alone.',
  agent: {
    tools: SIZES,
    seed: 1,
    sample: { size: 50, seed: 1 },
    published: { low: 0.97, high: 1, by: 'GPT-4o as the Simple Agent, any M to 128' },
  },
})

/** Figure 3: all M tools in the prompt, no retriever. */
export const simpleAgent: Replica = {
  id: 'toolshed-simple-agent',
  title: 'Toolshed: the Simple Agent',
  source: 'Lumer et al. 2024, Toolshed, section 4.2, figure 3 and appendix C',
  benchmark: 'Seal-Tools with 4,076 tools and a chat model that calls tools',
  protocol: [
    'The chat model sees M tools with each query, from 1 to 128: the right ones, and others drawn by a seed. Nothing is searched.',
    'Its calls are held against the golden ones by the Toolshed Evaluation Framework: .50 for the name, .25 for the keys, .25 for the values. No tool is executed.',
    'Recall at k = M is measured beside it: the accuracy to expect of an agent with k tools found is the one times the other, E(M,k) = A(k)·R(M,k).',
  ],
  differs: [
    'Published: GPT-4o (2024-05-13). Here: the chat model that is chosen, without which the agent’s part is not measured.',
    'The paper does not say how many queries it asked; here a sample of 50, as a model takes seconds for each.',
    'What failed is asked again here with the right tools alone, to tell why; this does not change the accuracy.',
    'Calls that need what others give are made at once, with a mark in place of the result.',
  ],
  tables: [
    table('in-domain', 'test-in-domain', 700),
    table('out-of-domain', 'test-out-domain', 654),
  ],
}

interface Place {
  goldenSet: { name: string; queries: number }
  /** Tools of the catalog, and as many as providers take. */
  tools: number
  limit: number
}

/**
 * What the chat model is asked; numbers of tools that there are not, or that providers do not take,
 * are left out.
 */
export function askedOfAgent(
  { tools, seed, sample }: AgentPart,
  { goldenSet, tools: most, limit }: Place,
): { goldenSet: string; offers: AgentOffer[]; sample?: AgentPart['sample'] } {
  const sizes = tools.filter((size) => size <= Math.min(most, limit))
  return {
    goldenSet: goldenSet.name,
    offers: sizes.map((size) => ({ by: 'catalog', tools: size, seed })),
    ...(sample.size < goldenSet.queries && { sample }),
  }
}

/** The published accuracy at one number of tools with ours. */
export interface AgentBeside {
  tools: number
  /** Absent while it is not measured. */
  run?: AgentRun
  /** Of queries for one call, which is what was published; absent where the run has none. */
  single?: Estimate
}

/**
 * Each number of tools with the newest agent run that was given as many by the same seed.
 * @param runs the newest first
 */
export const agentBeside = (
  { tools, seed }: AgentPart,
  goldenSet: string,
  runs: readonly AgentRun[],
): AgentBeside[] =>
  tools.map((size) => {
    const run = runs.find(
      ({ offer, goldenSet: asked }) =>
        asked === goldenSet &&
        offer.by === 'catalog' &&
        offer.tools === size &&
        offer.seed === seed,
    )
    const single = run?.kinds['single']?.weighted
    return { tools: size, ...(run && { run }), ...(single && { single }) }
  })
