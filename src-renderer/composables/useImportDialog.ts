import { shallowRef } from 'vue'
import type { ActionInput } from '../../src-main/features/actions'
import type { ChosenFile } from '../bridge/chosen-files'
import { sharedState } from './shared-state'

export type ImportKind = 'catalog' | 'golden-set' | 'history'

/** A source by its name; one that is new, with where its tools live. */
export type SourceToRead = ActionInput<'sources.look'>['source']

/** How a new source is described. */
export type ConnectWay = 'command' | 'address' | 'files' | 'config'

interface ImportRequest {
  kind: ImportKind
  files: ChosenFile[]
  /** Set where a source is to be described. */
  connect?: ConnectWay
  /** Sources that are to be read, each once it is agreed to. */
  sources?: readonly SourceToRead[]
}

/** Opens the import wizard from anywhere in the window, with files where there are some already. */
export const useImportDialog = sharedState('import dialog', () => {
  const request = shallowRef<ImportRequest>()

  function openImport(kind: ImportKind = 'catalog', files: ChosenFile[] = []): void {
    request.value = { kind, files }
  }

  function openConnect(connect: ConnectWay = 'command'): void {
    request.value = { kind: 'catalog', files: [], connect }
  }

  function openSources(sources: readonly SourceToRead[]): void {
    request.value = { kind: 'catalog', files: [], sources }
  }

  const closeImport = (): void => void (request.value = undefined)

  return { request, openImport, openConnect, openSources, closeImport }
})
