import { computed, ref, shallowRef, watch } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import type { ClashChoices } from '../../../src-main/domain/catalog/import'
import { useBridge } from '../../bridge/bridge'
import type { ChosenFile } from '../../bridge/chosen-files'
import { upload } from '../../bridge/upload'
import type { ImportKind, SourceToRead } from '../../composables/useImportDialog'
import { useNotingIn } from '../../composables/useEditHistory'
import { useTask, useWork } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { asksAgreement } from './connect/consent-words'
import { useConnecting, type Connecting } from './connect/useConnecting'
import { NO_CLASHES, useRefreshing, type Refreshing } from './connect/useRefreshing'

/** Which column of a table holds what, by field, as far as that is chosen. */
export type ColumnChoice = Readonly<Record<string, string>>
/**
 * `connect` describes a source, `consent` shows what reading it starts or asks, `read` tells of
 * several that were read at once, `refresh` previews several that are read again.
 */
export type ImportStep = 'choose' | 'connect' | 'consent' | 'preview' | 'read' | 'refresh' | 'done'

/** Where the app finds what is imported, and how a person knows it. */
type ImportedFrom = { label: string } & ({ path: string } | { source: SourceToRead })

const isTable = (name: string): boolean => /\.(csv|tsv)$/i.test(name)

/** What the person importing has chosen so far. */
function useChoices() {
  return {
    kind: ref<ImportKind>('catalog'),
    step: ref<ImportStep>('choose'),
    from: shallowRef<ImportedFrom>(),
    format: ref<string>(),
    server: ref(''),
    mapping: shallowRef<ColumnChoice>({}),
    removeMissing: ref(false),
    /** What a workspace to be made for the catalog is called; undefined: none is. */
    newName: ref<string>(),
    /** What to do where the files and the workspace have something of the same name. */
    clashes: ref<ClashChoices>({ ...NO_CLASHES }),
    goldenName: ref(''),
    /** The name that the files give their only golden set. */
    ownName: shallowRef(''),
    replace: ref(false),
  }
}

/** The requests an import is made of. */
function useImportTasks() {
  const bridge = useBridge()
  const tasks = {
    reading: useWork((files: readonly ChosenFile[], options) => upload(bridge, files, options)),
    columns: useTask('import.columns'),
    preview: useTask('import.preview'),
    commit: useTask('import.commit'),
    goldenPreview: useTask('golden.import'),
    goldenCommit: useTask('golden.import'),
    historyPreview: useTask('history.import'),
    historyCommit: useTask('history.import'),
  }
  const all = Object.values(tasks)
  return {
    ...tasks,
    running: computed(() => all.find((task) => task.running.value)),
    problem: computed(() => all.map((task) => task.problem.value).find((found) => found)),
    clear: () => all.forEach((task) => task.clear()),
    stop: () => all.forEach((task) => task.stop()),
  }
}

type Choices = ReturnType<typeof useChoices>
type Tasks = ReturnType<typeof useImportTasks>

function previewInput(
  dir: string,
  from: ImportedFrom,
  choices: Choices,
): ActionInput<'import.preview'> {
  return {
    ...(choices.newName.value === undefined && { dir }),
    ...('path' in from ? { path: from.path } : { source: from.source }),
    format: choices.format.value,
    server: choices.server.value.trim() || undefined,
    mapping: chosenColumns(choices, ['name']) as ActionInput<'import.preview'>['mapping'],
    clashes: { ...choices.clashes.value },
  }
}

/** The columns as chosen, where those are that a table cannot be read without. */
const chosenColumns = (
  { mapping }: Choices,
  needed: readonly string[],
): ColumnChoice | undefined =>
  needed.every((field) => mapping.value[field]) ? { ...mapping.value } : undefined

const goldenInput = (dir: string, path: string, choices: Choices) => ({
  dir,
  path,
  mapping: chosenColumns(choices, ['query', 'tools']) as ActionInput<'golden.import'>['mapping'],
})

/** What was read of a source is not read again: what was seen is what is imported. */
const seenOf = ({ preview }: Tasks) => ({ changes: preview.data.value?.changes })

