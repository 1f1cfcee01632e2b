import type { z } from 'zod'
import type { Action } from '../app/action'
import type {
  AddressKind,
  DecisionKind,
  ReportSection,
  SayOfImport,
  SayOfPairs,
  ToDoSource,
} from '../app/context'
import type { LintRule } from '../authoring/lint/rule'
import type { Recipe } from '../pipeline/recipes/recipe'

/**
 * What a feature adds to the core. Its commands of the terminal stand in `commands.ts`, its panels
 * in `src-renderer/features/`.
 */
export interface Feature {
  /** What can be asked of it, by name. */
  actions?: Readonly<Record<string, Action<z.ZodObject, unknown>>>
  /** Ways of picking tools that it adds, in the order people are offered them. */
  recipes?: readonly Recipe[]
  /** Rules of lint that it adds. */
  lintRules?: readonly LintRule[]
  /** What a report says of it. */
  reportSection?: ReportSection
  /** What it reads from addresses that are followed, beside MCP servers. */
  addresses?: readonly AddressKind[]
  /** What it says after a verdict on runs, in a terminal. */
  verdict?: SayOfPairs
  /** What it says after what an import does, or did, in a terminal. */
  afterImport?: SayOfImport
  /** What it finds that asks for a decision. */
  toDo?: ToDoSource
  /** Kinds of proposals that it adds: what was decided of them can be taken back. */
  decisions?: readonly DecisionKind[]
}
