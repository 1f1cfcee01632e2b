import type { RewrittenQuery } from '../../domain/query/golden-set'
import type { ComparedBy, StandardField } from '../../domain/recipe/field-weights'
import type { ToolId } from '../../domain/tool/tool'
import type { Hit } from '../../ports/hit'
import { overTools } from '../drafted'
import type { Admitted, Documents, FieldParameter, Kit } from '../kit'
import type { Source, Step } from '../stage'

/** How similar one tool's fields are to a query. */
export interface FieldMatch {
  tool: ToolId
  /** The best of any need; 0 where nothing of it is alike. */
  description: number
  response: number
  examples: number
  /**
   * Each with the argument that is most like it, or where no arguments are known with the text that
   * is.
   */
  parameters: readonly ParameterMatch[]
}
export interface ParameterMatch extends Pick<FieldParameter, 'name' | 'required'> {
  similarity: number
  /** Whether arguments are known, so that it can be said to have none. */
  mayLack: boolean
}

/** A query as fields are compared with it. */
export interface Wanted extends Pick<RewrittenQuery, 'toolNeeds'> {
  /**
   * Absent where nobody wrote down what arguments the query holds: then parameters are compared
   * with what the user intends.
   */
  extractedArguments?: RewrittenQuery['extractedArguments']
}

/** Compares queries with the fields of tools. */
export interface FieldComparison {
  by: ComparedBy
  sources: readonly Source[]
  /** Of all tools that may leave, by id; none where no word of the needs is known. */
  compare(wanted: Wanted, step: Pick<Step, 'signal' | 'embedded'>): Promise<FieldMatch[]>
}

/**
 * Lucene’s as the published weights were learned with; the words of needs count as often as they
 * are said.
 */
const BM25 = { k1: 1.5, b: 0.75, countRepeats: true, explain: 0 }
const ANALYSER = ['stop-words']

/** What each field is compared with (MFTR, section 3.3). */
const ASKED = {
  description: 'toolDescription',
  response: 'expectedResponse',
  examples: 'userIntent',
} as const satisfies Partial<Record<StandardField, keyof RewrittenQuery['toolNeeds'][number]>>
const COMPARED = ['description', 'response', 'examples'] as const

/**
 * Compares needs with descriptions, responses and examples, and arguments with parameters. MFTR,
 * section 3.3.
 */
export function compareFields(
  kit: Kit,
  { by, among }: { by: ComparedBy; among: Admitted },
): FieldComparison {
  const fields = {
    description: searchOf(kit, kit.field('description'), by),
    response: searchOf(kit, kit.field('response'), by),
    examples: searchOf(kit, kit.field('examples'), by),
  }
  const parameters = parametersIn(kit, among)
  const searchParameters = searchOf(kit, parameters.documents, by)
  const search = [...Object.values(fields), searchParameters]
  return {
    by,
    sources: [...search.map(({ source }) => source), kit.standardFields, among],
    async compare({ toolNeeds, extractedArguments }, step) {
      const found = new Map<(typeof COMPARED)[number], ReadonlyMap<ToolId, number>>()
      for (const field of COMPARED) {
        const texts = toolNeeds.map((need) => need[ASKED[field]])
        found.set(field, await fields[field].best(texts, { ...step, among: among.tools }))
      }
      const args = extractedArguments
        ? Object.entries(extractedArguments).map(([name, role]) => `${name}: ${role}`)
        : toolNeeds.map(({ userIntent }) => userIntent)
      const admitted = await parameters.admitted()
      const alike = await searchParameters.best(args, { ...step, among: admitted })
      if ([...found.values(), alike].every((scores) => scores.size === 0)) return []
      const inForce = await kit.standardFields.prepare()
      return tools(kit, among).map((tool) => ({
        tool,
        description: found.get('description')?.get(tool) ?? 0,
        response: found.get('response')?.get(tool) ?? 0,
        examples: found.get('examples')?.get(tool) ?? 0,
        parameters: inForce.parameters(tool).map(({ name, required }) => ({
          name,
          required,
          similarity: alike.get(keyOf(tool, name)) ?? 0,
          mayLack: extractedArguments !== undefined,
        })),
      }))
    },
  }
}

/** In one order, whatever the catalog’s: sums over them are the same bit for bit. */
const tools = (kit: Kit, { tools: admitted }: Admitted): ToolId[] =>
  [...(admitted ?? kit.tools.keys())].sort()

interface BestCall<Key extends string> extends Pick<Step, 'signal' | 'embedded'> {
  among: ReadonlySet<Key> | undefined
}

/** A search that gives each key the best it scores for any of some texts. */
function searchOf<Key extends string>(kit: Kit, documents: Documents<Key>, by: ComparedBy) {
  const words = kit.lexical(documents, ANALYSER)
  const meaning = kit.dense(documents)
  const lists = async (
    texts: string[],
    { signal, embedded, among }: BestCall<Key>,
  ): Promise<readonly Hit<Key>[][]> => {
    const call = { signal, among, depth: Infinity }
    if (by === 'words') {
      const found = await words.search(texts, { ...BM25, ...call })
      // The index keeps the factor k1 + 1 that Lucene has dropped, as does whatever the weights
      // were learned with.
      return found.map((hits) => hits.map((hit) => ({ ...hit, score: hit.score / (BM25.k1 + 1) })))
    }
    const found = await meaning.search(texts, { ...call, onEmbedded: embedded })
    return found.flatMap((list) => (list ? [list] : []))
  }
  return {
    source: by === 'words' ? words : meaning,
    async best(texts: readonly string[], call: BestCall<Key>): Promise<ReadonlyMap<Key, number>> {
      const asked = [...new Set(texts.filter((text) => text.trim() !== ''))]
      const best = new Map<Key, number>()
      if (asked.length === 0) return best
      for (const { key, score } of (await lists(asked, call)).flat()) {
        best.set(key, Math.max(score, best.get(key) ?? -Infinity))
      }
      return best
    },
  }
}

/** Names hold no line break where JSON Schema is written by hand; a tool’s id holds none at all. */
const keyOf = (tool: ToolId, parameter: string): string => `${tool}\n${parameter}`

/** Every parameter of every tool as a document of its own. */
function parametersIn(kit: Kit, among: Admitted) {
  const inForce = () => kit.standardFields.prepare()
  const keysOf = async (ids: Iterable<ToolId>) => {
    const fields = await inForce()
    return [...ids].flatMap((tool) => fields.parameters(tool).map(({ name }) => keyOf(tool, name)))
  }
  let admitted: ReadonlySet<string> | undefined
  const documents: Documents<string> = {
    key: 'each parameter',
    pooling: 'best',
    ...overTools(kit, async ({ standardFields }, ids) => {
      const fields = await standardFields.prepare()
      return [...ids].flatMap((tool) =>
        fields.parameters(tool).map(({ name, text }) => ({ key: keyOf(tool, name), text })),
      )
    }),
  }
  return {
    documents,
    admitted: async () => among.tools && (admitted ??= new Set(await keysOf(among.tools))),
  }
}
