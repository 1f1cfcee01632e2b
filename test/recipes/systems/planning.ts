import {
  byScore,
  type PlacedTool,
  type Query,
  type QueryPlan,
} from '../../../src-main/domain/query'
import type { Documents, Kit, LexicalSource } from '../../../src-main/pipeline/kit'
import { stage } from '../../../src-main/pipeline/stage'
import { coverQuery, rewriteNeeds } from './prompts'

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

/** PTR, stage 1: the tools of the past bundle that is most like the query. */
export function nearestBundle(kit: Kit) {
  const bundles: Documents<string> = {
    key: 'bundles by their tools',
    pooling: 'best',
    texts: async () =>
      (await kit.history.prepare()).map(({ id, tools }) => ({
        key: id,
        text: tools.map((tool) => kit.text(tool)).join('\n'),
      })),
  }
  const words = kit.lexical(bundles, ['stop-words', 'stemming'])
  return stage<Query, QueryPlan>({
    name: 'nearest bundle',
    gives: 'plan',
    settings: {},
    sources: [kit.history, words],
    async run(query, step) {
      const [[nearest] = []] = await words.search([query.text], {
        ...BM25,
        depth: 1,
        signal: step.signal,
      })
      const bundle = (await kit.history.prepare()).find(({ id }) => id === nearest?.key)
      const kept = (bundle?.tools ?? []).map((tool): PlacedTool => ({
        tool,
        witnesses: [{ kind: 'bundle', bundle: bundle?.id ?? '' }],
      }))
      return { shape: 'plan', query, steps: [{ text: query.text, variations: [query.text] }], kept }
    },
  })
}

/** PTR, stage 2: keeps the tools that solve a part of the query; what is left unsolved are the steps. */
export const coverage = (kit: Kit) =>
  stage<QueryPlan, QueryPlan>({
    name: 'coverage',
    gives: 'plan',
    settings: {},
    prompts: [coverQuery],
    async run(plan, step) {
      const question = { text: plan.query.text, tools: plan.kept.map(({ tool }) => kit.text(tool)) }
      const otherwise = { covered: [], unsolved: plan.steps.map(({ text }) => text) }
      const { covered, unsolved } = await step.ask(coverQuery, question, otherwise)
      const kept = plan.kept.flatMap((placed): PlacedTool[] => {
        const found = covered.find(({ tool }) => tool === placed.tool)
        const bundle = placed.witnesses.find(({ kind }) => kind === 'bundle')
        return found && bundle?.kind === 'bundle'
          ? [{ ...placed, witnesses: [{ ...bundle, covers: found.covers }] }]
          : []
      })
      const steps = unsolved.map((text) => ({ text, variations: [text] }))
      return { ...plan, kept: kept.sort(byScore), steps }
    },
  })
