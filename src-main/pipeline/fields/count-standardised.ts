import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, FieldsInForce, Kit } from '../kit'
import type { Source } from '../stage'

/**
 * How many tools may leave, how many of them have fields of their own, and how many changed since a
 * model wrote theirs.
 */
export interface StandardisedTools {
  tools: number
  own: number
  stale: number
}

/** Whether a tool has fields that say more than its definition. */
export const hasOwnFields = (fields: Pick<FieldsInForce, 'own'>, tool: ToolId): boolean =>
  Object.keys(fields.own(tool) ?? {}).length > 0

/**
 * Counts the tools with fields of their own, and says once of a catalog where they are few.
 * @param instead the title of the recipe that does as well or better where there are none
 */
export function countStandardised(
  kit: Kit,
  among: Admitted,
  instead: string,
): Source<StandardisedTools> {
  let counted: StandardisedTools | undefined
  const prepare = async () => {
    const fields = await kit.standardFields.prepare()
    if (counted) return counted
    const tools = [...(among.tools ?? kit.tools.keys())]
    const stale = tools.filter((tool) => fields.isStale(tool) && !hasOwnFields(fields, tool))
    const own = tools.filter((tool) => hasOwnFields(fields, tool)).length
    return (counted = { tools: tools.length, own, stale: stale.length })
  }
  return {
    key: `standardised of ${among.key}`,
    prepare,
    remark: async () => remarkOn(await prepare(), instead),
  }
}

function remarkOn({ tools, own, stale }: StandardisedTools, instead: string): string | undefined {
  const changed =
    stale > 0 ? ` ${stale} changed since a model standardised them: standardise them again.` : ''
  if (tools > 0 && own === 0) {
    const fix = stale > 0 ? 'Choose that' : 'Choose that, or standardise the tools in the catalog'
    return `No tool here has standardised fields; on such catalogs the recipe “${instead}” does as well or better. ${fix}.${changed}`
  }
  return stale > 0
    ? `${stale} of ${tools} tools changed since a model standardised them and are compared by their definitions: standardise them again in the catalog.`
    : undefined
}