/** Reads the files again with what is chosen, without writing. */
async function look(dir: string, choices: Choices, tasks: Tasks): Promise<void> {
  const from = choices.from.value
  if (!from) return
  if ('source' in from) {
    await tasks.preview.run({ ...previewInput(dir, from, choices), ...seenOf(tasks) })
    return
  }
  const { path, label } = from
  const kind = choices.kind.value
  if (isTable(label) && !tasks.columns.data.value) {
    const table = await tasks.columns.run({
      path,
      kind: kind === 'catalog' ? 'catalog' : 'golden-set',
    })
    if (choices.kind.value !== kind) return
    choices.mapping.value = { ...table?.mapping }
  }
  if (kind === 'catalog') {
    await tasks.preview.run(previewInput(dir, from, choices))
    return
  }
  if (kind === 'history') {
    await tasks.historyPreview.run({ ...goldenInput(dir, path, choices), preview: true })
    return
  }
  const found = await tasks.goldenPreview.run({
    ...goldenInput(dir, path, choices),
    preview: true,
  })
  const [only, ...others] = found?.goldenSets ?? []
  if (only && others.length === 0) proposeName(choices, only.name)
}

/** Names the set as the files do, unless a person has named it. */
function proposeName({ goldenName, ownName }: Choices, name: string): void {
  if (!goldenName.value || goldenName.value === ownName.value) goldenName.value = name
  ownName.value = name
}

/** What was written: where, and the change by which it is undone. */
interface Written {
  dir: string
  change: string | undefined
}

async function write(dir: string, choices: Choices, tasks: Tasks): Promise<Written | undefined> {
  const from = choices.from.value
  if (!from) return undefined
  const path = 'path' in from ? from.path : ''
  const here = (done: { change?: string } | undefined) => done && { dir, change: done.change }
  const writing = {
    async catalog() {
      const done = await tasks.commit.run({
        ...previewInput(dir, from, choices),
        ...('source' in from && seenOf(tasks)),
        create: choices.newName.value?.trim(),
        base: tasks.preview.data.value?.base,
        removeMissing: choices.removeMissing.value,
        // The button says how many of them come in.
        partly: true,
      })
      return done && { dir: done.workspace.dir, change: done.undo }
    },
    'golden-set': async () =>
      here(
        await tasks.goldenCommit.run({
          ...goldenInput(dir, path, choices),
          base: tasks.goldenPreview.data.value?.base,
          name: choices.goldenName.value.trim() || undefined,
          replace: choices.replace.value,
        }),
      ),
    history: async () =>
      here(
        await tasks.historyCommit.run({
          ...goldenInput(dir, path, choices),
          base: tasks.historyPreview.data.value?.base,
        }),
      ),
  }
  return writing[choices.kind.value]()
}

/** What a new workspace for these files could be called. */
const nameFor = (label: string): string =>
  label
    .replace(/^\d+ sources$/, '')
    .replace(/^\d+ files \((.*)\)$/, '$1')
    .replace(/\.\w+$/, '') || 'My tools'

const labelOf = (files: readonly ChosenFile[]): string => {
  const path = files[0]?.path ?? ''
  return files.length === 1 ? path : `${files.length} files (${path.split('/')[0]})`
}

/** How sources are known to a person. */
const labelOfSources = (sources: readonly SourceToRead[]): string =>
  sources.length === 1 ? (sources[0]?.name ?? '') : plural(sources.length, 'source')

function chooseAnew(choices: Choices, from: ImportedFrom, newName: string | undefined): void {
  choices.from.value = from
  choices.format.value = undefined
  choices.mapping.value = {}
  choices.goldenName.value = ''
  choices.newName.value = newName
  choices.clashes.value = { ...NO_CLASHES }
  choices.removeMissing.value = 'source' in from
}

