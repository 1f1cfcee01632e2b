import { computed, reactive, shallowRef } from 'vue'
import type { ActionAnswer, ActionInput } from '../../../../src-main/features/actions'
import type { ProblemReport } from '../../../../src-main/contract/reply'
import type { SourceLook } from '../../../../src-main/contract/source'
import { useNotingIn } from '../../../composables/useEditHistory'
import type { SourceToRead } from '../../../composables/useImportDialog'
import { useTask } from '../../../composables/useTask'

/** A source that is to be read, with what reading it starts or asks, or why that cannot be told. */
export interface LookedAt {
  source: SourceToRead
  look?: SourceLook
  problem?: ProblemReport | undefined
}

/** What became of a source that was read and written at once. */
export interface Outcome {
  source: SourceToRead
  done?: ActionAnswer<'import.commit'>
  problem?: ProblemReport | undefined
}

/** What variables are to say, by their names. */
export type GivenValues = Readonly<Record<string, string>>

type Place = Pick<ActionInput<'import.commit'>, 'dir' | 'create'>

/** Looks at sources, has them agreed to, and reads several of them one after the other. */
export function useConnecting(dir: string) {
  const looking = useTask('sources.look')
  const agreeing = useTask('sources.agree')
  const committing = useTask('import.commit')
  const tasks = [looking, agreeing, committing]
  const note = useNotingIn()
  const looked = shallowRef<readonly LookedAt[]>([])
  /** What is given for variables, by the name of the source. */
  const values = reactive<Record<string, GivenValues>>({})
  /** What of the person’s own may go out, by the name of the source. */
  const allowed = reactive<Record<string, readonly string[]>>({})
  const isChanged = shallowRef(false)
  const outcomes = shallowRef<readonly Outcome[]>([])
  /** The workspace that was made for them. */
  const made = shallowRef<ActionAnswer<'import.commit'>['workspace']>()

  /** Starts, asks and reads nothing. */
  async function lookAt(sources: readonly SourceToRead[]): Promise<void> {
    looked.value = []
    isChanged.value = false
    const seen: LookedAt[] = []
    for (const source of sources) {
      const look = await looking.run({ dir, source })
      if (looking.stopped.value) return
      seen.push(look ? { source, look } : { source, problem: looking.problem.value })
      allowed[source.name] = namedBy(source, look)
    }
    looked.value = seen
  }

  /**
   * Agrees to just what was shown. Says whether that may be read now: not where it has become
   * something else meanwhile.
   */
  async function agree(one: LookedAt): Promise<boolean> {
    if (!one.look) return false
    const { source } = one
    const written = Object.entries(values[source.name] ?? {}).filter(([, value]) => value !== '')
    const given = Object.fromEntries(written)
    const look = written.length > 0 ? await agreeing.run({ dir, source, values: given }) : one.look
    if (!look) return false
    if (shownOf(look) !== shownOf(one.look) || look.missing.length > 0) {
      isChanged.value = true
      looked.value = looked.value.map((each) => (each === one ? { source, look } : each))
      return false
    }
    if (look.isAgreed) return true
    const variables = [...(allowed[source.name] ?? [])]
    return (await agreeing.run({ dir, source, mark: look.mark, variables })) !== undefined
  }

  /** Why something was not agreed to just now. */
  const whyNot = (one: LookedAt): ProblemReport =>
    one.problem ?? agreeing.problem.value ?? agreeing.stopped.value ?? CHANGED

  async function readOne(one: LookedAt, place: Place): Promise<Outcome> {
    const { source } = one
    if (!(await agree(one))) return { source, problem: whyNot(one) }
    const done = await committing.run({ ...place, source, removeMissing: true })
    if (!done) return { source, problem: committing.problem.value ?? committing.stopped.value }
    note(done.workspace.dir, `Imported ${source.name}`, { change: done.undo })
    return { source, done }
  }

  /**
   * Reads and writes all of them; one that fails keeps none of the others from it.
   * @param create a workspace that is made for them
   */
  async function readAll(create: string | undefined): Promise<void> {
    outcomes.value = []
    for (const one of looked.value) {
      const into = made.value?.dir ?? dir
      const place = create !== undefined && !made.value ? { create } : { dir: into }
      const outcome = await readOne(one, place)
      outcomes.value = [...outcomes.value, outcome]
      if (create !== undefined) made.value ??= outcome.done?.workspace
      if (committing.stopped.value) return
    }
  }

  function clear(): void {
    tasks.forEach((task) => task.clear())
    looked.value = []
    outcomes.value = []
    isChanged.value = false
  }

  return {
    looked,
    values,
    allowed,
    outcomes,
    made,
    lookAt,
    agree,
    whyNot,
    readAll,
    clear,
    running: computed(() => tasks.find((task) => task.running.value)),
    /** Why nothing could be agreed to. */
    problem: computed(() => agreeing.problem.value ?? (isChanged.value ? CHANGED : undefined)),
  }
}

export type Connecting = ReturnType<typeof useConnecting>

const CHANGED: ProblemReport = {
  code: 'conflict',
  message: 'What it would start or ask has changed while you looked.',
  fix: 'Look at it again.',
}

/**
 * What goes out of what a person wrote here just now is named by that person; of what a file says,
 * nothing is.
 */
const namedBy = ({ origin }: SourceToRead, look: SourceLook | undefined): string[] =>
  origin === undefined || origin.kind === 'config' || !look
    ? []
    : look.variables.map(({ name }) => name)

/** All that a person is shown and agrees to. */
const shownOf = ({
  kind,
  what,
  program,
  args,
  cwd,
  url,
  host,
  path,
  needs,
  variables,
}: SourceLook) =>
  JSON.stringify([
    kind,
    what,
    program,
    args,
    cwd,
    url,
    host,
    path,
    needs,
    variables.map(({ name, gives }) => [name, gives]),
  ])
