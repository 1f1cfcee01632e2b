import { expect, it } from 'vitest'
import { simpleAgents } from '../../../../src-main/app/evaluation/simple-agents'
import type { AgentRun } from '../../../../src-main/domain/agent/run'
import { agentRun } from '../../../fixtures/workspace/agent-run'

/** A run with two tools of the catalog, newest first as they are listed. */
const run = (id: string, queries: number, more: Partial<AgentRun> = {}): AgentRun => ({
  ...agentRun(id),
  queries,
  offer: { by: 'catalog', tools: 2, seed: 1 },
  ...more,
})
const other = { provenance: { ...agentRun('x').provenance, model: 'm@0' } }

it.each([
  ['the newest', [run('new', 5), run('old', 5)], 'new'],
  ['an older one of more queries', [run('new', 2), run('old', 5)], 'old'],
  ['not one that asked another model of that name', [run('new', 2), run('old', 5, other)], 'new'],
  ['not one of another name', [run('new', 2), run('old', 5, { model: 'ollama:n' })], 'new'],
  ['not what a run gave', [run('given', 5, { offer: { by: 'run', run: 'r' } }), run('a', 2)], 'a'],
])('of several runs with as many tools, the agent is %s', (_, runs, id) => {
  expect([...simpleAgents(runs, 'ollama:m')].map(([tools, each]) => [tools, each.id])).toEqual([
    [2, id],
  ])
})
