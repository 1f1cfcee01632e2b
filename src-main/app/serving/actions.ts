import { z } from 'zod'
import { AskedRecipe } from '../../contract/asked-recipe'
import { ServedNames, ServedSearch } from '../../contract/serving'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import { ServedBy } from '../../domain/served/request'
import { within } from '../agent/within'
import { keeping } from '../served/keep-request'
import { getServed } from './get-served'
import { servingOffer } from './offer'
import { prepareServed } from './prepare-served'
import { searchServed } from './search-served'

const { mayAsk: _, ...Asked } = AskedRecipe
/** Which workspace is served, and by what where not as it works. */
const Served = z.object({ dir: Dir, ...Asked })
/** A request of an agent; without `by` it is answered and not kept. */
const OfAgent = Served.extend({
  by: ServedBy.optional().describe('whose request it is, to be kept'),
})

/** What is served to agents. Each request sees the catalog as the last commit left it. */
export const servingActions = {
  'serving.search': action({
    summary: 'What a served agent is given for a query; tools that it names come first',
    input: OfAgent.extend(ServedSearch.shape),
    run: keeping('search', within(searchServed)),
  }),
  'serving.get': action({
    summary: 'The definitions of tools by their names, as a served agent is given them',
    input: OfAgent.extend(ServedNames.shape),
    run: keeping('get', within(getServed)),
  }),
  'serving.prepare': action({
    summary:
      'Read, embed and index what a served workspace searches, so that no agent waits for it',
    input: Served,
    run: within(prepareServed),
  }),
  'serving.offer': action({
    summary:
      'What stands in a served agent’s prompt in place of the catalog, and the command that serves it',
    input: z.object({ dir: Dir }),
    run: servingOffer,
  }),
}
