import type { ChangeRow, UndoneAnswer } from '../../contract/changes'
import type { TextProposal } from '../../domain/proposal/text'
import type { AuthorLayer, ToolId } from '../../domain/tool/tool'
import { layersChange } from '../editing/edited-layer'
import { decisionRows, decisionText, nothingToUndo } from '../changes/decisions'
import type { Session } from '../workspaces/session'
import { partOf } from './accepted-part'
import { proposalsOf } from './proposed-texts'
import { takenOut } from './taken-out'

/**
 * Which decisions are meant: those of one change, of one proposal, or all accepted of one run of a
 * writer.
 */
export type TextsMeant = { change: string } | { proposal: string } | { run: string }

/** Takes decisions back, the newest first. */
export const undoTexts = (session: Session, which: TextsMeant): Promise<UndoneAnswer> =>
  session.change(async (catalog, layers) => {
    const proposals = new Map((await proposalsOf(session)).map((each) => [each.id, each]))
    const meant = meantOf([...proposals.values()], which)
    if (meant.length === 0) throw nothingToUndo()
    const written = new Map<ToolId, AuthorLayer>()
    const changed = new Set<string>()
    const answer = { undone: 0, putBack: 0, left: 0, gone: 0 }
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
        answer[left ? 'putBack' : 'left']++
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
    return {
      textProposals: { put: [...changed].map((id) => proposals.get(id) as TextProposal) },
      layers: layersChange([...written].map(([tool, layer]) => ({ tool, layer }))),
      answer: {
        ...answer,
        what: decisionText(meant, TEXTS),
        changes: emptied(meant, [...proposals.values()]),
      },
    }
  })

const TEXTS = ['proposed text', 'proposed texts'] as const

/** The decisions on texts that can be taken back, by the change that made them. */
export const textDecisions = async (session: Session): Promise<ChangeRow[]> =>
  decisionRows((await proposalsOf(session)).filter(isDecided), TEXTS)

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
function meantOf(proposals: readonly TextProposal[], which: TextsMeant): Decided[] {
  const decided = proposals
    .filter(isDecided)
    .toSorted((a, b) => (a.decision.decidedAt < b.decision.decidedAt ? 1 : -1))
  if ('proposal' in which) return decided.filter(({ id }) => id === which.proposal)
  if ('run' in which) return decided.filter((each) => each.run === which.run && isAccepted(each))
  return decided.filter(({ decision }) => decision.batch === which.change)
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
