import type { AuthorLayer } from '../../src-main/domain/tool/tool'
import { draftsOfKind } from '../composables/drafts-of-kind'
import type { LayerDraft } from './layer-draft'

/** Unsaved author's layers of one workspace. */
export const useDrafts = draftsOfKind<LayerDraft, AuthorLayer>('layer')
