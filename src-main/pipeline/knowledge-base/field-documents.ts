import { idOf } from '../../domain/kept-tool'
import type { StandardFieldsRecord } from '../../domain/standard-fields'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Documents, FieldsInForce, KeyedText, Kit } from '../kit'
import type { Source } from '../stage'
import { FEWEST_KEPT } from './derived'
import { mapYielding } from './map-yielding'
import type { OpenOnce } from './open-once'
import { fieldsInForce } from './standard-fields'

/** What stands for the fields in force. */
const KEY = 'standardised fields'

/** Tools looked at to see whether what was kept of all is of them. */
const SAMPLE = 16

/** One text of each tool, made in turns with other work. */
export const textsOfTools = (
  tools: readonly CatalogTool[],
  textOf: (entry: CatalogTool) => KeyedText<ToolId>,
): Pick<Documents<ToolId>, 'texts' | 'sample'> => allTextsOfTools(tools, (entry) => [textOf(entry)])

function allTextsOfTools(
  tools: readonly CatalogTool[],
  textsOf: (entry: CatalogTool) => readonly KeyedText<ToolId>[],
): Pick<Documents<ToolId>, 'texts' | 'sample'> {
  const step = Math.ceil(tools.length / SAMPLE)
  return {
    texts: () =>
      mapYielding(tools, textsOf, { charactersOf: ({ tool }) => tool.description.length }),
    sample: () =>
      tools.length < FEWEST_KEPT ? [] : tools.filter((_, at) => at % step === 0).flatMap(textsOf),
  }
}

interface FieldParts {
  tools: readonly CatalogTool[]
  standardFields?(): Promise<readonly StandardFieldsRecord[]>
}

/** The standardised fields of a kit’s tools, and documents over each. */
export function fieldDocuments(
  { tools, standardFields }: FieldParts,
  toolsById: () => ReadonlyMap<ToolId, CatalogTool>,
  once: OpenOnce,
): Pick<Kit, 'field' | 'standardFields'> {
  const source: Source<FieldsInForce> = {
    key: KEY,
    prepare: async () =>
      (
        await once(KEY, async () => ({
          fields: await fieldsInForce(toolsById(), (await standardFields?.()) ?? []),
          close: () => Promise.resolve(),
        }))
      ).fields,
  }
  return {
    standardFields: source,
    field(name) {
      const made = async () => {
        const fields = await source.prepare()
        return allTextsOfTools(tools, (entry) =>
          fields.texts(entry, name).map((text) => ({ key: idOf(entry), text })),
        )
      }
      return {
        key: `field ${name}`,
        pooling: name === 'parameters' ? 'mean' : 'best',
        texts: async () => (await made()).texts(),
        sample: async () => (await made()).sample?.() ?? [],
      }
    },
  }
}
