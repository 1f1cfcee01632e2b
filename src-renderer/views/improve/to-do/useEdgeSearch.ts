import { onAsked } from '../../../composables/useAsking'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'

/** Looks for edges, and asks a model for more; both change what is proposed. */
export function useEdgeSearch(dir: string) {
  const { announce } = useStatus()
  const find = useTask('proposals.find')
  const ask = useTask('proposals.ask')

  async function look(): Promise<void> {
    const done = await find.run({ dir })
    if (done) announce(`${plural(done.found, 'edge is', 'edges are')} proposed.`)
  }
  async function askModel(): Promise<void> {
    const asked = await ask.run({ dir })
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
