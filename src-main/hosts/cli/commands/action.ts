import { z } from 'zod'
import { actions, type ActionName } from '../../../features/actions'
import { inputSchema } from '../../../app/action'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { command } from '../command'
import { jsonArgument } from '../json-argument'
import { tableText } from '../print-table'
import type { CommandSession } from '../session'

const ACTION_FLAGS = {
  name: z.string().optional().describe('such as golden.tag; left out: all are listed'),
  dir: Dir.optional().describe('the workspace, where it takes one'),
  input: z.string().optional().meta({
    title: 'json',
    description: 'what else it takes: a JSON object, or a file that holds one',
  }),
  schema: z.boolean().optional().describe('only print what it takes, as JSON Schema'),
}
type ActionFlags = { [Flag in keyof typeof ACTION_FLAGS]: z.output<(typeof ACTION_FLAGS)[Flag]> }

/**
 * `action`: whatever the window can ask of the app, for scripts and for what has no command of its
 * own.
 */
export const action = command({
  summary: 'run any action that the window has, and print its answer as JSON; or list them',
  note: 'Files that an action offers, and edits that can be undone by their name, last only as long as the program\nthat made them. To write a file, use pegboard export.',
  args: ['name'],
  input: ACTION_FLAGS,
  asksModels: true,
  run: (session, given): unknown => {
    if (given.name === undefined) return summaries()
    const known = knownAction(given.name)
    return given.schema ? schemaOf(known) : runAction(session, known, given)
  },
  print: (answer, { name }) =>
    name === undefined
      ? tableText(['action', 'what it does'], Object.entries(summaries()))
      : (JSON.stringify(answer, undefined, 2) ?? []),
})

const summaries = (): Record<string, string> =>
  Object.fromEntries(Object.entries(actions).map(([name, { summary }]) => [name, summary]))

function knownAction(name: string): ActionName {
  if (Object.hasOwn(actions, name)) return name as ActionName
  throw new Problem(
    'bad-input',
    `There is no action “${name}”.`,
    'Run pegboard action to see what there is.',
  )
}

function schemaOf(name: ActionName): object {
  const { summary, input } = actions[name]
  return { title: name, description: summary, ...inputSchema(input) }
}

async function runAction(session: CommandSession, name: ActionName, { dir, input }: ActionFlags) {
  const given = input === undefined ? {} : await jsonArgument(session, input, 'what it takes')
  // What is given is checked where it is run, as all that comes from outside is.
  return session.request(name, { ...given, ...(dir !== undefined && { dir }) })
}
