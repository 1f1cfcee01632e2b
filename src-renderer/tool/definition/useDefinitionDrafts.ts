import type { HandFields } from '../../../src-main/domain/tool/hand-fields'
import { keptDrafts } from '../../composables/kept-drafts'
import type { DefinitionDraft } from './definition-draft'

/** Unsaved definitions of tools of one workspace. */
export const useDefinitionDrafts = keptDrafts<DefinitionDraft, HandFields>('definition')
