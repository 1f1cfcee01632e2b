import { computed, ref, shallowRef, watch } from 'vue'
import type { ActionInput } from '../../../src-main/app/actions'
import type { ClashChoices } from '../../../src-main/domain/catalog/import'
import { useBridge } from '../../bridge/bridge'
import type { ChosenFile } from '../../bridge/chosen-files'
import { upload } from '../../bridge/upload'
import type { ImportKind } from '../../composables/useImportDialog'
import { useNotingIn } from '../../composables/useEditHistory'
import { useTask, useWork } from '../../composables/useTask'

/** Which column of a table holds what, by field, as far as that is chosen. */
export type ColumnChoice = Readonly<Record<string, string>>
export type ImportStep = 'choose' | 'preview' | 'done'

const isTable = (name: string): boolean => /\.(csv|tsv)$/i.test(name)

/** What the person importing has chosen so far. */
function useChoices() {
  return {
    kind: ref<ImportKind>('catalog'),
    step: ref<ImportStep>('choose'),
    /** Where the app finds the files, and how a person knows them. */
    source: shallowRef<{ path: string; label: string }>(),
    format: ref<string>(),
    server: ref(''),
    mapping: shallowRef<ColumnChoice>({}),
    removeMissing: ref(false),
    /** What a workspace to be made for the catalog is called; undefined: none is. */
    newName: ref<string>(),
    /** What to do where the files and the workspace have something of the same name. */
    clashes: ref<ClashChoices>({ sameName: 'auto', goldenSets: 'both', layers: 'keep' }),
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

function previewInput(dir: string, path: string, choices: Choices): ActionInput<'import.preview'> {
  return {
    ...(choices.newName.value === undefined && { dir }),
    path,
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

/** Reads the files again with what is chosen, without writing. */
async function look(dir: string, choices: Choices, tasks: Tasks): Promise<void> {
  if (!choices.source.value) return
  const { path, label } = choices.source.value
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
    await tasks.preview.run(previewInput(dir, path, choices))
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
  if (!choices.source.value) return undefined
  const { path } = choices.source.value
  const here = (done: { change?: string } | undefined) => done && { dir, change: done.change }
  const writing = {
    async catalog() {
      const done = await tasks.commit.run({
        ...previewInput(dir, path, choices),
        create: choices.newName.value?.trim(),
        base: tasks.preview.data.value?.base,
        removeMissing: choices.removeMissing.value,
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
  label.replace(/^\d+ files \((.*)\)$/, '$1').replace(/\.\w+$/, '') || 'My tools'

const labelOf = (files: readonly ChosenFile[]): string => {
  const path = files[0]?.path ?? ''
  return files.length === 1 ? path : `${files.length} files (${path.split('/')[0]})`
}

/** The import from the choice of files to the report, for a catalog, a golden set or logged queries. */
/** @param isDemo a person’s own tools do not go into the demo, unless they say so */
export function useImport(dir: string, isDemo: boolean) {
  const choices = useChoices()
  const tasks = useImportTasks()
  const note = useNotingIn()

  async function doImport(): Promise<void> {
    const label = choices.source.value?.label ?? ''
    const done = await write(dir, choices, tasks)
    if (!done) return
    note(done.dir, `Imported ${label}`, done)
    choices.step.value = 'done'
  }

  async function takePath(path: string, label: string): Promise<void> {
    tasks.clear()
    choices.source.value = { path, label }
    choices.format.value = undefined
    choices.mapping.value = {}
    choices.goldenName.value = ''
    choices.newName.value = isDemo ? nameFor(label) : undefined
    choices.clashes.value = { sameName: 'auto', goldenSets: 'both', layers: 'keep' }
    choices.step.value = 'preview'
    await look(dir, choices, tasks)
  }

  async function takeFiles(files: readonly ChosenFile[]): Promise<void> {
    if (!files.length) return
    const path = await tasks.reading.run(files)
    if (path) await takePath(path, labelOf(files))
  }

  function back(): void {
    tasks.clear()
    choices.source.value = undefined
    choices.step.value = 'choose'
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
    takeFiles,
    look: () => look(dir, choices, tasks),
    doImport,
    back,
  }
}

export type ImportState = ReturnType<typeof useImport>
