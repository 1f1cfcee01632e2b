import { computed } from 'vue'
import type { ProposedText } from '../../../../src-main/domain/proposal/text'
import { draftsOfKind } from '../../../composables/drafts-of-kind'
import { useQuery } from '../../../composables/useQuery'

/**
 * The proposed text that is looked at, whole, with what was typed of each that is not decided yet.
 */
export function useOpenText(dir: string, id: () => string | undefined) {
  const drafts = draftsOfKind<ProposedText, null>('proposed text')(dir)
  const edited = computed({
    get: () => drafts.kept(id() ?? '', () => ({}))?.draft,
    set(text: ProposedText | undefined) {
      const now = id()
      if (now === undefined) return
      if (text) drafts.keep(now, { draft: text, base: null })
      else drafts.forget(now)
    },
  })
  const proposal = useQuery(
    'review.proposal',
    () => {
      const now = id()
      return now === undefined ? undefined : { dir, id: now }
    },
    { keepPrevious: true },
  )
  /** Of the one that is looked at, not of the one before. */
  const shown = computed(() => (proposal.data.value?.id === id() ? proposal.data.value : undefined))
  const isMeasurable = computed(
    () =>
      shown.value &&
      !shown.value.isGone &&
      shown.value.state !== 'accepted' &&
      (!shown.value.fault || edited.value !== undefined),
  )
  /** What accepting it is asked with, besides which one it is. */
  const acceptedAs = computed(() => {
    const base = shown.value?.layer
    return { ...(base && { base }), ...(edited.value && { edited: edited.value }) }
  })
  return {
    proposal,
    shown,
    edited,
    isMeasurable,
    acceptedAs,
    forget: drafts.forget,
  }
}
