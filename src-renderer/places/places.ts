import { h, inject, type Component, type InjectionKey, type Ref, type VNodeChild } from 'vue'
import type { RecipeInfo } from '../../src-main/contract/query'
import type { ProblemReport, Progress } from '../../src-main/contract/reply'
import type { AdviceTarget } from '../../src-main/domain/run/advice'
import type { Variant } from '../../src-main/domain/experiment/plan'
import type { CatalogTool, JsonObject, ToolId } from '../../src-main/domain/tool/tool'
import type { Tier } from '../../src-main/domain/query/tier'
import type { PaletteCommand } from '../components/palette-command'
import type { SectionInfo } from '../composables/useSections'
import type { PairInVerdict } from '../../src-main/domain/run/verdict'
import type { ActionAnswer, ActionInput, ActionName } from '../../src-main/features/actions'
import type { LabelledRun } from '../runs/run-charts'
import type { AddedSection, ToolSection } from '../tool/useToolSections'

/** The places of views that features fill, each with what stands there is given. */
export interface Places {
  /** Beside the ways to undo, above the tools of Catalog. */
  'catalog.bar': {
    dir: string
    /** Tools that are selected; none: all are meant. */
    ids: readonly ToolId[]
    /** Opens a tool at a part of its page. */
    show(tool: string, at: ToolSection): void
  }
  /** Buttons for the tools that are selected in Catalog, between the core's. */
  'catalog.selected': { ids: readonly ToolId[] }
  /** Buttons of an empty catalog, below the core's. */
  'catalog.empty': { dir: string }
  /** In the overview of a tool, below its golden queries. */
  'tool.overview': { dir: string; tool: ToolId }
  /** On the page of a tool whose edges were not looked for yet: a way to do so. */
  'tool.noEdges': { tool: string }
  /** Beside the ways to undo, above the tabs of Queries. */
  'queries.bar': { dir: string }
  /** Buttons where more golden queries are wanted. */
  'evaluation.moreQueries': {
    /** Before there is any set, below what is said of a set, beside what it cannot decide. */
    at: 'no set' | 'set' | 'unsure'
  }
  /** Beside how many logged queries a set was learned from. */
  'playground.learned': object
  /** Beside the ways to undo, above what is listed in Improve. */
  'improve.bar': {
    dir: string
    /** Opens a tool beside it. */
    show(tool: string): void
  }
  /** Where no text is proposed: how texts come to be proposed. */
  'improve.noTexts': object
  /** Said above what is to do, of searches of which agents took nothing. */
  'improve.untaken': { searches: number }
  /** Where edges were not looked for yet: what that does. */
  'improve.noEdges': object
  /** Ways to go on once a catalog was imported: each a text, and a button beside it. */
  'import.done': { imported: ActionAnswer<'import.commit'>; close(): void }
  /** Folds below how agents are connected. */
  'serve.connect': { dir: string; isPublished: boolean }
  /** Rows below those of models. */
  'settings.general': object
  /** Below what is said of a run and k that are chosen, where they are chosen and kept. */
  'choice.figures': {
    dir: string
    /** The run, by its id. */
    run: string
    /** None where its recipe decides how many tools there are. */
    k: number | undefined
  }
  /** Beside the choice of the price by which costs are told. */
  'evaluation.costs': object
  /** Folds of what is looked up now and then below a decision. */
  'evaluation.details': {
    dir: string
    recipes: RecipeInfo[]
    /** Those that are shown together; none where nothing is measured. */
    runs: readonly LabelledRun[]
    /** The chosen one of them. */
    run: LabelledRun | undefined
    /** The k on show; none where recipes decide k themselves. */
    k: number | undefined
    /** The kind of requests that is looked at alone, and why it cannot be. */
    tier: Tier | undefined
    tierProblem: ProblemReport | undefined
    lookAtTier(tier: Tier | undefined): void
    /** The most tools a provider takes. */
    providerLimit: number
    /** The runs on show beside the baseline. */
    pairs: readonly PairInVerdict[]
    measuring: Measuring
  }
  /** Beside the options of a recipe. */
  'recipe.options': {
    recipe: RecipeInfo
    /** Which of several it is, to tell their buttons apart. */
    of: string
    setOptions(change: (options: JsonObject) => JsonObject): void
  }
  /** Over whatever is on show. */
  'window.dialogs': { dir: string }
  /** Below a recipe that is set to be measured. */
  'evaluation.choice': {
    recipe: RecipeInfo
    options: JsonObject
    /** Its place among them, from 1. */
    number: number
    /** Whether it can be measured now. */
    ready: boolean
    /** Measures these on what is set, with the whole catalog. */
    measure: (variants: Variant[]) => Promise<void>
    /** Opens a fold of the details, and scrolls to it. */
    showDetail: (title: string) => void
  }
}

