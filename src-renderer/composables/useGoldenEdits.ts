import type { ActionInput, ActionName } from '../../src-main/features/actions'
import { plainText } from '../../src-main/domain/value/plain-text'
import { plural } from '../words/number-words'
import { useEditHistory } from './useEditHistory'
import { useStatus } from './useStatus'
import { useTask, type Work } from './useTask'

/** What a request needs besides the workspace. */
type Asked<Name extends ActionName> = Omit<ActionInput<Name>, 'dir'>

/** Characters of a query that its edit is called by. */
const NAMED = 40

const quoted = (text: string): string =>
  `“${plainText(text.length > NAMED ? `${text.slice(0, NAMED)}…` : text)}”`

const queries = (count: number): string => plural(count, 'golden query', 'golden queries')

/** Notes what was done in the window's history of edits, and says it. */
function useNoting(dir: string) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)

  /** Gives back what was done. @param more what is to be said of it besides */
  return function noted<Done extends { change?: string | undefined }>(
    done: Done | undefined,
    labelOf: (done: Done) => string,
    more: (done: Done) => string = () => '',
  ): Done | undefined {
    if (!done) return undefined
    const label = labelOf(done)
    history.note(label, done)
    announce([`${label}.`, more(done)].filter(Boolean).join(' '))
    return done
  }
}

/**
 * Runs one of several tasks whose refusals are shown together, and forgets those of the others.
 * Nothing while it is under way already: what it changes would be made all the same, without an
 * edit to undo.
 */
async function runOne<In, Out>(
  task: Work<In, Out>,
  input: In,
  others: readonly Pick<Work<never, unknown>, 'problem'>[] = [],
): Promise<Out | undefined> {
  if (task.running.value) return undefined
  for (const { problem } of others) problem.value = undefined
  return task.run(input)
}

function useQueryEdits(dir: string, noted: ReturnType<typeof useNoting>) {
  const saving = useTask('golden.save')
  const removing = useTask('golden.remove')
  const tagging = useTask('golden.tag')
  const tiering = useTask('golden.giveTiers')
  const moving = useTask('golden.move')
  const all = [saving, removing, tagging, tiering, moving]
  return {
    saving,
    /** Of what is done to many at once. */
    many: [removing, tagging, tiering, moving],
    async save(input: Asked<'golden.save'>) {
      const done = await runOne(saving, { dir, ...input }, all)
      return noted(
        done,
        ({ query, isNew }) =>
          `${isNew ? 'Saved' : 'Changed'} ${quoted(query.text)} in ${quoted(input.set)}`,
        ({ notices }) => notices.join(' '),
      )
    },
    async remove(set: string, ids: string[]) {
      const done = await runOne(removing, { dir, set, ids }, all)
      return noted(done, ({ removed }) => `Removed ${queries(removed)} from ${quoted(set)}`)
    },
    async tag(input: Asked<'golden.tag'>) {
      const done = await runOne(tagging, { dir, ...input }, all)
      return noted(done, ({ changed }) => `Changed the tags of ${queries(changed)}`)
    },
    async giveTiers(input: Asked<'golden.giveTiers'>) {
      const done = await runOne(tiering, { dir, ...input }, all)
      return noted(
        done,
        ({ changed }) => `Changed the tags of ${queries(changed)}`,
        ({ refused }) => refused.join(' '),
      )
    },
    async move(input: Asked<'golden.move'>) {
      const done = await runOne(moving, { dir, ...input }, all)
      return noted(
        done,
        ({ moved }) =>
          `${input.copy ? 'Copied' : 'Moved'} ${queries(moved)} to ${quoted(input.to)}`,
        ({ left }) =>
          left > 0 ? `${queries(left)} ${left === 1 ? 'is' : 'are'} there already.` : '',
      )
    },
  }
}

function useSetEdits(dir: string, noted: ReturnType<typeof useNoting>) {
  const splitting = useTask('golden.split')
  const naming = useTask('golden.rename')
  const making = useTask('golden.create')
  const deleting = useTask('golden.delete')
  const settingApart = useTask('golden.setApart')
  const using = useTask('golden.use')
  const { announce } = useStatus()
  return {
    making,
    naming,
    deleting,
    splitting,
    settingApart,
    using,
    async setApart(set: string, share: number) {
      const done = await runOne(settingApart, { dir, set, share })
      return noted(
        done,
        (apart) =>
          `Moved ${queries(apart.queries)} of ${quoted(set)} to the test set ${quoted(apart.test)}`,
      )
    },
    async use(set: string, purpose: ActionInput<'golden.use'>['purpose']) {
      const done = await runOne(using, { dir, set, purpose })
      if (done) announce(`${quoted(set)} is a ${purpose} set.`)
    },
    async split(input: Asked<'golden.split'>) {
      const done = await runOne(splitting, { dir, ...input })
      const { part, rest } = input.names
      return noted(
        done,
        (split) =>
          `Split ${quoted(input.set)} into ${quoted(part)} (${split.part}) and ${quoted(rest)} (${split.rest})`,
        ({ both }) =>
          both.queries > 0
            ? `${queries(both.queries)} with tools on both sides ${both.queries === 1 ? 'is' : 'are'} in neither.`
            : '',
      )
    },
    async create(set: string) {
      const done = await runOne(making, { dir, set })
      return noted(done, () => `Made the golden set ${quoted(set)}`)
    },
    async rename(set: string, name: string) {
      const done = await runOne(naming, { dir, set, name })
      return noted(done, () => `Renamed ${quoted(set)} to ${quoted(name)}`)
    },
    async deleteSet(set: string) {
      const done = await runOne(deleting, { dir, set })
      return noted(done, () => `Deleted the golden set ${quoted(set)}`)
    },
  }
}

/**
 * What can be done to golden queries and their sets: each is one edit, said when it is done, and
 * can be undone.
 */
export function useGoldenEdits(dir: string) {
  const noted = useNoting(dir)
  return { ...useQueryEdits(dir, noted), ...useSetEdits(dir, noted) }
}

export type GoldenEdits = ReturnType<typeof useGoldenEdits>
