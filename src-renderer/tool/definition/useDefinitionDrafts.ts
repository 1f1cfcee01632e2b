import type { HandFields } from '../../../src-main/domain/tool/hand-fields'
import { draftsOfKind } from '../../composables/drafts-of-kind'
import type { DefinitionDraft } from './definition-draft'

/** Unsaved definitions of tools of one workspace. */
export const useDefinitionDrafts = draftsOfKind<DefinitionDraft, HandFields>('definition')