/** How a feature has recipes measured beside those on show. */
export interface Measuring {
  /** Whether an evaluation is under way. */
  isRunning: boolean
  /** Why the test set is measured on now, which has to be said; nothing of a development set. */
  reason: string | undefined
  giveReason(reason: string): void
  start(input: Omit<ActionInput<'evaluation.run'>, 'dir' | 'why'>): Promise<void>
}

/** What a decision is about. */
export interface DecisionShown {
  dir: string
  /** Those that are shown together. */
  runs: readonly LabelledRun[]
  /** What the others are held against. */
  baseline: LabelledRun | undefined
  /** The run that is chosen, by its id. */
  run: string | undefined
  /** The k on show; none where recipes decide k themselves. */
  k: number | undefined
  /** What is wanted; undefined as long as nobody says it. */
  target: AdviceTarget | undefined
}

/** What a feature does with a decision, at a button beside it. */
export interface DecisionAction {
  title: string
  icon: Component
  /** What is said while there is no progress yet. */
  waiting: string
  use(shown: () => DecisionShown): {
    running: Readonly<Ref<boolean>>
    progress: Readonly<Ref<Progress | undefined>>
    problem: Readonly<Ref<ProblemReport | undefined>>
    start(): void
    stop(): void
  }
}

/** An answer of the Playground that is looked at, and what was asked. */
export interface AnswerShown {
  dir: string
  answer: ActionAnswer<'query.run'>
  asked: { recipe: string; options: JsonObject; embedder?: string }
  /** The recipe that was asked; undefined as long as recipes are not known. */
  recipe: RecipeInfo | undefined
  /** The tool whose card is open. */
  selected: ToolId | undefined
  select(tool: ToolId): void
}

/** A tab that a feature adds to an answer of the Playground, once it is asked for. */
export interface AnswerTab {
  /** Other tabs and commands of the menu have other ids. */
  id: string
  title: string
  /** What asks for it in the menu of the answer. */
  inMenu: string
  /** Where two answers stand side by side: what the choice between them is called. */
  whose: string
  /** Made once in the setup of the panel of the answer; gives what is drawn. */
  use(shown: () => AnswerShown): () => VNodeChild
}

/** Something to choose in the menu of what is to do. */
export interface ToDoCommand {
  /** Other commands of the feature have other ids. */
  id: string
  label: string
  disabled?: boolean
  run(): unknown
}

/** How a feature looks for more that is to be decided, beside the list of it. */
export interface ToDoSearch {
  title: string
  /** Made once in the setup of the list. */
  use(dir: string): {
    /** In the menu, for the tools that are ticked, as far as they are in the catalog. */
    ofTicked(tools: readonly ToolId[]): ToDoCommand[]
    /** In the menu, for the whole catalog. */
    ofCatalog(): ToDoCommand[]
    /** Draws how far it is, and what it could not do. */
    progress(): VNodeChild
  }
}

type PlaceName = keyof Places

/** The sections to which features add tabs, each with what a tab is given. */
export interface TabPlaces {
  /** In the place of the table, beside which a tool is open. */
  catalog: {
    dir: string
    /** Whether there is no tool; false as long as that is not known. */
    isEmpty: boolean
    /** The tool that is open. */
    selected: string | undefined
    /** Opens a tool at a part of its page. */
    show(tool: string, at: ToolSection): void
    /** Goes to the table. */
    showTable(): void
  }
  /** After golden queries. */
  queries: { dir: string }
  /** After what is to do. */
  improve: {
    dir: string
    /** The tool that is open beside it. */
    selected: string | undefined
    /** Opens a tool at a part of its page. */
    show(tool: string, at: ToolSection): void
  }
}

/** Something that a feature puts at a place. */
export interface Panel<Given> {
  title: string
  hint?: string
  /** Left out: always. */
  isShown?(given: Given): boolean
  /** Draws what stands in it. */
  view(given: Given): VNodeChild
}

/** A tab that a feature adds to a section. */
export interface SectionTab<Given> extends Panel<Given> {
  /** Stands in the address. */
  id: string
  /** What the palette calls it. */
  inPalette: string
}

/** A part of a tool's page that a feature adds, below its edges. */
export interface AddedToolSection extends Panel<{ dir: string; entry: CatalogTool }> {
  id: AddedSection
  /** What is said of it while it is folded; made once in the setup of the page. */
  setup?(dir: string): {
    hint?(entry: CatalogTool): string
    /** Whether something in it is not saved. */
    isMarked?(entry: CatalogTool): boolean
  }
}

/** What a feature does with a tool, in the menu of its page. */
export interface ToolMenuItem {
  /** Other items of the feature have other ids. */
  id: string
  label: string
  icon: Component
  run(tool: ToolId): void
}

/** A section of the window, whose view is loaded when it is first shown. */
export interface SectionView extends Pick<SectionInfo, 'id' | 'title' | 'icon'> {
  load(): Promise<{ default: Component }>
}

