import { Problem } from '../../domain/problem'
import type { AuthorLayer, CatalogTool } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { parametersToName } from '../../pipeline/knowledge-base/standard-fields'

/**
 * Checks what an author is about to change of standardised fields.
 * @throws Problem `bad-input` where parameters are invented or left out.
 */
export function checkCorrection(entry: CatalogTool, { standardised }: AuthorLayer): void {
  const parameters = standardised?.parameters
  const isAsStored = canonical(parameters) === canonical(entry.layer.standardised?.parameters)
  if (!parameters || isAsStored) return
  const wanted = parametersToName(entry)
  const given = Object.keys(parameters)
  const left = wanted.filter((name) => !given.includes(name))
  const invented = given.filter((name) => !wanted.includes(name))
  if (left.length + invented.length === 0) return
  const faults = [
    ...(left.length > 0 ? [`they leave out ${listed(left)}`] : []),
    ...(invented.length > 0 ? [`they have ${listed(invented)}, which the tool does not take`] : []),
  ]
  throw new Problem(
    'bad-input',
    `The corrected parameters of “${entry.tool.id}” cannot be saved: ${faults.join('; ')}.`,
    'Name each parameter of the tool once, and no other.',
  )
}

const MOST_NAMED = 5

const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, MOST_NAMED)
    .map((name) => `“${name}”`)
    .join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`
