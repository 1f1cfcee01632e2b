import { z } from 'zod'
import { AgentOutcome, AgentRun } from '../agent/run'
import { ServerText } from '../catalog/server-text'
import { findingKey, RuleSwitch, SetAsideFinding } from '../catalog/lint'
import { Source } from '../catalog/source'
import { notInWorkspace, type Problem } from '../problem'
import { EdgeLook, EdgeProposal } from '../proposal/edge'
import { EdgeDecision, edgeKey } from '../proposal/edge-decision'
import { EnhancedTool } from '../proposal/enhanced-tool'
import { TextProposal } from '../proposal/text'
import { Bundle } from '../query/bundle'
import { GOLDEN_SETS, GoldenQuery } from '../query/golden-set'
import { GoldenUse } from '../query/set-use'
import { WrittenQuery } from '../query/written-query'
import { OwnRecipe } from '../recipe/choice'
import { FieldWeightsRecord } from '../recipe/field-weights'
import { byNewest } from '../run/newest'
import { GoldenSetSummary, QueryOutcome, Run, summaryOf } from '../run/run'
import { ParameterRule, parameterRuleKey } from '../tool/parameter-rule'
import { StandardFieldsRecord } from '../tool/standard-fields'
import { JsonObject, Tool, ToolLayer } from '../tool/tool'
import { ChangeRecord, Replaced } from './change'
import { PromptWording } from './prompt-wording'

/** A table: its name, the column of keys, and the column that holds each row's value as JSON. */
export interface RecordTable {
  name: string
  key: string
  value: string
}

/**
 * A kind of record that a workspace keeps. Everything that commits, reads, migrates, copies and
 * exports records goes by this entry alone. `Head` is a record without its members, `Listed` what
 * reading the kind gives of each record.
 */
export interface RecordKind<Head, Key extends string, Listed, Field extends string, Member> {
  /** One of them, in messages. */
  called: string
  /** How a damaged table is filled again: the end of "create a new workspace and …". */
  remake: string
  schema: z.ZodType<Head>
  key(head: Head): Key
  /** The order of reading; without it, by key. */
  order?(a: Listed, b: Listed): number
  /** Whether it stays in its folder: no archive and no duplicate holds it. */
  staysHere?: boolean
  /**
   * Whether those that can be read are there where a file of their table is damaged, and can be
   * written; else none are.
   */
  readInPart?: boolean
  /** Where what is listed is kept: the table of the records themselves, or a summary of each. */
  listed: RecordTable | ListedSummary<Head & Record<Field, Member[]>, Listed>
  /**
   * The field that holds a long list. It is kept in rows of its own, in order, and read for one
   * record at a time.
   */
  members?: {
    field: Field
    schema: z.ZodType<Member>
    table: RecordTable
    /** What to do when the record is not there. */
    absent: string
  }
}

interface ListedSummary<Item, Listed> {
  schema: z.ZodType<Listed>
  of(item: Item): Listed
}

const kind = <
  Head,
  Key extends string,
  Listed = Head,
  Field extends string = never,
  Member = never,
>(
  entry: RecordKind<Head, Key, Listed, Field, Member>,
) => entry

