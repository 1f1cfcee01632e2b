import type { Command } from 'commander'
import { z } from 'zod'
import { actions, type ActionName } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { jsonArgument } from '../json-argument'
import { OLLAMA_OPTION } from '../ollama-option'
import { tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace?: string
  input?: string
  schema?: boolean
  json?: boolean
  ollama?: string
}

/** `action`: whatever the window can ask of the app, for scripts and for what has no command of its own. */
export function addActionCommand(program: Command, run: Run): void {
  program
    .command('action')
    .description('run any action that the window has, and print its answer as JSON; or list them')
    .argument('[name]', 'such as golden.tag; left out: all are listed')
    .option('--workspace <dir>', 'the workspace, where it takes one')
    .option('--input <json>', 'what else it takes: a JSON object, or a file that holds one')
    .option('--schema', 'only print what it takes, as JSON Schema')
    .option(...OLLAMA_OPTION)
    .option('--json', 'list as one JSON object')
    .addHelpText(
      'after',
      '\nFiles that an action offers, and edits that can be undone by their name, last as long as the program\nthat made them: pegboard export writes a file.',
    )
    .action((name: string | undefined, flags: Flags) =>
      run(async (session) => {
        if (name === undefined) return list(session, flags)
        const known = knownAction(name)
        if (flags.schema) return session.printJson(schemaOf(known))
        await runAction(session, known, flags)
      }, flags),
    )
}

function list(session: CommandSession, { json }: Flags): void {
  const summaries = Object.entries(actions).map(([name, { summary }]) => [name, summary] as const)
  if (json) return session.printJson(Object.fromEntries(summaries))
  const rows = summaries.map(([name, summary]) => [name, summary])
  session.print(tableText(['action', 'what it does'], rows))
}

function knownAction(name: string): ActionName {
  if (Object.hasOwn(actions, name)) return name as ActionName
  throw new Problem(
    'bad-input',
    `There is no action “${name}”.`,
    'Run pegboard action to see what there is.',
  )
}

/** As far as JSON Schema can say it: what it cannot, such as a JSON object of any fields, is left open. */
const schemaOf = (name: ActionName): object => {
  const { summary, input } = actions[name]
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return { title: name, description: summary, ...schema }
}

async function runAction(
  session: CommandSession,
  name: ActionName,
  { workspace, input }: Flags,
): Promise<void> {
  const given = input === undefined ? {} : await jsonArgument(session, input, 'what it takes')
  const dir = workspace === undefined ? {} : { dir: await session.workspace(workspace) }
  // What is given is checked where it is run, as all that comes from outside is.
  session.printJson(await session.request(name, { ...given, ...dir }))
}