/** How several sources of this workspace are read again together. */
function readingAgain({ step }: Choices, connecting: Connecting, refreshing: Refreshing) {
  /** @param unagreed what nobody agreed to is agreed to by this, or left out */
  async function read(unagreed: 'agree' | 'leave out'): Promise<void> {
    step.value = 'refresh'
    await refreshing.readAll(connecting.looked.value, unagreed)
  }

  /** Reads them at once where all of them are agreed to. */
  async function lookAt(sources: readonly SourceToRead[]): Promise<void> {
    refreshing.begin(sources.map(({ name }) => name))
    step.value = 'refresh'
    await connecting.lookAt(sources)
    if (connecting.looked.value.some(asksAgreement)) step.value = 'consent'
    else await read('agree')
  }

  return { read, lookAt }
}

/**
 * The import from the choice of files, or of sources, to the report, for a catalog, a golden set or
 * logged queries.
 * @param isDemo a person’s own tools do not go into the demo, unless they say so
 */
export function useImport(dir: string, isDemo: boolean) {
  const choices = useChoices()
  const tasks = useImportTasks()
  const note = useNotingIn()
  const connecting = useConnecting(dir)
  const refreshing = useRefreshing(dir, connecting)
  const again = readingAgain(choices, connecting, refreshing)

  async function doImport(): Promise<void> {
    const label = choices.from.value?.label ?? ''
    const done = await write(dir, choices, tasks)
    if (!done) return
    note(done.dir, `Imported ${label}`, done)
    choices.step.value = 'done'
  }

  /** @param isNew whether it is not read again into where it belongs */
  function take(from: ImportedFrom, isNew: boolean): void {
    tasks.clear()
    chooseAnew(choices, from, isDemo && isNew ? nameFor(from.label) : undefined)
  }

  async function preview(): Promise<void> {
    choices.step.value = 'preview'
    await look(dir, choices, tasks)
  }

  /** Looks at sources; one that is agreed to already is read at once, and nothing else is. */
  async function takeSources(sources: readonly SourceToRead[]): Promise<void> {
    const [first] = sources
    if (!first) return
    choices.kind.value = 'catalog'
    connecting.clear()
    refreshing.clear()
    const areKnown = sources.every(({ origin }) => origin === undefined)
    take({ source: first, label: labelOfSources(sources) }, !areKnown)
    if (areKnown && sources.length > 1) return again.lookAt(sources)
    await connecting.lookAt(sources)
    const [only, ...others] = connecting.looked.value
    if (only?.look?.isAgreed && others.length === 0) await preview()
    else if (only) choices.step.value = 'consent'
  }

  /**
   * Agrees to what is shown, and reads it: one to be previewed, several to be written one after the
   * other.
   */
  async function agree(): Promise<void> {
    const { looked, outcomes } = connecting
    if (refreshing.sources.value.length > 0) return again.read('agree')
    const [only, ...others] = looked.value
    if (only && others.length === 0) {
      if (await connecting.agree(only)) await preview()
      return
    }
    const reading = connecting.readAll(choices.newName.value?.trim())
    choices.step.value = 'read'
    await reading
    if (outcomes.value.length === 0) choices.step.value = 'consent'
  }

  async function takeFiles(files: readonly ChosenFile[]): Promise<void> {
    if (!files.length) return
    const path = await tasks.reading.run(files)
    if (!path) return
    take({ path, label: labelOf(files) }, true)
    await preview()
  }

  /** To where files are chosen, or a source is described. */
  function back(step: 'choose' | 'connect' = 'choose'): void {
    tasks.clear()
    connecting.clear()
    refreshing.clear()
    choices.from.value = undefined
    choices.step.value = step
  }

  watch(choices.kind, () => {
    if (choices.step.value !== 'preview') return
    tasks.clear()
    choices.mapping.value = {}
    void look(dir, choices, tasks)
  })

  return {
    ...choices,
    ...tasks,
    connecting,
    refreshing,
    takeFiles,
    takeSources,
    agree,
    refresh: again.lookAt,
    leaveOut: () => again.read('leave out'),
    look: () => look(dir, choices, tasks),
    doImport,
    back,
  }
}

export type ImportState = ReturnType<typeof useImport>
