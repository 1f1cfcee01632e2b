import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'
import { TEXT_PROPOSALS } from '../../domain/proposal/bounds'
import type { PartAttempt, EnhancedTool } from '../../domain/proposal/enhanced-tool'
import type { TextProposal } from '../../domain/proposal/text'
import type { ToolId } from '../../domain/tool/tool'
import type { WorkspaceChange } from '../../ports/workspace-store'
import type { Catalog } from '../../app/workspaces/catalog'
import type { Session } from '../../app/workspaces/session'

/** What came of one part of a tool: a text to propose, or none, and that a model was asked. */
export interface PartOutcome extends Pick<TextProposal, 'tool' | 'part'> {
  proposal?: Omit<TextProposal, 'id' | 'tool' | 'part'>
  asked?: PartAttempt
}

export type EnhancedTools = ReadonlyMap<ToolId, EnhancedTool>

export async function enhancedTools({ store }: Pick<Session, 'store'>): Promise<EnhancedTools> {
  const { enhancedTools: records } = await store.read('enhancedTools')
  return new Map(records.map((each) => [each.tool, each]))
}

export const textProposals = async ({ store }: Pick<Session, 'store'>): Promise<TextProposal[]> =>
  (await store.read('textProposals')).textProposals

/**
 * The change that keeps outcomes, of tools that are still in the catalog. Open proposals for the
 * same part of the same origin go.
 */
export async function storeOutcomes(
  session: Session,
  catalog: Catalog,
  outcomes: readonly PartOutcome[],
): Promise<WorkspaceChange> {
  const there = outcomes.filter(({ tool }) => catalog.has(tool))
  const put = there.flatMap(({ tool, part, proposal }): TextProposal[] =>
    proposal ? [{ id: randomUUID(), tool, part, ...proposal }] : [],
  )
  const before = await textProposals(session)
  const replacing = new Set(put.map(placeOf))
  const replaced = before.filter((each) => !each.decision && replacing.has(placeOf(each)))
  refuseTooMany(before.length - replaced.length + put.length)
  return {
    textProposals: { put, remove: replaced.map(({ id }) => id) },
    enhancedTools: { put: withAsked(await enhancedTools(session), there) },
  }
}

/**
 * Open proposals of one place take each other's place: a model's leaves those from logged queries
 * alone, and everyday names leave topics that were asked for otherwise.
 */
const placeOf = ({ tool, part, origin }: TextProposal): string =>
  JSON.stringify([tool, part, origin.by === 'model' ? origin.prompt.split('@')[0] : origin.by])

function withAsked(before: EnhancedTools, outcomes: readonly PartOutcome[]): EnhancedTool[] {
  const changed = new Map<ToolId, EnhancedTool>()
  for (const { tool, part, asked } of outcomes) {
    if (!asked) continue
    const { parts } = changed.get(tool) ?? before.get(tool) ?? { parts: {} }
    changed.set(tool, { tool, parts: { ...parts, [part]: asked } })
  }
  return [...changed.values()]
}

function refuseTooMany(proposals: number): void {
  if (proposals <= TEXT_PROPOSALS.most) return
  throw new Problem(
    'bad-input',
    `A workspace keeps ${TEXT_PROPOSALS.most} proposed texts; there would be ${proposals}.`,
    'Choose fewer tools or parts, or forget open proposals.',
  )
}
