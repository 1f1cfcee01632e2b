import type { DecisionKind, Places } from '../app/context'
import { CORE_DECISIONS, EDITS } from '../app/undo/core-decisions'
import { CORE_RULES, mostSevereFirst } from '../authoring/lint/registry'
import type { LintRule } from '../authoring/lint/rule'
import { ToDoKind } from '../contract/to-do'
import type { Feature } from './feature'
import { joinById } from './join-by-name'
import * as features from './registry'

const all = Object.values<Feature>(features)

/** What features add of one kind, by their names. */
const ofEach = <Added>(added: (feature: Feature) => readonly Added[]) =>
  Object.fromEntries(
    Object.entries<Feature>(features).map(([name, feature]) => [name, added(feature)]),
  )

const lintRules = joinById<LintRule>('lint rule', {
  ...ofEach(({ lintRules = [] }) => lintRules),
  'the core': CORE_RULES,
})

const toDo = joinById(
  'kind of things to do',
  ofEach(({ toDo: added }) => (added ? [added] : [])),
  ToDoKind.options,
)

const decisions = joinById<DecisionKind>(
  'kind of decisions',
  { 'the core': CORE_DECISIONS, ...ofEach(({ decisions: added = [] }) => added) },
  [EDITS],
)

/** What features put at places of the core, in the order of their names. */
export const places: Places = {
  lintRules: mostSevereFirst(lintRules),
  reportSections: all.flatMap(({ reportSection }) => reportSection ?? []),
  toDo,
  decisions,
  addresses: joinById(
    'kind of address',
    ofEach(({ addresses = [] }) => addresses),
  ),
  verdicts: all.flatMap(({ verdict }) => verdict ?? []),
  afterImport: all.flatMap(({ afterImport }) => afterImport ?? []),
}
