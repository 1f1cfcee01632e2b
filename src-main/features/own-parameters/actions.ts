import { z } from 'zod'
import { action } from '../../app/action'
import type { AppContext } from '../../app/context'
import { changeRecordsUndoably } from '../../app/editing/undoable-records'
import { distinctFaults } from '../../app/requests/argument-faults'
import { mendedArguments } from '../../app/requests/mended-arguments'
import type { Catalog } from '../../app/workspaces/catalog'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { ParameterRule, parameterRuleKey } from '../../domain/tool/parameter-rule'
import { ruleText } from '../../domain/tool/own-parameters'
import { JsonValue, type CatalogTool } from '../../domain/tool/tool'
import { shownText } from '../../domain/value/shown-text'
import { commonParameters, requires, ruleRows, toolsOf } from './common'
import type { ParametersAnswer } from './shared/answers'

const Which = ParameterRule.omit({ value: true }).extend({
  of: ParameterRule.shape.of.describe('the tools, by their ids: * stands for any characters'),
  parameter: ParameterRule.shape.parameter.describe('the parameter, by its name'),
})
/** Whether it fits its tools is read off their schemas. */
const Value = z.custom<JsonValue>((value) => JsonValue.safeParse(value).success, 'must be JSON')
/** Rules that a workspace keeps at most. */
const MOST_RULES = 1_000

export const ownParametersActions = {
  'parameters.list': action({
    summary: 'Parameters that agents are not shown, and those that many tools of a server share',
    input: z.object({ dir: Dir }),
    run: list,
  }),
  'parameters.hide': action({
    summary: 'Show agents a parameter no more: the tools are called without it',
    input: Which.extend({ dir: Dir }),
    run: (context, { dir, ...rule }) => put(context, dir, rule),
  }),
  'parameters.pin': action({
    summary: 'Put a value into calls in the place of the agent, who is not shown the parameter',
    input: Which.extend({ dir: Dir, value: Value.describe('the value') }),
    run: (context, { dir, ...rule }) => put(context, dir, rule),
  }),
  'parameters.show': action({
    summary: 'Show agents a parameter again that was hidden or pinned',
    input: Which.extend({ dir: Dir }),
    run: show,
  }),
}

async function list(context: AppContext, { dir }: { dir: string }): Promise<ParametersAnswer> {
  const session = await context.sessions.of(dir)
  const rules = await session.parameterRules()
  const { tokenCounter } = context
  const tokensOf = (text: string): number => tokenCounter.count(text).tokens
  return session.withCatalog(async (catalog) => ({
    rules: ruleRows(catalog, rules, tokensOf),
    common: commonParameters(catalog, rules, tokensOf),
    tokenizer: tokenCounter.tokenizer,
  }))
}

async function put(context: AppContext, dir: string, asked: ParameterRule) {
  const session = await context.sessions.of(dir)
  return changeRecordsUndoably(session, async () => {
    const rule = fitting(await session.catalog(), asked)
    const { parameterRules } = await session.store.read('parameterRules')
    const others = parameterRules.filter(
      (each) => parameterRuleKey(each) !== parameterRuleKey(rule),
    )
    if (others.length >= MOST_RULES) {
      const message = `A workspace hides and pins ${MOST_RULES} parameters at most.`
      throw new Problem('bad-input', message, 'Use patterns, such as server/*.')
    }
    const what = `${rule.value === undefined ? 'Hid' : 'Pinned'} a parameter: ${ruleText(rule)}`
    return { change: { parameterRules: { put: [rule] } }, what, answer: { rule } }
  })
}

async function show(
  { sessions }: AppContext,
  { dir, ...which }: { dir: string; of: string; parameter: string },
) {
  const session = await sessions.of(dir)
  return changeRecordsUndoably(session, async () => {
    const { parameterRules } = await session.store.read('parameterRules')
    const rule = parameterRules.find((each) => parameterRuleKey(each) === parameterRuleKey(which))
    if (!rule) {
      const message = `“${shownText(which.parameter)}” of ${shownText(which.of)} is neither hidden nor pinned.`
      throw new Problem('not-found', message, 'pegboard parameters lists what is.')
    }
    const change = { parameterRules: { remove: [parameterRuleKey(rule)] } }
    return { change, what: `Showed a parameter again: ${ruleText(rule)}`, answer: { rule } }
  })
}

/**
 * A rule as it can be kept: a value that was written as text is read as the parameter asks.
 * @throws Problem `bad-input` where no tool has the parameter, or a call could not fit any more.
 */
function fitting(catalog: Catalog, rule: ParameterRule): ParameterRule {
  const tools = toolsOf(catalog, rule)
  const named = `“${shownText(rule.parameter)}”`
  if (tools.length === 0) {
    throw new Problem(
      'bad-input',
      `No tool that “${shownText(rule.of)}” means has a parameter ${named}.`,
      'Write the id of a tool, or a pattern such as server/*. pegboard parameters lists what many tools share.',
    )
  }
  const { value } = rule
  if (value === undefined) {
    const needing = tools.filter((entry) => requires(entry, rule.parameter))
    const [first] = needing
    if (!first) return rule
    throw new Problem(
      'bad-input',
      `${named} is required by ${needing.length} of these tools, such as ${first.tool.id}: without it no call would fit.`,
      'Pin it to a value instead, or name the tools that do not require it.',
    )
  }
  const values = tools.map((entry) => valueFor(entry, rule.parameter, value))
  return { ...rule, value: values[0] }
}

function valueFor({ tool }: CatalogTool, parameter: string, value: JsonValue): JsonValue {
  const schema = { ...tool.parameters, required: [] }
  const { arguments: read, faults, unchecked } = mendedArguments(schema, { [parameter]: value })
  const why =
    unchecked ?? distinctFaults(faults).map(({ path, why }) => `${path || 'it'} ${why}`)[0]
  if (why === undefined) return read[parameter] as JsonValue
  throw new Problem(
    'bad-input',
    `The value does not fit “${shownText(parameter)}” of ${tool.id}: ${why}.`,
    'Pin a value that each of the tools takes, or name fewer tools.',
  )
}