/** Every kind of record, in the order a commit writes them. */
export const RECORD_KINDS = {
  tools: kind({
    called: 'tool',
    remake: 'import the catalog',
    schema: Tool,
    key: ({ id }) => id,
    listed: { name: 'tools', key: 'id', value: 'tool' },
  }),
  /** Where tools come from. May name tools that are gone. */
  sources: kind({
    called: 'source',
    remake: 'add the sources again',
    schema: Source,
    key: ({ name }) => name,
    listed: { name: 'sources', key: 'name', value: 'source' },
  }),
  /** May be there without their tool: they wait for it to come back with an import. */
  layers: kind({
    called: 'author’s layer',
    remake: 'write the author’s layers',
    schema: ToolLayer,
    key: ({ tool }) => tool,
    listed: { name: 'layers', key: 'tool', value: 'layer' },
  }),
  /** May be there without any tool of theirs, as layers. */
  servers: kind({
    called: 'description of a server',
    remake: 'describe the servers again',
    schema: ServerText,
    key: ({ server }) => server,
    listed: { name: 'servers', key: 'server', value: 'text' },
  }),
  /** May be there without their tool, as layers: they count again when it comes back as it was. */
  standardFields: kind({
    called: 'standardised tool document',
    remake: 'standardise the tools again',
    schema: StandardFieldsRecord,
    key: ({ tool }) => tool,
    listed: { name: 'standard_fields', key: 'tool', value: 'fields' },
  }),
  /**
   * May be there without their tools, as layers: a rejected edge stays rejected when the tool comes
   * back.
   */
  edgeDecisions: kind({
    called: 'decision on a proposed edge',
    remake: 'look through the proposed edges again',
    schema: EdgeDecision,
    key: ({ from, on }) => edgeKey(from, on),
    listed: { name: 'edge_decisions', key: 'edge', value: 'decision' },
  }),
  /**
   * The last look for edges alone, under its own id: whoever agreed to the proposals of another one
   * is told. What was decided of them is kept as decisions, so one that cannot be read is no loss:
   * it is looked for again. Proposals may be there without their tools.
   */
  edgeLooks: kind({
    called: 'look for edges',
    remake: 'look for edges again',
    readInPart: true,
    schema: EdgeLook,
    key: ({ id }) => id,
    order: (a: EdgeLook, b: EdgeLook) => byText(b.at, a.at) || byText(a.id, b.id),
    listed: { name: 'edge_looks', key: 'id', value: 'look' },
    members: {
      field: 'proposals',
      schema: EdgeProposal,
      table: { name: 'proposed_edges', key: 'look', value: 'proposal' },
      absent: 'Another one took its place: look at the proposals as they are now.',
    },
  }),
  /** May be there without their tools, as layers. Oldest first. */
  textProposals: kind({
    called: 'proposed text',
    remake: 'have texts proposed again',
    schema: TextProposal,
    key: ({ id }) => id,
    order: (a: TextProposal, b: TextProposal) => byText(a.at, b.at) || byText(a.id, b.id),
    listed: { name: 'text_proposals', key: 'id', value: 'proposal' },
  }),
  /**
   * May be there without their tools, as layers: what was asked of them is not asked again when
   * they come back as they were.
   */
  enhancedTools: kind({
    called: 'record of what a model was asked of a tool',
    remake: 'have texts proposed again',
    schema: EnhancedTool,
    key: ({ tool }) => tool,
    listed: { name: 'enhanced_tools', key: 'tool', value: 'asked' },
  }),
  /** May be there without their tools. In the order they were drawn. */
  writtenQueries: kind({
    called: 'written query',
    remake: 'have golden queries written again',
    schema: WrittenQuery,
    key: ({ id }) => id,
    order: (a: WrittenQuery, b: WrittenQuery) =>
      byText(a.at, b.at) || a.place - b.place || byText(a.id, b.id),
    listed: { name: 'written_queries', key: 'id', value: 'query' },
  }),
  /** The lint rules that are switched off. */
  ruleSwitches: kind({
    called: 'switch of a lint rule',
    remake: 'switch the rules off again',
    schema: RuleSwitch,
    key: ({ rule }) => rule,
    listed: { name: 'rule_switches', key: 'rule', value: 'switch' },
  }),
  /**
   * May be there without their tools, or for a text that has changed: then they hold for nothing.
   */
  setAsideFindings: kind({
    called: 'finding set aside',
    remake: 'set the findings aside again',
    schema: SetAsideFinding,
    key: (finding: SetAsideFinding) => findingKey(finding),
    listed: { name: 'set_aside_findings', key: 'finding', value: 'set_aside' },
  }),
  /** What of tools agents are not shown. May mean no tool. */
  parameterRules: kind({
    called: 'hidden or pinned parameter',
    remake: 'hide and pin the parameters again',
    schema: ParameterRule,
    key: (rule: ParameterRule) => parameterRuleKey(rule),
    listed: { name: 'parameter_rules', key: 'rule', value: 'parameter_rule' },
  }),
  goldenSets: kind({
    called: GOLDEN_SETS.called,
    remake: 'import the golden sets',
    schema: z.object({ name: z.string().min(1) }),
    key: ({ name }) => name,
    listed: { schema: GoldenSetSummary, of: summaryOf },
    members: {
      field: 'queries',
      schema: GoldenQuery,
      table: { name: 'golden_queries', key: 'golden_set', value: 'query' },
      absent: GOLDEN_SETS.absent,
    },
  }),
  /**
   * May be there without their set: one that is deleted and imported again is still the test set
   * that it was.
   */
  goldenUses: kind({
    called: 'use of a golden set',
    remake: 'say again which golden sets are test sets',
    schema: GoldenUse,
    key: ({ set }) => set,
    listed: { name: 'golden_uses', key: 'golden_set', value: 'use' },
  }),
  bundles: kind({
    called: 'bundle',
    remake: 'import the bundles',
    schema: Bundle,
    key: ({ id }) => id,
    listed: { name: 'bundles', key: 'id', value: 'bundle' },
  }),
  prompts: kind({
    called: 'wording of a prompt',
    remake: 'word the prompts again',
    schema: PromptWording,
    key: ({ prompt }) => prompt,
    listed: { name: 'prompts', key: 'prompt', value: 'wording' },
  }),
  /** What fields count: those learned here first, the newest of them before others. */
  fieldWeights: kind({
    called: 'weights of fields',
    remake: 'learn the weights again',
    schema: FieldWeightsRecord,
    key: ({ name }) => name,
    order: (a: FieldWeightsRecord, b: FieldWeightsRecord) =>
      byText(b.learning?.learnedAt ?? '', a.learning?.learnedAt ?? '') || byText(a.name, b.name),
    listed: { name: 'field_weights', key: 'name', value: 'weights' },
  }),
  ownRecipes: kind({
    called: 'recipe of its own',
    remake: 'save your recipes',
    schema: OwnRecipe,
    key: ({ name }) => name,
    listed: { name: 'own_recipes', key: 'name', value: 'recipe' },
  }),
  /** Newest first. */
  runs: kind({
    called: 'run',
    remake: 'evaluate',
    readInPart: true,
    schema: Run,
    key: ({ id }) => id,
    order: (a: Run, b: Run) => byNewest(a, b) || byText(a.id, b.id),
    listed: { name: 'runs', key: 'id', value: 'run' },
    members: {
      field: 'outcomes',
      schema: QueryOutcome,
      table: { name: 'outcomes', key: 'run', value: 'outcome' },
      absent: 'It may have been removed: look at the list of runs.',
    },
  }),
  /** What earlier programs kept, as they wrote it: nothing reads it, and none is lost. */
  experiments: kind({
    called: 'experiment',
    remake: 'measure again',
    readInPart: true,
    schema: z.looseObject({ id: z.string() }),
    key: ({ id }) => id,
    listed: { name: 'experiments', key: 'id', value: 'experiment' },
  }),
  /** Newest first. */
  agentRuns: kind({
    called: 'agent run',
    remake: 'measure the agent again',
    readInPart: true,
    schema: AgentRun,
    key: ({ id }) => id,
    order: (a: AgentRun, b: AgentRun) => byText(b.startedAt, a.startedAt) || byText(a.id, b.id),
    listed: { name: 'agent_runs', key: 'id', value: 'run' },
    members: {
      field: 'outcomes',
      schema: AgentOutcome,
      table: { name: 'agent_outcomes', key: 'run', value: 'outcome' },
      absent: 'It may have been removed: look at the list of agent runs.',
    },
  }),
  /**
   * Answers that earlier programs saved with their traces. Nothing shows or writes them; they are
   * kept as they are.
   */
  traces: kind({
    called: 'saved trace',
    remake: 'ask the queries again',
    schema: z.looseObject({ id: z.string().min(1) }),
    key: ({ id }) => id,
    listed: { name: 'traces', key: 'id', value: 'trace' },
    members: {
      field: 'steps',
      schema: JsonObject,
      table: { name: 'trace_steps', key: 'trace', value: 'step' },
      absent: 'It may have been removed.',
    },
  }),
  /**
   * The last edits by hand. What a person removed is gone from what they give away; logged queries
   * are not kept here, so that they are gone from the disk.
   */
  changes: kind({
    called: 'change',
    remake: 'make the changes again',
    readInPart: true,
    staysHere: true,
    schema: ChangeRecord,
    key: ({ name }) => name,
    order: (a: ChangeRecord, b: ChangeRecord) => a.number - b.number || byText(a.name, b.name),
    listed: { schema: ChangeRecord, of: (change) => ChangeRecord.parse(change) },
    members: {
      field: 'replaced',
      schema: Replaced,
      table: { name: 'replaced', key: 'change', value: 'replaced' },
      absent: 'It is too long ago.',
    },
  }),
}

