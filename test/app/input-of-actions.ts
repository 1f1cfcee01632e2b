import { actions, type ActionName } from '../../src-main/features/actions'

/** What requests name: most of it stands in a workspace under the name of its kind. */
export interface Names {
  dir: string
  /** Of the workspace. */
  name: string
  tool: string
  set: string
  run: string
  agentRun: string
  golden: string
  logged: string
  experiment: string
  proposal: string
  written: string
  weights: string
  recipe: string
  source: string
  /** What can be taken back. */
  change: string
}

type Fields = Readonly<Record<string, unknown>>

/** One good value for fields of this name, whichever action has them. */
const fieldsOf = ({ dir, name, tool, set, run, ...of }: Names): Fields => ({
  dir,
  id: tool,
  ids: [tool],
  tool,
  tools: [tool],
  on: tool,
  bundle: [tool],
  held: [tool],
  set,
  goldenSet: set,
  to: 'other',
  confirm: name,
  name: 'Name',
  format: 'json',
  run,
  runs: [run],
  baseline: run,
  change: of.change,
  queries: [of.golden],
  query: 'a query',
  text: 'a query',
  recipe: 'bm25',
  recipes: [{ recipe: 'bm25' }],
  options: {},
  embedder: 'builtin',
  k: 5,
  path: 'nowhere.json',
  folder: 'handed-in',
  file: 'offered',
  bytes: '',
  offset: 0,
  layer: {},
  fields: { name: 'tool' },
  edge: { on: tool, kind: 'tool-direct' },
  edges: [],
  base: [],
  rule: 'edge-self',
  rules: ['edge-self'],
  isOn: true,
  wanted: true,
  findings: [{ rule: 'edge-self', tool, where: 'edge 1', mark: 'mark' }],
  reason: 'Why not.',
  show: 'hubs',
  parts: ['questions'],
  verdict: 'accepted',
  by: 'clauses',
  wording: 'Do it.',
  model: 'ollama:model',
  role: 'chat',
  templates: null,
  measure: 'Recall',
  perMillion: 1,
  currency: 'EUR',
  asOf: '2026-01-01',
  states: ['drawn'],
  plan: { goldenSet: set, recipes: [{ recipe: 'bm25' }] },
  offers: [{ by: 'run', run }],
  changes: 'import',
  kind: 'added',
  catalog: 'state',
  namesDependencies: false,
  server: 'mail',
  description: 'For mail.',
  way: { by: 'seed', share: 0.5 },
  names: { part: 'part', rest: 'rest' },
})

/**
 * Where fields of the same name are something else: by the beginning of actions' names, the longest
 * counts.
 */
