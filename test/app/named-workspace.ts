import { expect } from 'vitest'
import type { App } from '../../src-main/app/app'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'
import type { WrittenQuery } from '../../src-main/domain/query/written-query'
import { toolId } from '../../src-main/domain/tool/tool'
import { RECORD_KINDS, type RecordKinds } from '../../src-main/domain/workspace/record-kinds'
import type { WorkspaceLibrary } from '../../src-main/ports/workspace-store'
import { agentRun } from '../fixtures/workspace/agent-run'
import {
  bundle,
  catalogTool,
  outcomes,
  putting,
  run,
  savedTrace,
} from '../fixtures/workspace/content'
import type { Names } from './input-of-actions'
import { proposal } from './reviewing'

const AT = '2026-08-01T10:00:00.000Z'
const asked = { model: 'ollama:model', prompt: 'prompt@1', at: AT }
const decided = (batch: string) => ({ batch, decidedAt: AT })

const written = (id: string, tool: string): WrittenQuery => ({
  id,
  state: 'waiting',
  at: AT,
  place: 0,
  text: `Do ${id}`,
  bundle: { tools: [toolId(tool, 'mail')], way: 'random', seed: 1 },
  style: { detail: 'mixed', length: 'short', perBundle: 1 },
  origin: { by: 'template', template: 'parameters' },
})

const weights = (name: string) => ({
  name,
  origin: 'published' as const,
  comparedBy: 'words' as const,
  folds: [],
  weights: {
    description: 1,
    parameters: 1,
    response: 1,
    examples: 1,
    required: 0,
    optional: 0,
    threshold: 0,
    scale: 'raw' as const,
  },
})

/**
 * Kinds of which nothing bears the mark of a workspace: what they are kept under is the same in
 * all.
 */
const UNMARKED: readonly (keyof RecordKinds)[] = ['ruleSwitches', 'prompts']

/**
 * Makes a workspace with one of every kind but {@link UNMARKED}; all it holds bears its mark, and
 * nothing of it stands in one with another mark.
 */
export async function namedWorkspace(
  app: App,
  library: WorkspaceLibrary,
  mark: string,
): Promise<Names> {
  const names = [`${mark}-send`, `${mark}-find`].map((name) => catalogTool(name))
  const tool = toolId(`${mark}-send`, 'mail')
  const goldenSet = `${mark}-set`
  const query = { id: `${mark}-golden`, text: `asks ${mark}`, tools: [tool] }
  const store = await library.create(`${mark} workspace`)
  await store.commit({
    ...putting(...names),
    goldenSets: { put: [{ name: goldenSet, queries: [{ ...query, origin: 'human' }] }] },
    goldenUses: {
      put: [
        { set: goldenSet, purpose: 'test', looked: 1, looks: [{ at: AT, why: `${mark} is new` }] },
      ],
    },
    bundles: { put: [{ ...bundle(`${mark}-logged`), tools: [tool] }] },
    runs: { put: [{ ...run(`${mark}-run`), goldenSet, outcomes: outcomes(2) }] },
    agentRuns: { put: [{ ...agentRun(`${mark}-agent-run`), goldenSet }] },
    traces: { put: [savedTrace(`${mark}-trace`)] },
    fieldWeights: { put: [weights(`${mark}-weights`)] },
    sources: {
      put: [
        {
          name: `${mark}-source`,
          server: 'mail',
          readAt: AT,
          tools: [tool],
          changed: [],
          origin: { kind: 'files', path: `/nowhere/${mark}.json` },
        },
      ],
    },
    ownRecipes: { put: [{ name: `${mark}-recipe`, recipe: 'bm25', options: {}, savedAt: AT }] },
    experiments: {
      put: [
        {
          id: `${mark}-experiment`,
          name: mark,
          savedAt: AT,
          cells: [],
          plan: { goldenSet, recipes: [{ recipe: 'bm25', options: {} }], k: [1] },
        },
      ],
    },
    textProposals: {
      put: [
        proposal({ id: `${mark}-proposal`, tool }),
        proposal({
          id: `${mark}-decided`,
          tool,
          decision: { verdict: 'skipped', ...decided(`${mark}-texts`) },
        }),
      ],
    },
    writtenQueries: {
      put: [
        written(`${mark}-written`, `${mark}-send`),
        {
          ...written(`${mark}-skipped`, `${mark}-send`),
          state: 'skipped',
          decision: { ...decided(`${mark}-queries`), number: 1, before: 'waiting' },
        },
      ],
    },
    parameterRules: { put: [{ of: `mail/${mark}-*`, parameter: 'account', value: mark }] },
    servers: { put: [{ server: `${mark}-server`, description: `What ${mark} is for.` }] },
    standardFields: {
      put: [{ tool, refused: { of: 'v', ...asked, why: `${mark} is no JSON` } }],
    },
    enhancedTools: {
      put: [{ tool, parts: { topics: { of: 'v', ...asked, run: `${mark}-writer`, tookMs: 5 } } }],
    },
    setAsideFindings: {
      put: [{ rule: 'edge-self', tool, where: 'edge 2', mark, reason: mark, at: AT }],
    },
    edgeLooks: {
      put: [
        {
          id: `${mark}-look`,
          at: AT,
          found: 1,
          annotated: 0,
          tools: 2,
          remarks: [],
          proposals: [
            {
              from: toolId(`${mark}-find`, 'mail'),
              edge: { on: tool, kind: 'tool-direct' },
              probability: 0.7,
              worth: 0.9,
              evidence: [],
            },
          ],
        },
      ],
    },
    edgeDecisions: {
      put: [
        {
          from: tool,
          on: toolId(`${mark}-find`, 'mail'),
          verdict: 'skipped',
          ...decided(`${mark}-edges`),
          edge: { on: toolId(`${mark}-find`, 'mail'), kind: 'tool-direct' },
        },
      ],
    },
  })
  await store.close()
  const change = await undoable(app, store.dir, mark)
  expect(await emptyKinds(library, store.dir), 'put one of them here').toEqual(UNMARKED)
  return {
    dir: store.dir,
    name: `${mark} workspace`,
    tool,
    set: goldenSet,
    run: `${mark}-run`,
    agentRun: `${mark}-agent-run`,
    golden: query.id,
    logged: `${mark}-logged`,
    experiment: `${mark}-experiment`,
    proposal: `${mark}-proposal`,
    written: `${mark}-written`,
    weights: `${mark}-weights`,
    recipe: `${mark}-recipe`,
    source: `${mark}-source`,
    change,
  }
}

/** The kinds of which a workspace holds nothing. */
async function emptyKinds(library: WorkspaceLibrary, dir: string): Promise<string[]> {
  const store = await library.open(dir)
  const kinds = Object.keys(RECORD_KINDS) as (keyof RecordKinds)[]
  const records = await store.read(...kinds)
  await store.close()
  return kinds.filter((kind) => records[kind].length === 0)
}

/** A change that can be taken back. */
async function undoable(app: App, dir: string, mark: string): Promise<string> {
  const { change } = await data(app, 'catalog.create', { dir, fields: { name: `${mark}-made` } })
  return change ?? ''
}

async function data<Name extends ActionName>(
  app: App,
  action: Name,
  input: ActionInput<Name>,
): Promise<ActionAnswer<Name>> {
  const call = { signal: new AbortController().signal, emit: () => undefined }
  const reply = await app.dispatch(action, input, call)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.data as ActionAnswer<Name>
}
