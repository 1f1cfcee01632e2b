import { z } from 'zod'
import { CollectedFrom, ProposedPart } from '../domain/text-proposal'
import { ToolId } from '../domain/tool'
import { Dir } from './workspace-routes'

const Parts = z.array(ProposedPart).min(1)

/** Which tools: some, or all where none are named. */
const chosenTools = { dir: Dir, ids: z.array(ToolId).min(1).optional() }

/** An answer for one part of a tool that could not be used. */
const RefusedPart = z.object({
  id: ToolId,
  name: z.string(),
  part: ProposedPart,
  why: z.string(),
})
export type RefusedPart = z.infer<typeof RefusedPart>

/** Proposals for texts of tools; what is proposed waits for its author's review. */
export const enhanceRoutes = {
  /** What asking for these parts would take, and what came of asking before. Asks nothing. */
  'enhance.plan': {
    input: z.object({
      ...chosenTools,
      parts: Parts,
      /** Also what was asked already of the tools as they are. */
      again: z.boolean().default(false),
    }),
    output: z.object({
      tools: z.number().int(),
      /** Questions to the model; an answer that does not fit takes one more. */
      calls: z.number().int(),
      /** Parts asked already of the tool as it is, by this model in these words. */
      passedOver: z.number().int(),
      /** What an answer took in the median, by this model; absent where it gave none yet. */
      msPerCall: z.number().optional(),
      /** The first answers that could not be used, of tools as they are. */
      refused: z.array(RefusedPart),
      refusals: z.number().int(),
      /** Questions that stand in examples, logged queries and parameters, and not in the tools' layers. */
      collectable: z.record(CollectedFrom, z.number().int()),
    }),
  },
  /**
   * Asks the chat model for parts of tools, tool by tool. What it answers is proposed as it goes, so that a stop, a failure or a
   * kill loses nothing, and doing it again goes on from there. Open proposals for the same part are replaced.
   */
  'enhance.run': {
    input: z.object({ ...chosenTools, parts: Parts, again: z.boolean().default(false) }),
    output: z.object({
      /** By what name all of it is forgotten; absent where nothing was asked. */
      run: z.string().optional(),
      /** Parts of tools that the model was asked for. */
      asked: z.number().int(),
      proposed: z.number().int(),
      /** The first of those that could not be used. */
      refused: z.array(RefusedPart),
      refusals: z.number().int(),
      passedOver: z.number().int(),
      /** Of those chosen, tools that are in the catalog no more. */
      gone: z.number().int(),
      /** Why the model could not be asked, each once. */
      failed: z.array(z.string()),
      /** Parts that were to be asked for and were not. */
      left: z.number().int(),
    }),
  },
  /** Proposes as questions what examples, logged queries and parameters of tools say. Asks no model. */
  'enhance.collect': {
    input: z.object({
      ...chosenTools,
      from: z
        .array(CollectedFrom)
        .min(1)
        .default([...CollectedFrom.options]),
    }),
    output: z.object({
      run: z.string().optional(),
      /** Tools for which anything is proposed. */
      tools: z.number().int(),
      proposed: z.number().int(),
      questions: z.number().int(),
      gone: z.number().int(),
    }),
  },
  /** Takes back proposals that nobody decided: those of one run, of some tools, or all. They may be asked for again. */
  'enhance.forget': {
    input: z.object({ ...chosenTools, run: z.string().min(1).optional() }),
    output: z.object({ forgotten: z.number().int() }),
  },
}
