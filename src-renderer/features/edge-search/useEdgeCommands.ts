import { useModelsInUse } from '../../composables/useModelsInUse'
import type { ToDoCommand } from '../../places/places'
import { plural } from '../../words/number-words'
import { MOST_ASKED, type EdgeSearch } from './useEdgeSearch'

/** What the menu of the list of what is to do offers; a model is asked only where one is chosen. */
export function useEdgeCommands({ find, ask, look, askModel }: EdgeSearch) {
  const models = useModelsInUse()
  const isSearching = (): boolean => find.running.value || ask.running.value
  const asking = (command: Omit<ToDoCommand, 'disabled'>): ToDoCommand[] =>
    models.value.chat ? [{ ...command, disabled: isSearching() }] : []
  return {
    ofTicked: (tools: readonly string[]): ToDoCommand[] =>
      asking({ id: 'ask-ticked', label: askLabel(tools.length), run: () => askModel(tools) }),
    ofCatalog: (): ToDoCommand[] => [
      { id: 'look', label: 'Look for edges', disabled: isSearching(), run: look },
      ...asking({ id: 'ask', label: 'Ask the model what 20 hubs need', run: () => askModel() }),
    ],
  }
}

const askLabel = (count: number): string =>
  count > MOST_ASKED
    ? `Ask the model what the first ${MOST_ASKED} ticked tools need`
    : `Ask the model what ${plural(count, 'ticked tool needs', 'ticked tools need')}`