export type AnyRecordKind = RecordKind<unknown, string, unknown, string, unknown>
export type AnyRecordKinds = Record<string, AnyRecordKind>
export type RecordKinds = typeof RECORD_KINDS

type Parts<Kind> =
  Kind extends RecordKind<infer Head, infer Key, infer Listed, infer Field, infer Member>
    ? { head: Head; key: Key; listed: Listed; field: Field; member: Member }
    : never

/** A whole record: its head and, where it has any, its members. */
export type RecordOf<Kind> = Parts<Kind>['head'] &
  Record<Parts<Kind>['field'], Parts<Kind>['member'][]>
export type KeyOf<Kind> = Parts<Kind>['key']
export type ListedOf<Kind> = Parts<Kind>['listed']
export type MemberOf<Kind> = Parts<Kind>['member']

/** The names of the kinds whose records have members. */
export type KindWithMembers<Kinds> = {
  [Name in keyof Kinds & string]: [MemberOf<Kinds[Name]>] extends [never] ? never : Name
}[keyof Kinds & string]

/** The order in which records kept in a table are read. */
export const readingOrder =
  (kind: AnyRecordKind) =>
  (a: unknown, b: unknown): number =>
    kind.order?.(a, b) ?? byText(kind.key(a), kind.key(b))

/** The problem of a record that is named but not there. */
export const absentRecord = ({ called, members }: AnyRecordKind, key: string): Problem =>
  notInWorkspace(called, key, members?.absent)

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
