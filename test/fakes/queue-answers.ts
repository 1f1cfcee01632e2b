import type { ProposalRow } from '../../src-main/contract/proposal'
import type { QueueListAnswer, ToDoItem, ToDoRow } from '../../src-main/contract/to-do'
import type { ActionAnswer, ActionInput, ActionName } from '../../src-main/features/actions'
import type { RequestOptions } from '../../src-renderer/bridge/bridge'
import { Failure, type Answers } from './bridge-script'
import { id } from './catalog-tool'

/** A queue in which nothing waits, but for what is given. */
export const queueAnswer = (given: Partial<QueueListAnswer> = {}): QueueListAnswer => ({
  total: 0,
  rows: [],
  all: 0,
  untaken: 0,
  shown: { missed: 0, finding: 0, text: 0, edge: 0, changed: 0, served: 0 },
  states: { open: 0, accepted: 0, rejected: 0, skipped: 0 },
  rules: [],
  parts: {},
  gates: { helps: 0, 'no-change': 0, harms: 0, untold: 0, unmeasured: 0 },
  clues: {},
  counts: { missed: 0, finding: 0, text: 0, edge: 0, changed: 0, served: 0 },
  ofFeatures: [],
  ...given,
})

type Filters = Pick<
  ActionInput<'queue.tool'>,
  'dir' | 'state' | 'kinds' | 'rules' | 'severities' | 'gates' | 'atLeast' | 'about' | 'search'
>

/** The queue over what these answer of texts, edges and findings, by tool. */
export function queueAnswers(base: Answers): Answers {
  async function listOf<Name extends ActionName>(
    name: Name,
    input: ActionInput<Name>,
    options: RequestOptions,
  ): Promise<ActionAnswer<Name> | undefined> {
    const ask = base[name] as
      ((...asked: unknown[]) => ActionAnswer<Name> | Failure | Promise<unknown>) | undefined
    const answer = await ask?.(input, options)
    return answer instanceof Failure ? undefined : (answer as ActionAnswer<Name> | undefined)
  }
  async function findingsIn(
    { dir, state, rules, severities }: Filters,
    options: RequestOptions,
  ): Promise<ActionAnswer<'lint.run'> | undefined> {
    if (state !== 'open' && state !== 'rejected') return undefined
    const show = state === 'open' ? ('open' as const) : ('set-aside' as const)
    const narrowed = { ...(rules && { rules }), ...(severities && { severities }) }
    return listOf('lint.run', { dir, show, ...narrowed }, options)
  }
  async function itemsIn(
    { dir, state = 'open', kinds, rules, severities, gates, ...more }: Filters,
    options: RequestOptions,
  ): Promise<ToDoItem[]> {
    const { atLeast = 0, about, search = '' } = more
    const texts = await listOf('review.list', { dir, state, ...(gates && { gates }) }, options)
    const edges = await listOf('proposals.list', { dir, state, atLeast }, options)
    const lint = await findingsIn({ dir, state, rules, severities }, options)
    const titles = new Map(lint?.rules.map((rule) => [rule.id, rule.title]))
    const items: ToDoItem[] = [
      ...(texts?.rows ?? []).map((proposal): ToDoItem => ({ kind: 'text', proposal })),
      ...(edges?.rows ?? []).map((proposal): ToDoItem => ({ kind: 'edge', proposal })),
      ...(lint?.rows ?? []).map((finding): ToDoItem => {
        return { kind: 'finding', title: titles.get(finding.rule) ?? finding.rule, finding }
      }),
    ]
    return items.filter(
      (item) =>
        (kinds?.includes(item.kind) ?? true) &&
        (about === undefined ||
          toolOf(item) === about ||
          (item.kind === 'edge' && item.proposal.on === about)) &&
        `${toolOf(item)} ${item.kind === 'edge' ? item.proposal.on : ''}`.includes(search),
    )
  }
  return {
    ...base,
    'queue.list': async ({ offset = 0, limit = 100, ...filters }, options) => {
      const { dir, state = 'open' } = filters
      const items = await itemsIn(filters, options)
      const rows = rowsOf(items)
      const texts = await listOf('review.list', { dir, state }, options)
      const all = await itemsIn({ dir, state }, options)
      const lint = await listOf('lint.run', { dir }, options)
      const open = rowsOf(await itemsIn({ dir }, options)).length
      const states = { open, accepted: 0, rejected: 0, skipped: 0 }
      for (const each of ['accepted', 'rejected', 'skipped'] as const) {
        states[each] = rowsOf(await itemsIn({ dir, state: each }, options)).length
      }
      return queueAnswer({
        total: rows.length,
        rows: rows.slice(offset, offset + limit),
        all: open,
        states,
        shown: { ...queueAnswer().shown, ...countsOf(items) },
        counts: { ...queueAnswer().counts, ...countsOf(all) },
        rules: lint?.rules ?? [],
        ...(texts && { gates: texts.gates }),
      })
    },
    'queue.tool': async ({ tool, ...filters }, options) => {
      const here = (item: ToDoItem) => toolOf(item) === tool
      const items = (await itemsIn(filters, options)).filter(here)
      const { dir, state = 'open' } = filters
      const all = (await itemsIn({ dir, state }, options)).filter(here)
      return { tool: id(tool), name: tool, items, leftOut: all.length - items.length }
    },
    'queue.things': async ({ kind, tools, limit = 1000, ...filters }, options) => {
      const found = (await itemsIn(filters, options)).filter(
        (item) => item.kind === kind && (tools?.includes(toolOf(item)) ?? true),
      )
      const named = found.slice(0, limit)
      return {
        total: found.length,
        texts: named.flatMap((item) => (item.kind === 'text' ? [item.proposal.id] : [])),
        edges: named.flatMap((item) => (item.kind === 'edge' ? [pairOf(item.proposal)] : [])),
        findings: named.flatMap((item) => (item.kind === 'finding' ? [item.finding] : [])),
        changed: [],
      }
    },
  }
}

const pairOf = ({ from, on }: ProposalRow) => ({ from, on })

function toolOf(item: ToDoItem): string {
  if (item.kind === 'text') return item.proposal.tool
  if (item.kind === 'edge') return item.proposal.from
  return item.kind === 'finding' ? item.finding.tool : ''
}

const countsOf = (items: readonly ToDoItem[]): ToDoRow['counts'] =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]),
  )

const rowsOf = (items: readonly ToDoItem[]): ToDoRow[] =>
  [...Map.groupBy(items, toolOf)].map(([tool, of]) => ({
    tool: id(tool),
    name: tool,
    counts: countsOf(of),
  }))
