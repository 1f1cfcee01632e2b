import { schemaFaults, type SchemaFault } from '../domain/tool/schema-faults'
import { breach, TOP, type Breach, type Definition } from './definition-rules'

/**
 * What is wrong with a definition's schema as such, a breach for each kind with its places: refused
 * where the provider is known to refuse it, a hint where it takes it, or does not say.
 */
export function schemaBreaches(
  definition: Definition,
  provider: string,
  isWanted: (fault: SchemaFault) => boolean = () => true,
): Breach[] {
  const kinds = Map.groupBy(faultsOf(definition).filter(isWanted), ({ name }) => name)
  return [...kinds.values()].flatMap((faults) => {
    const [first] = faults as [SchemaFault]
    const { says: why, fix } = first
    const kind = isRefused(first, definition, provider) ? 'refused' : 'hint'
    return breach(faults.map(placeOf), { kind, why, fix }) ?? []
  })
}

/** What every provider has a rule on is left to that; Gemini's own types are in capitals. */
const faultsOf = ({ schema, dialect }: Definition): SchemaFault[] =>
  schema === undefined
    ? []
    : schemaFaults(schema).filter(
        ({ name }) => name !== 'not-object' && !(name === 'type-case' && dialect === 'gemini'),
      )

const isRefused = ({ refusedBy }: SchemaFault, { strict }: Definition, provider: string): boolean =>
  refusedBy.some(
    (reader) => reader === provider || (strict === true && reader === `${provider} strict`),
  )

const placeOf = ({ path, found }: SchemaFault): string =>
  `${path.join('.') || TOP}${found === undefined ? '' : ` (${found})`}`
