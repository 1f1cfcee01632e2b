import type { Briefing } from '../../contract/serving'
import type { FoundIn } from '../agent/find-tools'
import { briefingOf } from './briefing'
import { ofServed, type ServingOf } from './of-served'
import { servedKinds } from './served-kinds'

const kindsOf = ofServed(servedKinds)

/** What an agent is given that connects now, of the catalog as it is. */
export async function briefServed(
  at: FoundIn,
  { calls = false, ...asked }: ServingOf & { calls?: boolean | undefined },
): Promise<Briefing> {
  const [kinds, wordings] = await Promise.all([kindsOf(at, asked), at.promptOverrides()])
  return briefingOf(kinds, { calls, wordings })
}
