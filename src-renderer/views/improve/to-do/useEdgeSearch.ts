import { onAsked } from '../../../composables/useAsking'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'

/** Tools that one request asks the model about. */
export const MOST_ASKED = 200

/** Looks for edges, and asks a model for more; both change what is proposed. */
export function useEdgeSearch(dir: string) {
  const { announce } = useStatus()
  const find = useTask('proposals.find')
  const ask = useTask('proposals.ask')

  async function look(): Promise<void> {
    if (find.running.value) return announce('Edges are being looked for already.', 'neutral')
    const done = await find.run({ dir })
    if (done) announce(`${plural(done.found, 'edge is', 'edges are')} proposed.`)
  }
  /** @param tools left out: hubs */
  async function askModel(tools?: readonly string[]): Promise<void> {
    if (ask.running.value) return announce('The model is being asked already.', 'neutral')
    const named = tools?.slice(0, MOST_ASKED)
    const asked = await ask.run({ dir, ...(named && { tools: named, most: named.length }) })
    if (!asked) return
    const invented = asked.invented ? ` ${asked.invented} that it made up were dropped.` : ''
    announce(
      `The model named ${plural(asked.named, 'need')} of ${plural(asked.asked, 'tool')}.${invented}`,
    )
  }
  onAsked('edges', () => void look())
  return { find, ask, look, askModel }
}

export type EdgeSearch = ReturnType<typeof useEdgeSearch>
