import { ref, type Ref } from 'vue'
import type { ChosenFile } from '../bridge/chosen-files'

export type ImportKind = 'catalog' | 'golden-set'

export interface ImportRequest {
  kind: ImportKind
  files: ChosenFile[]
}

const request = ref<ImportRequest>()

/** Opens the import wizard from anywhere in the window, with files where there are some already. */
function openImport(kind: ImportKind = 'catalog', files: ChosenFile[] = []): void {
  request.value = { kind, files }
}

export function useImportDialog(): {
  request: Ref<ImportRequest | undefined>
  openImport: typeof openImport
} {
  return { request, openImport }
}
