import type { z } from 'zod'
import type { ServedNames, ServedTools } from '../../contract/serving'
import type { FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import type { Told } from '../served/keep-request'
import { servedNaming, type ServingOf } from './served-naming'
import { servedTool } from './served-tool'

/** A name that many servers share would fill an agent's context. */
const MOST_GIVEN = 50

/** The definitions of tools by their names, and the names that no served tool has. */
export async function getServed(
  at: FoundIn,
  { names, ...asked }: ServingOf & z.output<typeof ServedNames>,
  call: Call,
): Promise<Told<ServedTools>> {
  const naming = await servedNaming(at, asked, call)
  const ids = [...new Set(names.flatMap((name) => naming.called(name)))]
  const unknown = names.filter((name) => naming.called(name).length === 0)
  const given = ids.slice(0, MOST_GIVEN)
  const said = { ...(unknown.length > 0 && { unknown }) }
  return {
    answer: {
      tools: given.map((id) => servedTool(at.catalog, id, naming)),
      ...said,
      ...(ids.length > MOST_GIVEN && { note: `Only ${MOST_GIVEN} of ${ids.length} tools.` }),
    },
    kept: { tools: given, ...said },
  }
}
