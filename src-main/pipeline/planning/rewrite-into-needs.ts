import type { RewrittenQuery } from '../../domain/query/golden-set'
import type { PlanStep, Query, QueryPlan } from '../../domain/query/query'
import type { JsonValue, ToolId } from '../../domain/tool/tool'
import { saysNothing } from '../../domain/value/says-nothing'
import type { Admitted, FieldsInForce, Kit, LexicalSource } from '../kit'
import { isShownWhole } from '../prompts/quoted'
import {
  MOST_ARGUMENTS,
  MOST_NEEDS,
  rewriteIntoNeeds,
  type NeedsAnswer,
} from '../prompts/rewrite-into-needs'
import { stage, type Step } from '../stage'
import { TOO_LONG } from './rewrite'

interface RewriteOptions {
  kit: Kit
  /** By which the first tools are found. */
  words: LexicalSource
  among: Admitted
  /** What is searched beside the request where nothing rewrites it. */
  clausesOf(text: string): string[]
}

/** Tools whose descriptions a model is shown. MFTR, section 3.2. */
const DESCRIPTIONS = 20
const BM25 = { k1: 1.5, b: 0.75, countRepeats: true, explain: 0 }

/**
 * The request as tool needs and arguments: as recorded with the golden query that it is, else by a
 * model, which sees what words alone find (one call), else the request itself and its clauses.
 * MFTR, section 3.2.
 */
export function rewriteNeeds({ kit, words, among, clausesOf }: RewriteOptions) {
  return stage<Query, QueryPlan>({
    name: 'rewrite into needs',
    gives: 'plan',
    settings: { descriptions: DESCRIPTIONS },
    sources: [words, kit.standardFields, among],
    readsTurns: true,
    prompts: [rewriteIntoNeeds],
    async run(query, step) {
      if (query.rewritten) {
        step.note({ 'rewritten by': 'whoever recorded it with the golden query' })
        return planOf(query, query.rewritten, step)
      }
      const rewritten = await askedOfModel(query, step)
      if (rewritten) {
        step.note({ 'rewritten by': 'the language model' })
        return planOf(query, rewritten, step)
      }
      step.note({ 'rewritten by': 'nothing: the request and its clauses are compared as they are' })
      const texts = [query.text, ...clausesOf(query.text)]
      return { shape: 'plan', query, steps: texts.map((text) => stepOf([text])), kept: [] }
    },
  })

  async function askedOfModel(query: Query, step: Step): Promise<RewrittenQuery | undefined> {
    if (query.text.trim() === '') return undefined
    if (!isShownWhole(query)) {
      step.note(TOO_LONG)
      return undefined
    }
    const search = { ...BM25, depth: DESCRIPTIONS, among: among.tools, signal: step.signal }
    const [hits = []] = await words.search([query.text], search)
    const fields = await kit.standardFields.prepare()
    const descriptions = hits.map(({ key }) => descriptionOf(kit, fields, key))
    const view = hits[0] && viewOf(kit, fields, hits[0].key)
    const { text, turns } = query
    const given = await step.ask(
      rewriteIntoNeeds,
      { text, ...(turns && { turns }), descriptions, view },
      { needs: [], parameters: [] },
    )
    return settled(given, query)
  }
}

const descriptionOf = ({ tools }: Kit, fields: FieldsInForce, id: ToolId): string =>
  fields.own(id)?.description ?? tools.get(id)?.tool.description ?? ''

/** Parameters and examples of the tool that a model is shown field by field. */
const MOST_SHOWN = 20

/** A tool field by field, as it is compared. */
function viewOf(kit: Kit, fields: FieldsInForce, id: ToolId): JsonValue {
  const { response } = kit.tools.get(id)?.tool ?? {}
  const own = fields.own(id)
  return {
    description: descriptionOf(kit, fields, id),
    parameters: fields
      .parameters(id)
      .slice(0, MOST_SHOWN)
      .map(({ text }) => text),
    response: own?.response ?? (response ? JSON.stringify(response) : ''),
    examples: (own?.examples ?? []).flatMap(({ intent }) => intent ?? []).slice(0, MOST_SHOWN),
  }
}

/** In characters. */
const LONGEST = 1000

/**
 * What a model gave, bounded, and without the values of arguments; nothing where it names no need.
 */
function settled(
  { needs, parameters: named }: NeedsAnswer,
  { text }: Query,
): RewrittenQuery | undefined {
  const toolNeeds = needs
    .map(({ intent, purpose, response }) => ({
      userIntent: said(intent),
      toolDescription: said(purpose),
      expectedResponse: said(response),
    }))
    .filter(({ userIntent, toolDescription }) => ![userIntent, toolDescription].every(saysNothing))
    .slice(0, MOST_NEEDS)
  if (toolNeeds.length === 0) return undefined
  const roles = named
    .filter(({ name }) => !saysNothing(name))
    .slice(0, MOST_ARGUMENTS)
    .map(({ name, role }) => [name.slice(0, LONGEST), withoutValues(role.slice(0, LONGEST), text)])
  return { toolNeeds, extractedArguments: Object.fromEntries(roles) as Record<string, string> }
}

const said = (text: string): string => (saysNothing(text) ? '' : text.slice(0, LONGEST))

/**
 * The role without words of the request that are values and nothing else: those that hold a digit
 * or stand in quotes.
 */
function withoutValues(role: string, request: string): string {
  const values = request.match(/\S*\d\S*|["“'][^"”']+["”']/gu) ?? []
  const found = values.map((value) => value.replace(/^["“'(]+|["”').,;:!?]+$/gu, ''))
  return found
    .filter((value) => value !== '')
    .reduce((left, value) => left.replaceAll(value, '…'), role)
}

function planOf(query: Query, rewritten: RewrittenQuery, step: Step): QueryPlan {
  const { toolNeeds, extractedArguments } = rewritten
  const roles = Object.entries(extractedArguments).map(([name, role]) => `${name}: ${role}`)
  step.note({ arguments: roles.join('; ') || 'none' })
  const steps = toolNeeds.map(({ userIntent, toolDescription, expectedResponse }) =>
    stepOf([userIntent, toolDescription, expectedResponse]),
  )
  return {
    shape: 'plan',
    query,
    steps: steps.length > 0 ? steps : [stepOf([query.text])],
    kept: [],
    rewritten,
  }
}

const stepOf = (texts: string[]): PlanStep => {
  const variations = [...new Set(texts.filter((text) => text.trim() !== ''))]
  return { text: variations[0] ?? '', variations: variations.length > 0 ? variations : [''] }
}
