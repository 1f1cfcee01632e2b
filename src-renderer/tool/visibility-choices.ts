import type { Visibility } from '../../src-main/domain/tool/tool'

/** Who may be offered a tool, in words. */
export const VISIBILITIES: { value: Visibility; label: string }[] = [
  { value: 'public', label: 'Public: any agent' },
  { value: 'internal', label: 'Internal: own agents' },
  { value: 'hidden', label: 'Hidden: no agent' },
]
