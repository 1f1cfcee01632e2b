import type { Source } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import { shownText } from '../../domain/value/shown-text'
import { byKey } from '../editing/replaced-records'
import type { Session } from '../workspaces/session'

export const sourcesOf = async ({ store }: Session): Promise<Source[]> =>
  (await store.read('sources')).sources

/** @throws Problem `not-found`. */
export function sourceNamed(sources: readonly Source[], name: string): Source {
  const source = sources.find((each) => each.name === name)
  if (source) return source
  const known = sources.map((each) => shownText(each.name)).join(', ') || 'none'
  throw new Problem(
    'not-found',
    `There is no source “${shownText(name)}”.`,
    `The sources here: ${known}.`,
  )
}

/** The records of each kind as they are; of those that are not given, none is changed. */
export const nothingBut = (records: {
  sources: readonly Source[]
  layers?: readonly object[]
  tools?: readonly object[]
}) => ({
  tools: byKey('tools', records.tools ?? []),
  layers: byKey('layers', records.layers ?? []),
  bundles: byKey('bundles', []),
  fieldWeights: byKey('fieldWeights', []),
  sources: byKey('sources', records.sources),
})
