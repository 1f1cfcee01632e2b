import type { WorkspaceInfo } from '../../../src-main/domain/workspace/workspace'

export type WorkspaceForm = 'create' | 'demo' | 'open' | 'import' | 'rename' | 'duplicate'

export interface FormText {
  title: string
  description: string
  field: string
  placeholder: string
  confirm: string
  done: string
}

export const FORM_TEXTS: Record<WorkspaceForm, FormText> = {
  create: {
    title: 'New workspace',
    description: 'A folder for one catalog with its golden sets and runs.',
    field: 'Name',
    placeholder: 'Shop assistant',
    confirm: 'Create',
    done: 'Workspace created',
  },
  demo: {
    title: 'New demo workspace',
    description: 'A fresh copy of the demo catalog, to try things out on.',
    field: 'Name',
    placeholder: 'Demo',
    confirm: 'Create',
    done: 'Demo workspace created',
  },
  open: {
    title: 'Open workspace',
    description: 'A workspace that lies in a folder of your own.',
    field: 'Folder',
    placeholder: '/path/to/workspace',
    confirm: 'Open',
    done: 'Workspace opened',
  },
  import: {
    title: 'Import workspace',
    description: 'From a file that Export made. Nothing that is here is overwritten.',
    field: 'Name, if it should get another',
    placeholder: '',
    confirm: 'Import',
    done: 'Workspace imported',
  },
  rename: {
    title: 'Rename workspace',
    description: 'Its folder stays where it is.',
    field: 'Name',
    placeholder: '',
    confirm: 'Rename',
    done: 'Workspace renamed',
  },
  duplicate: {
    title: 'Duplicate workspace',
    description: 'A copy with catalog, author’s layers, golden sets and runs.',
    field: 'Name of the copy',
    placeholder: '',
    confirm: 'Duplicate',
    done: 'Workspace duplicated',
  },
}

/** What the field holds to begin with. */
export function initialText(form: WorkspaceForm, current: WorkspaceInfo | undefined): string {
  if (form === 'rename') return current?.name ?? ''
  if (form === 'duplicate') return current ? `${current.name} copy` : ''
  return ''
}
