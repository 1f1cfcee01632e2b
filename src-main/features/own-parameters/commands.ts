import { z } from 'zod'
import type { ActionAnswer } from '../actions'
import { Dir } from '../../contract/workspace'
import { ruleText } from '../../domain/tool/own-parameters'
import { typedValue } from './shared/typed-value'
import { asks, command, itsChange, type CommandGroup } from '../../hosts/cli/command'
import { plainText, tableText } from '../../hosts/cli/print-table'

const WHICH = {
  of: z.string().describe('the tools, by their ids: * stands for any characters'),
  parameter: z.string().describe('the parameter'),
}

const parameters: CommandGroup = {
  summary: 'parameters that agents are not shown: list, hide, pin to a value, show again',
  byDefault: 'list',
  commands: {
    list: asks('parameters.list', { print: listed }),
    hide: asks('parameters.hide', {
      args: ['of', 'parameter'],
      print: ({ rule }) => [`Agents see no more: ${plainText(ruleText(rule))}.`],
      undo: itsChange,
    }),
    pin: command({
      summary: 'put a value into calls in the place of the agent',
      args: ['of', 'parameter', 'value'],
      input: { dir: Dir, ...WHICH, value: z.string().describe('the value, as JSON or as text') },
      run: (session, { value, ...which }) =>
        session.request('parameters.pin', { ...which, value: typedValue(value) }),
      print: ({ rule }) => [`Pegboard puts in: ${plainText(ruleText(rule))}.`],
      undo: itsChange,
    }),
    show: asks('parameters.show', {
      args: ['of', 'parameter'],
      print: ({ rule }) => [
        `Agents see again: “${plainText(rule.parameter)}” of ${plainText(rule.of)}.`,
      ],
      undo: itsChange,
    }),
  },
}

function listed({ rules, common, tokenizer }: ActionAnswer<'parameters.list'>): string[] {
  const told = rules.map((rule) => [
    plainText(ruleText(rule)),
    String(rule.tools),
    String(rule.tokens),
  ])
  const shared = common.map(({ of, parameter, tools, among, requiredBy, tokens }) => [
    plainText(of),
    plainText(parameter),
    `${tools} of ${among}`,
    String(requiredBy),
    String(tokens),
  ])
  return [
    ...(rules.length === 0
      ? ['Agents are shown every parameter.']
      : [tableText(['Not shown', 'Tools', 'Tokens each'], told)]),
    ...(common.length === 0
      ? []
      : [
          '',
          'Shared by many tools of a server:',
          tableText(['Tools', 'Parameter', 'Have it', 'Require it', 'Tokens each'], shared),
        ]),
    `Tokens by ${tokenizer}.`,
  ]
}

export const commands = { parameters }
