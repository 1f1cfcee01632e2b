import { computed, shallowRef } from 'vue'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { parseExact } from '../../../../src-main/domain/value/exact-json'
import { useBridge } from '../../../bridge/bridge'
import { draftsOfKind } from '../../../composables/drafts-of-kind'
import type { GoldenEdits } from '../../../composables/useGoldenEdits'
import { useStoredDraft } from '../../../composables/useStoredDraft'
import { useQuery } from '../../../composables/useQuery'
import { useSettled } from '../../../composables/useSettled'
import { argumentsOf, draftOf, emptyDraft, writtenOf, type GoldenDraft } from './golden-draft'

/** While somebody types, a query is checked after such a pause. */
const SETTLE_MS = 200

interface Saved {
  /** Left out for a new one. */
  query?: GoldenQuery | undefined
}

interface Edited {
  dir: string
  set: string
  /** The query as it was read; left out for a new one. */
  query: GoldenQuery | undefined
  edits: GoldenEdits
}

/**
 * A golden query being written: what is wrong with it and what it repeats, as it is typed, and how
 * it is saved.
 */
export function useGoldenDraft({ dir, set, query, edits }: Edited) {
  const { request } = useBridge()
  const form = useStoredDraft<GoldenDraft, Saved>({
    drafts: draftsOfKind<GoldenDraft, Saved>('golden query')(dir),
    id: JSON.stringify([set, query?.id]),
    read: () => ({ query }),
    draftOf: formOf,
    isDirty: (written, saved) => JSON.stringify(written) !== JSON.stringify(formOf(saved)),
  })
  const { draft, isDirty, isBack } = form
  const base = computed(() => form.base.value.query)
  /** What somebody else made of it since it was read; `undefined` within: it is gone. */
  const theirs = shallowRef<{ now: GoldenQuery | undefined }>()
  const written = computed(() => writtenOf(draft))
  const settled = useSettled(() => JSON.stringify([written.value, base.value]), SETTLE_MS)
  const check = useQuery(
    'golden.check',
    () => {
      const [asked, read] = parseExact(settled.value) as [typeof written.value, GoldenQuery | null]
      return asked.text.trim() === ''
        ? undefined
        : { dir, set, query: asked, ...(read && { base: read }) }
    },
    { keepPrevious: true },
  )
  /** Those of tools that were taken out are not shown and not saved. */
  const calls = computed(() => draft.calls.filter(({ tool }) => draft.tools.includes(tool)))
  const faults = computed(() => [
    ...calls.value.flatMap((call) =>
      argumentsOf(call) ? [] : [`The arguments of “${call.tool}” are not a JSON object.`],
    ),
    ...(check.data.value?.faults ?? []),
  ])
  const isWhole = computed(
    () =>
      draft.text.trim() !== '' &&
      (draft.tools.length > 0 || draft.noTool) &&
      calls.value.every((call) => argumentsOf(call)),
  )

  /**
   * Gives the query as it is saved; where somebody changed it meanwhile, shows what they made of
   * it.
   */
  async function save(): Promise<GoldenQuery | undefined> {
    const input = { set, query: written.value, ...(base.value && { base: base.value }) }
    const done = await edits.save(input)
    const { code } = edits.saving.problem.value ?? {}
    if (!done && base.value && (code === 'conflict' || code === 'not-found')) await lookAgain()
    if (done) form.discard()
    return done?.query
  }

  async function lookAgain(): Promise<void> {
    const id = base.value?.id ?? ''
    const reply = await request('golden.queries', { dir, set, search: id, limit: 1000 })
    if (!reply.ok) return
    const now = reply.data.queries.find((one) => one.id === id)
    if (JSON.stringify(now) !== JSON.stringify(base.value)) theirs.value = { now }
  }

  /** Saves over what somebody else made of it, which was shown; as a new query where it is gone. */
  function keepMine(): Promise<GoldenQuery | undefined> {
    form.madeOf({ query: theirs.value?.now })
    if (!base.value) delete draft.id
    theirs.value = undefined
    return save()
  }

  function discard(): void {
    form.discard()
    theirs.value = undefined
  }
  return { draft, check, faults, isWhole, isDirty, isBack, theirs, save, keepMine, discard }
}

const formOf = ({ query }: Saved): GoldenDraft => (query ? draftOf(query) : emptyDraft())