const OTHERWISE: Readonly<Record<string, (names: Names) => Fields>> = {
  agentRuns: ({ agentRun }) => ({ run: agentRun, runs: [agentRun] }),
  'changes.undo': () => ({ of: undefined, proposal: undefined, run: undefined }),
  'catalog.change': () => ({ change: { addTags: ['tag'] } }),
  'catalog.edit': () => ({ base: {} }),
  'catalog.saveLayer': () => ({ base: {} }),
  confusable: () => ({ by: 'auto' }),
  'ablation.measure': () => ({ k: [5] }),
  'evaluation.ask': () => ({ k: [5], queries: [] }),
  'evaluation.askChanged': () => ({ queries: [], rounds: [] }),
  'evaluation.export': () => ({ format: 'csv' }),
  'evaluation.outcomes': () => ({ show: 'all' }),
  'evaluation.run': () => ({ k: [5] }),
  'evaluation.sweep': () => ({ k: [5] }),
  'evaluation.trace': ({ golden }) => ({ query: golden }),
  // A model need not be there to be done without.
  'models.choose': () => ({ model: null }),
  golden: ({ golden }) => ({ ids: [golden], base: undefined, show: 'all', purpose: 'test' }),
  'golden.add': ({ tool }) => ({
    queries: [{ id: 'new', text: 'a query', tools: [tool], origin: 'human' }],
  }),
  'golden.check': ({ tool }) => ({ query: { text: 'a query', tools: [tool] }, base: undefined }),
  'golden.giveTiers': ({ golden }) => ({ tiers: [{ id: golden, tier: 'vague' }] }),
  'golden.save': ({ tool }) => ({ query: { text: 'a query', tools: [tool] }, base: undefined }),
  history: ({ logged }) => ({ id: logged, ids: [logged] }),
  proposals: ({ tool }) => ({ chosen: { pairs: [{ from: tool, on: tool }] } }),
  'queue.things': () => ({ kind: 'text' }),
  'catalog.called': ({ tool }) => ({ names: [tool] }),
  'recipes.delete': ({ recipe }) => ({ names: [recipe] }),
  // Refused by all of them: nothing is written anywhere.
  publishing: () => ({ address: 'ftp://nowhere', number: 1 }),
  review: ({ proposal }) => ({
    id: proposal,
    chosen: { ids: [proposal] },
    rule: {},
    base: undefined,
  }),
  'served.list': () => ({ show: 'all' }),
  'served.log': () => ({ ids: ['none'] }),
  'serving.get': ({ tool }) => ({ names: [tool], by: { session: 'agent' } }),
  'parameters.hide': ({ tool }) => ({ of: tool, parameter: 'city' }),
  'parameters.pin': ({ tool }) => ({ of: tool, parameter: 'city', value: 'Zurich' }),
  'parameters.show': ({ tool }) => ({ of: tool, parameter: 'city' }),
  'serving.preview': ({ tool }) => ({ tools: [tool] }),
  'serving.search': () => ({ by: { session: 'agent' } }),
  'serving.cuts': () => ({ client: 'cursor' }),
  'serving.allowCalls': ({ source }) => ({ source, calls: 'all', mark: 'mark' }),
  'serving.call': ({ tool }) => ({ name: tool, by: { session: 'agent' } }),
  'sources.agree': ({ source }) => ({ source: { name: source }, mark: 'mark' }),
  'sources.configured': () => ({ file: 'nowhere.json' }),
  'sources.signIn': ({ source }) => ({ source: { name: source } }),
  'sources.signedIn': () => ({ id: 'none' }),
  'sources.look': ({ source }) => ({ source: { name: source } }),
  'sources.remove': ({ source }) => ({ name: source }),
  'sources.rename': ({ source }) => ({ name: source, to: 'other' }),
  'weights.delete': ({ weights }) => ({ names: [weights] }),
  writing: ({ written }) => ({ id: written, chosen: { ids: [written] } }),
}

/** The good value of a field of an action, if the tables above hold one. */
export function goodValue(action: ActionName, field: string, names: Names): unknown {
  const otherwise = Object.keys(OTHERWISE)
    .filter((beginning) => action === beginning || action.startsWith(`${beginning}.`))
    .sort((a, b) => b.length - a.length)
    .map((beginning) => OTHERWISE[beginning]?.(names) ?? {})
    .find((fields) => Object.hasOwn(fields, field))
  return (otherwise ?? fieldsOf(names))[field]
}

interface Schema {
  safeParse(value: unknown): { success: boolean }
}

export const schemasOf = (action: ActionName): [string, Schema][] =>
  Object.entries<Schema>(actions[action].input.shape)

export const takes = (action: ActionName, field: string, value: unknown): boolean =>
  schemasOf(action).some(([name, schema]) => name === field && schema.safeParse(value).success)

export const requiredFields = (action: ActionName): string[] =>
  schemasOf(action).flatMap(([field]) => (takes(action, field, undefined) ? [] : [field]))

/** What an action needs, and nothing else. */
export const goodInput = (action: ActionName, names: Names): Record<string, unknown> =>
  Object.fromEntries(
    requiredFields(action).map((field) => [field, goodValue(action, field, names)]),
  )
