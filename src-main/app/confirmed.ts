import type { Confirmation } from '../contract/confirmation'
import { Problem } from '../domain/problem'
import type { AppPorts } from './ports'

/**
 * Has the person asked where the host does that, as the desktop does: what a page asks for is not
 * yet what a person wants.
 * @throws Problem `cancelled` where the answer is no.
 */
export async function confirmed(
  { confirm }: Pick<AppPorts, 'confirm'>,
  what: Confirmation,
  signal: AbortSignal,
): Promise<void> {
  if (!confirm || (await confirm(what, signal))) return
  signal.throwIfAborted()
  throw new Problem('cancelled', 'It was not agreed to.', 'Nothing was kept, started or asked.')
}
