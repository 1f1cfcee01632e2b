import { ProposalId, type ReviewUndoAnswer } from '../../contract/review'
import { isEdited } from '../../domain/tool/catalog-tool'
import { Problem } from '../../domain/problem'
import type { TextProposal } from '../../domain/proposal/text'
import type { AuthorLayer, ToolId } from '../../domain/tool/tool'
import type { AppContext } from '../context'
import { partOf } from './accepted-part'
import { proposalsOf } from './proposed-texts'
import { takenOut } from './taken-out'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const ReviewUndoInput = z.object({
  dir: Dir,
  batch: z
    .string()
    .optional()
    .describe('what was decided at once, as it was printed; default: the last'),
  id: ProposalId.optional().describe('instead: one proposal'),
  run: z.string().min(1).optional().describe('instead: everything accepted of one run of a writer'),
})
export type ReviewUndoInput = z.output<typeof ReviewUndoInput>

type Input = ReviewUndoInput

/** Takes decisions back, the newest first. */
export async function undo(context: AppContext, input: Input): Promise<ReviewUndoAnswer> {
  const session = await context.sessions.of(input.dir)
  return session.change(async (catalog, layers) => {
    const proposals = new Map((await proposalsOf(session)).map((each) => [each.id, each]))
    const meant = meantOf([...proposals.values()], input)
    if (meant.length === 0) throw nothingToUndo(input)
    const written = new Map<ToolId, AuthorLayer>()
    const changed = new Set<string>()
    const answer = { undone: 0, putBack: 0, changed: 0, gone: 0 }
    for (const { id } of meant) {
      const proposal = proposals.get(id) as TextProposal
      const { decision, ...open } = proposal
      if (decision?.verdict === 'accepted') {
        if (!catalog.has(proposal.tool)) {
          answer.gone++
          continue
        }
        const { tool } = catalog.tool(proposal.tool)
        const layer = written.get(proposal.tool) ?? layers.get(proposal.tool) ?? {}
        const left = takenOut({ tool, layer }, proposal)
        if (left) written.set(proposal.tool, left)
        answer[left ? 'putBack' : 'changed']++
        for (const later of laterOf([...proposals.values()], proposal)) {
          const { decision: itsOwn } = later
          const before = takenOut({ tool, layer: itsOwn.before ?? {} }, proposal)
          if (!before) continue
          const mended = { ...itsOwn, before: partOf(before, proposal.part) }
          proposals.set(later.id, { ...later, decision: mended })
          changed.add(later.id)
        }
      }
      proposals.set(id, open)
      changed.add(id)
      answer.undone++
    }
    const all = [...written].map(([tool, layer]) => ({ tool, layer }))
    return {
      textProposals: { put: [...changed].map((id) => proposals.get(id) as TextProposal) },
      layers: {
        put: all.filter(({ layer }) => isEdited(layer)),
        remove: all.filter(({ layer }) => !isEdited(layer)).map(({ tool }) => tool),
      },
      answer: { ...answer, batches: emptied(meant, [...proposals.values()]) },
    }
  })
}

type Decided = TextProposal & Required<Pick<TextProposal, 'decision'>>

const isDecided = (proposal: TextProposal): proposal is Decided => proposal.decision !== undefined

/** The batches of what was meant to be taken back of which no decision is left. */
function emptied(meant: readonly Decided[], left: readonly TextProposal[]): string[] {
  const standing = new Set(left.map(({ decision }) => decision?.batch))
  return [...new Set(meant.map(({ decision }) => decision.batch))].filter(
    (batch) => !standing.has(batch),
  )
}

/** The decisions that are meant, the newest first. */
function meantOf(proposals: readonly TextProposal[], { batch, id, run }: Input): Decided[] {
  const decided = proposals
    .filter(isDecided)
    .toSorted((a, b) => (a.decision.decidedAt < b.decision.decidedAt ? 1 : -1))
  if (id !== undefined) return decided.filter((each) => each.id === id)
  if (run !== undefined) return decided.filter((each) => each.run === run && isAccepted(each))
  const last = batch ?? decided[0]?.decision.batch
  return decided.filter(({ decision }) => decision.batch === last)
}

const isAccepted = ({ decision }: Decided): boolean => decision.verdict === 'accepted'

/** What was accepted of the same part later: what it found there goes as well. */
const laterOf = (
  proposals: readonly TextProposal[],
  { tool, part, decision, id }: TextProposal,
): Decided[] =>
  proposals
    .filter(isDecided)
    .filter(
      (each) =>
        each.id !== id &&
        each.tool === tool &&
        each.part === part &&
        isAccepted(each) &&
        each.decision.decidedAt >= (decision?.decidedAt ?? ''),
    )

const nothingToUndo = ({ batch, id, run }: Input): Problem =>
  (batch ?? id ?? run) === undefined
    ? new Problem('not-found', 'No decision on a proposed text is there to take back.')
    : new Problem(
        'not-found',
        'There is nothing of this to take back: it was undone, or decided again.',
      )
