import type { PlacedTool, Query, QueryPlan } from '../../../src-main/domain/query'
import type { Kit, LexicalSource } from '../../../src-main/pipeline/kit'
import { stage } from '../../../src-main/pipeline/stage'
import { rewriteNeeds } from './prompts'

const BM25 = { k1: 1.5, b: 0.75, countRepeats: false, explain: 0 }

/** MFTR: rewrites the query into tool needs, given what BM25 finds for it. */
export const rewriteFromFeedback = (plain: LexicalSource, kit: Kit) =>
  stage<Query, QueryPlan>({
    name: 'rewrite from feedback',
    gives: 'plan',
    settings: { descriptions: 20 },
    sources: [plain],
    prompts: [rewriteNeeds],
    async run(query, step) {
      const [hits = []] = await plain.search([query.text], {
        ...BM25,
        depth: 20,
        signal: step.signal,
      })
      const tools = hits.map(({ key }) => kit.text(key))
      const asIs = {
        userIntent: query.text,
        toolDescription: query.text,
        expectedResponse: query.text,
      }
      const otherwise = { toolNeeds: [asIs], extractedArguments: {} }
      const rewritten = await step.ask(rewriteNeeds, { text: query.text, tools }, otherwise)
      const steps = [{ text: query.text, variations: [query.text] }]
      return { shape: 'plan', query, steps, kept: [], rewritten }
    },
  })

/** Tools by their ids, for stages that are told names by a model. */
export const knownTools = (
  names: readonly string[],
  among: readonly PlacedTool[],
): PlacedTool[] => {
  const byId = new Map<string, PlacedTool>(among.map((placed) => [placed.tool, placed]))
  return [...new Set(names)].flatMap((name) => byId.get(name) ?? [])
}
