import type {
  FieldOrigin,
  FieldsOfTool,
  FieldState,
} from '../../src-main/features/standard-fields/shared/answers'
import type { CatalogTool, StandardisedFields } from '../../src-main/domain/tool/tool'
import { failure, type Answers } from './bridge-script'

/** What a model is taken to have written of a tool, or why it was refused. */
export interface FakeField {
  state: FieldState
  fields?: StandardisedFields
  why?: string
}

const definedFields = ({ tool }: CatalogTool): StandardisedFields => ({
  description: tool.description,
  response: '',
  examples: tool.examples,
  parameters: (tool.parameters['properties'] ?? {}) as StandardisedFields['parameters'],
})

/** What a model that does as it is asked writes of a tool. */
const writtenFields = (entry: CatalogTool): StandardisedFields => ({
  ...definedFields(entry),
  description: `In short: ${entry.tool.description}`,
  response: `What came of ${entry.tool.name}.`,
})

/**
 * What a workspace answers of standardised fields; a tool that is asked about is refused where
 * `known` says so.
 */
export function fieldAnswers(
  catalog: readonly CatalogTool[],
  known: Readonly<Record<string, FakeField>> = {},
): Answers {
  const all = new Map(Object.entries(known))
  const model = { model: 'ollama:small', at: '2026-08-01T10:00:00Z' }
  const stateOf = ({ tool }: CatalogTool): FieldState => all.get(tool.id)?.state ?? 'none'
  const fieldsOf = (entry: CatalogTool): FieldsOfTool => {
    const { state = 'none', fields, why } = all.get(entry.tool.id) ?? {}
    const original = definedFields(entry)
    const isInForce = state === 'written' || state === 'data'
    const uncorrected = (isInForce ? fields : undefined) ?? original
    const { of, ...corrected } = entry.layer.standardised ?? {}
    const without: FieldOrigin =
      state === 'written' ? 'model' : state === 'data' ? 'data' : 'definition'
    const originOf = (field: keyof StandardisedFields) => (corrected[field] ? 'author' : without)
    return {
      state,
      version: 'now',
      original,
      uncorrected,
      inForce: { ...uncorrected, ...corrected },
      origins: {
        description: originOf('description'),
        parameters: originOf('parameters'),
        response: originOf('response'),
        examples: originOf('examples'),
      },
      ...(entry.layer.standardised && { corrected: entry.layer.standardised }),
      isCorrectionOld: entry.layer.standardised !== undefined && of !== 'now',
      ...(fields && { written: { ...model, fields } }),
      ...(why !== undefined && { refused: { ...model, why } }),
    }
  }
  return {
    'fields.list': ({ ids, states, offset = 0, limit = 100 }) => {
      const tools = catalog.filter(({ tool }) => !ids || ids.includes(tool.id))
      const rows = tools
        .filter((entry) => !states || states.includes(stateOf(entry)))
        .map((entry) => ({
          id: entry.tool.id,
          name: entry.tool.name,
          state: stateOf(entry),
          why: all.get(entry.tool.id)?.why,
          isCorrected: entry.layer.standardised !== undefined,
        }))
      const counts = { data: 0, written: 0, refused: 0, stale: 0, none: 0 }
      for (const entry of tools) counts[stateOf(entry)]++
      const corrected = tools.filter(({ layer }) => layer.standardised).length
      const page = rows.slice(offset, offset + limit)
      return {
        tools: tools.length,
        counts,
        refusedToOthers: 0,
        corrected,
        total: rows.length,
        rows: page,
      }
    },
    'fields.tool': ({ id }) => {
      const entry = catalog.find(({ tool }) => tool.id === id)
      return entry ? fieldsOf(entry) : failure({ code: 'not-found', message: `No tool ${id}.` })
    },
    'fields.standardise': ({ ids, again }) => {
      const toAsk = catalog.filter(
        (entry) =>
          (!ids || ids.includes(entry.tool.id)) &&
          stateOf(entry) !== 'data' &&
          (again || ['none', 'stale'].includes(stateOf(entry))),
      )
      const refused = toAsk.flatMap(({ tool: { id } }) => {
        const why = all.get(id)?.why
        return why === undefined ? [] : [{ id, why }]
      })
      for (const entry of toAsk) {
        const { id } = entry.tool
        if (!refused.some((each) => each.id === id))
          all.set(id, { state: 'written', fields: writtenFields(entry) })
      }
      return {
        asked: toAsk.length,
        written: toAsk.length - refused.length,
        refused,
        refusals: refused.length,
        withData: 0,
        gone: 0,
        failed: [],
        left: 0,
        passedOver: (ids?.length ?? catalog.length) - toAsk.length,
      }
    },
  }
}