/** What can be followed at an address beside MCP servers. */
export interface AddressOption {
  /** As a source names it. */
  id: string
  title: string
  /** What the field of the address asks for. */
  label: string
  placeholder: string
}

/** What a feature adds to the window. */
export interface WindowFeature {
  addresses?: readonly AddressOption[]
  /** Stand before Settings. */
  sections?: readonly SectionView[]
  tabs?: { readonly [Name in keyof TabPlaces]?: readonly SectionTab<TabPlaces[Name]>[] }
  toolSections?: readonly AddedToolSection[]
  /** Stand before the core's in the menu of a tool; made once in the setup of its page. */
  toolMenu?(): readonly ToolMenuItem[]
  /** Commands, made once in the setup of the window: they may use what components use. */
  palette?(): readonly PaletteCommand[]
  panels?: { readonly [Name in PlaceName]?: readonly Panel<Places[Name]>[] }
  decisionActions?: readonly DecisionAction[]
  answerTabs?: readonly AnswerTab[]
  toDoSearch?: ToDoSearch
  /** Actions whose answer changes without a commit: asked again whenever they come on show. */
  changing?: readonly ActionName[]
}

/** Provided with the app: the core's views import no feature. */
export const featuresKey: InjectionKey<readonly WindowFeature[]> = Symbol('features')

export const useFeatures = (): readonly WindowFeature[] => inject(featuresKey, [])

/** Where a fold of this title stands in the page. */
export const foldId = (title: string): string => `fold-${title.replaceAll(/\W+/g, '-')}`

/** What features put at a place, in the order of their names. */
export const usePlace = <Name extends PlaceName>(name: Name): Panel<Places[Name]>[] =>
  useFeatures().flatMap(({ panels }) => panels?.[name] ?? [])

/** Those that fit what is given. */
export const shownOf = <Given, Each extends Panel<Given>>(
  panels: readonly Each[],
  given: Given,
): Each[] => panels.filter(({ isShown }) => isShown?.(given) ?? true)

/** The tabs that features add to a section, in the order of their names. */
export const useSectionTabs = <Name extends keyof TabPlaces>(
  name: Name,
): SectionTab<TabPlaces[Name]>[] => useFeatures().flatMap(({ tabs }) => tabs?.[name] ?? [])

/** What a feature makes for a view; where that fails, the view goes on without it. */
function unlessFailing<Made>(make: () => Made): Made | undefined {
  try {
    return make()
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** The commands that features add, in the order of their names. */
export const useAddedCommands = (): PaletteCommand[] =>
  useFeatures().flatMap(({ palette }) => unlessFailing(() => palette?.()) ?? [])

/** What features add to the menu of a tool, in the order of their names. */
export const useAddedToolMenu = (): ToolMenuItem[] =>
  useFeatures().flatMap(({ toolMenu }, feature) =>
    (unlessFailing(() => toolMenu?.()) ?? []).map((item) => ({
      ...item,
      // Neither the core's items nor those of other features have it.
      id: `feature ${feature}: ${item.id}`,
    })),
  )

/** The parts of a tool's page that features add, in the order of their names. */
export const useAddedToolSections = (dir: string) =>
  useFeatures()
    .flatMap(({ toolSections = [] }) => toolSections)
    .map((panel) => {
      return { panel, ...unlessFailing(() => panel.setup?.(dir)) }
    })

/** What features do with an answer of the Playground, in the order of their names. */
export const useAnswerTabs = (): AnswerTab[] =>
  useFeatures().flatMap(({ answerTabs = [] }) => answerTabs)

/** Each of these as a panel; one that cannot be made says so where it would stand. */
export const useAnswerPanels = (shown: () => AnswerShown) =>
  useAnswerTabs().map(({ use, ...tab }) => {
    const view = unlessFailing(() => use(shown))
    const panel: Panel<AnswerShown> = {
      title: tab.title,
      view: view ?? (() => h('p', `“${tab.title}” failed. Load the window again.`)),
    }
    return { ...tab, panel }
  })

/** How features look for more to decide, in the order of their names. */
export const useToDoSearches = (dir: string) =>
  useFeatures().flatMap(({ toDoSearch }) => {
    const made = toDoSearch && unlessFailing(() => toDoSearch.use(dir))
    if (!toDoSearch || !made) return []
    const { title } = toDoSearch
    const named = (give: () => ToDoCommand[]): ToDoCommand[] =>
      (unlessFailing(give) ?? []).map((command) => ({ ...command, id: `${title}: ${command.id}` }))
    const panel: Panel<object> = { title, view: () => made.progress() }
    return [
      {
        panel,
        ofTicked: (tools: readonly ToolId[]) => named(() => made.ofTicked(tools)),
        ofCatalog: () => named(() => made.ofCatalog()),
      },
    ]
  })
