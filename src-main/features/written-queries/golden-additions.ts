import type { GoldenQuery, GoldenSet } from '../../domain/query/golden-set'
import type { WrittenQuery } from '../../domain/query/written-query'
import type { JsonObject } from '../../domain/tool/tool'
import { goldenSetsOf, requireRoom } from '../../app/golden/changed-sets'
import { requireRoomIn } from '../../app/golden/save-query'
import type { Session } from '../../app/workspaces/session'
import { textOf, toolsOf } from './written-records'

/**
 * A golden set with further queries at its end; it is new where there is none of this name.
 * @throws Problem `bad-input` where there would be more than a set, or a workspace, keeps.
 */
export async function withQueries(
  session: Session,
  name: string,
  queries: readonly GoldenQuery[],
): Promise<GoldenSet> {
  const after = [...(await queriesOf(session, name)), ...queries]
  requireRoomIn(name, after)
  requireRoom(await goldenSetsOf(session), new Map([[name, after]]))
  return { name, queries: after }
}

/** The queries of a golden set, none where there is no such set. */
export async function queriesOf(session: Session, name: string): Promise<readonly GoldenQuery[]> {
  const { goldenSets } = await session.store.read('goldenSets')
  return goldenSets.some((set) => set.name === name) ? session.goldenQueries(name) : []
}

/**
 * A written query as a golden query. It stays `synthetic` also where its author edited it, for
 * whoever reads a text that is there words it otherwise than a user would; `extra.written` tells
 * who wrote it, what the judge said, and what its author changed.
 */
export function goldenQuery(
  written: WrittenQuery,
  { id, isReadOneByOne }: { id: string; isReadOneByOne: boolean },
): GoldenQuery {
  return {
    id,
    text: textOf(written),
    tools: toolsOf(written),
    origin: 'synthetic',
    extra: { written: provenance(written, isReadOneByOne) },
  }
}

function provenance(
  { id, origin, judged, edited, bundle, at }: WrittenQuery,
  isReadOneByOne: boolean,
): JsonObject {
  const by: JsonObject =
    origin?.by === 'model'
      ? { by: 'model', model: origin.model, prompt: origin.prompt }
      : { by: 'template', template: origin?.template ?? 'parameters' }
  return {
    ...by,
    id,
    at,
    seed: bundle.seed,
    way: bundle.way,
    ...(judged && {
      judge: {
        model: judged.model,
        prompt: judged.prompt,
        passed: judged.passed,
        whole: judged.whole.solving,
        ...(judged.less && { less: judged.less.solving }),
      },
    }),
    checked: isReadOneByOne ? 'by its author' : 'by the judge alone',
    ...(edited && { edited: Object.keys(edited) }),
  }
}
