import type { LintRule } from '../authoring/lint/rule'
import type { ChangeRow, UndoneAnswer } from '../contract/changes'
import type { ImportCommitAnswer, Outcome } from '../contract/import'
import type { FeatureItem } from '../contract/to-do'
import type { Simulated } from '../domain/recipe/simulated'
import type { Run } from '../domain/run/run'
import type { PairInVerdict } from '../domain/run/verdict'
import type { ToolId } from '../domain/tool/tool'
import type { Markup } from '../exporting/html'
import type { Fetched } from '../ports/addresses'
import type { LocalFile } from '../ports/local-files'
import type { Catalog } from './workspaces/catalog'
import type { Session } from './workspaces/session'
import type { App, Call } from './app'
import type { Indexings } from './indexings'
import type { AppPorts } from './ports'
import type { Exports } from './requests/exports'
import type { Sessions } from './workspaces/sessions'

/** What actions work with. */
export interface AppContext extends AppPorts {
  /** What features add to what actions of the core answer. */
  places: Places
  sessions: Sessions
  exports: Exports
  indexings: Indexings
  /** Tells everyone something about the workspace in `dir`. */
  notify: (dir: string, text: string) => void
  /**
   * Tells everyone that what an action answers of the workspace in `dir` is another by now, without
   * a commit.
   */
  outdate: (dir: string, action: string) => void
  /** Asks as a host does: for whoever asks by a way that an action opened. */
  dispatch: App['dispatch']
  /**
   * Has this done when the app closes, before its workspaces are, such as ending programs that it
   * started.
   */
  onClose: (close: () => Promise<void>) => void
}

/** Where a feature looks at a workspace. */
export interface WorkspacePlace {
  context: AppContext
  session: Session
  catalog: Catalog
  dir: string
  call: Call
}

/** Something of a tool that asks for a decision. */
export interface FoundToDo extends Pick<FeatureItem, 'text' | 'lines' | 'basis'> {
  /** How much of it. */
  count: number
  /** The same in a few words. */
  short: string
}

/** A kind of things to decide that a feature finds. */
export interface ToDoSource {
  /** By which a list is narrowed to it. */
  id: string
  /** What people call it. */
  title: string
  /** How it is decided in the terminal. */
  how: string
  find(place: WorkspacePlace): Promise<ReadonlyMap<ToolId, FoundToDo>>
}

/** A kind of proposals: how what was decided of them at once is listed, and taken back. */
export interface DecisionKind {
  /** By which the last decision of the kind is named. */
  id: string
  rows(session: Session): Promise<ChangeRow[]>
  undo(session: Session, change: string): Promise<UndoneAnswer>
}

/** What can be followed at an address, beside MCP servers. */
export interface AddressKind {
  /** By which a source names it, as `as`. */
  id: string
  /** What people call it: “document”. */
  title: string
  /**
   * Makes of what an address gives what would be imported from files.
   * @param address as it is written: what is filled in there is not shown
   * @param get asks the address, or another of the same origin, with what is sent along
   * @throws Problem where it is nothing that can be read.
   */
  read(
    address: string,
    get: (url?: string) => Promise<Fetched>,
  ): Promise<{ files: LocalFile[]; options?: { format?: string; server?: string } }>
}

/** A section of a report. */
export interface ReportSection {
  /** What people call it. */
  title: string
  /** Below what of the report it stands. */
  below: 'decision' | 'measures'
  /** Gives nothing where there is nothing to say. */
  write(
    place: Pick<WorkspacePlace, 'context' | 'dir' | 'call'>,
    about: ReportedRuns,
  ): Promise<Markup | undefined>
}

/** What a report is about. */
interface ReportedRuns {
  runs: readonly Run[]
  /** What the report calls a run, by its id. */
  nameOf(run: string): string
  /** Those that are held against the baseline, by the names that the report gives them. */
  pairs: readonly PairInVerdict[]
  k: number | undefined
}

/** Where a verdict on runs is said. */
interface VerdictPlace {
  k: number | undefined
  /** What a recipe stands for, by its id. */
  simulatedBy: (recipe: string) => Simulated | undefined
}

/** What is said after a verdict on runs beside a baseline, in lines. */
export type SayOfPairs = (pairs: readonly PairInVerdict[], at: VerdictPlace) => string[]

/** What is said after what an import does, or did, in lines. */
export type SayOfImport = (imported: Outcome & Pick<ImportCommitAnswer, 'offersEdges'>) => string[]

/** What features put at places of the core. */
export interface Places {
  /** Every rule of lint, the most severe first; of one severity, those of features first. */
  lintRules: readonly LintRule[]
  reportSections: readonly ReportSection[]
  toDo: readonly ToDoSource[]
  /** Every kind of proposals that is decided, the core’s first. */
  decisions: readonly DecisionKind[]
  addresses: readonly AddressKind[]
  verdicts: readonly SayOfPairs[]
  afterImport: readonly SayOfImport[]
}
