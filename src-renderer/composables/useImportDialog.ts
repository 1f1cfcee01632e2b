import { shallowRef } from 'vue'
import type { ChosenFile } from '../bridge/chosen-files'
import { sharedState } from './shared-state'

export type ImportKind = 'catalog' | 'golden-set' | 'history'

interface ImportRequest {
  kind: ImportKind
  files: ChosenFile[]
}

/** Opens the import wizard from anywhere in the window, with files where there are some already. */
export const useImportDialog = sharedState('import dialog', () => {
  const request = shallowRef<ImportRequest>()

  function openImport(kind: ImportKind = 'catalog', files: ChosenFile[] = []): void {
    request.value = { kind, files }
  }

  const closeImport = (): void => void (request.value = undefined)

  return { request, openImport, closeImport }
})
