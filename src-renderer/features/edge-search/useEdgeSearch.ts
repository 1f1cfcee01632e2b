import { watch } from 'vue'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { useEdgesAsked } from './useEdgesAsked'

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
    const answer = await ask.run({ dir, ...(named && { tools: named, most: named.length }) })
    if (!answer) return
    const invented = answer.invented ? ` ${answer.invented} that it made up were dropped.` : ''
    announce(
      `The model named ${plural(answer.named, 'need')} of ${plural(answer.asked, 'tool')}.${invented}`,
    )
  }
  const asked = useEdgesAsked()
  watch(
    asked,
    (isAsked) => {
      if (!isAsked) return
      asked.value = false
      void look()
    },
    { immediate: true },
  )
  return { find, ask, look, askModel }
}

export type EdgeSearch = ReturnType<typeof useEdgeSearch>
