import type { AuthorLayer } from '../../src-main/domain/tool/tool'
import { keptDrafts } from '../composables/kept-drafts'
import type { LayerDraft } from './layer-draft'

/** Unsaved author's layers of one workspace. */
export const useDrafts = keptDrafts<LayerDraft, AuthorLayer>('layer')
