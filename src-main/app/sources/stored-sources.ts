import type { SourceGiven } from '../../contract/source'
import type { Origin, Source } from '../../domain/catalog/source'
import { Problem } from '../../domain/problem'
import { shownText } from '../../domain/value/shown-text'
import type { AppContext } from '../context'
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

/** Where the tools of a source live. @throws Problem `not-found`. */
export async function originOf(
  context: AppContext,
  dir: string | undefined,
  { name, origin }: SourceGiven,
): Promise<Origin> {
  if (origin) return origin
  if (dir === undefined)
    throw new Problem(
      'not-found',
      `There is no source “${shownText(name)}”.`,
      'Say where its tools live.',
    )
  return sourceNamed(await sourcesOf(await context.sessions.of(dir)), name).origin
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
