import { Command, CommanderError } from 'commander'
import * as featureCommands from '../../features/commands'
import { joinByName } from '../../features/join-by-name'
import { plainLines } from '../../domain/value/plain-text'
import { Problem } from '../../domain/problem'
import { ownFault } from '../product/own-fault'
import { product } from '../product/product'
import type { CommandGroup, TerminalCommand } from './command'
import { action } from './commands/action'
import { advise } from './commands/advise'
import { again } from './commands/again'
import { answers } from './commands/answers'
import { list, show } from './commands/catalog'
import { compare } from './commands/compare'
import { edges } from './commands/edges'
import { effect } from './commands/effect'
import { evaluate } from './commands/eval'
import { exportFile } from './commands/export'
import { failures } from './commands/failures'
import { golden } from './commands/golden'
import { help } from './commands/help'
import { importCatalog, importGolden } from './commands/import'
import { indexCatalog } from './commands/index-catalog'
import { lint } from './commands/lint'
import { mcp } from './commands/mcp'
import { models } from './commands/models'
import { servers } from './commands/servers'
import { check } from './commands/check'
import { query } from './commands/query'
import { queue } from './commands/queue'
import { recipes } from './commands/recipes'
import { review } from './commands/review'
import { runs } from './commands/runs'
import { serve } from './commands/serve'
import { sweep } from './commands/sweep'
import { tools } from './commands/tools'
import { redo, undo } from './commands/undo'
import { tune } from './commands/tune'
import { workWith } from './commands/work-with'
import { workspace } from './commands/workspace'
import { withSession, type Run } from './session'
import type { Terminal } from './terminal'

const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** The core's commands by their names, in the order of the help. */
const coreCommands = {
  import: importCatalog,
  servers,
  'import-golden': importGolden,
  golden,
  index: indexCatalog,
  query,
  eval: evaluate,
  sweep,
  runs,
  again,
  compare,
  advise,
  failures,
  tune,
  recipes,
  'work-with': workWith,
  review,
  queue,
  export: exportFile,
  list,
  show,
  tools,
  edges,
  effect,
  lint,
  undo,
  redo,
  models,
  workspace,
  answers,
  action,
  serve,
  mcp,
  check,
}

/** Every command, those of features after the core's. */
const COMMANDS = joinByName<TerminalCommand | CommandGroup>('command', {
  'the core': coreCommands,
  ...featureCommands,
  help: { help },
})

/** Commands that have left, and where what they did is now. */
const MOVED: Readonly<Record<string, string>> = {
  experiments: 'An experiment is a file of options now: pegboard sweep --from FILE.',
  replicas: 'The papers’ figures stand in the help: pegboard help recipes.',
  'golden vaguer':
    'Vaguer versions of queries are not made any more. Sets of them stay golden sets.',
  traces:
    'Answers are not saved in the workspace any more: pegboard query … --trace --json > FILE keeps one.',
}

/**
 * Parses and runs one command line; gives the exit code: 0 done, 1 ran and failed, 2 used wrongly.
 */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const moved = [1, 2]
    .map((words) => args.slice(0, words).join(' '))
    .find((name) => Object.hasOwn(MOVED, name))
  if (moved !== undefined) {
    terminal.stderr.write(`${MOVED[moved]}\n`)
    return EXIT.usage
  }
  const run: Run = (work, options) => withSession(terminal, work, options)
  const program = programOf(terminal, run, args)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? EXIT.done)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    const problem = error instanceof Problem ? error : ownFault(error)
    const { message, fix } = problem
    terminal.stderr.write(`${plainLines(fix ? `${message}\n${fix}` : message)}\n`)
    return problem.code === 'bad-input' ? EXIT.usage : EXIT.failed
  }
}

/**
 * All commands of the terminal, as Commander parses them.
 * @param args where they name commands, only of those is all made that they take, which is most of
 * what a start costs
 */
export function programOf(terminal: Terminal, run: Run, args: readonly string[] = []): Command {
  const program = new Command('pegboard')
    .description('Choose the tools an LLM agent is given: import a catalog, query it, measure it.')
    .version(product().version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(plainLines(text)),
    })
    .showHelpAfterError('Run with --help to see what it takes.')
  const named = Object.keys(COMMANDS).filter((name) => name !== 'help' && args.includes(name))
  for (const [name, each] of Object.entries(COMMANDS)) {
    const isWhole = named.length === 0 || named.includes(name) || each === help
    if (isWhole) addTo(program, { name, each, run })
    else program.command(name).description(each.summary)
  }
  return program
}

interface Added {
  name: string
  each: TerminalCommand | CommandGroup
  run: Run
  isDefault?: boolean
}

function addTo(program: Command, { name, each, run, isDefault = false }: Added): void {
  const command = program.command(name, { isDefault }).description(each.summary)
  if ('addTo' in each) return each.addTo(command, run)
  for (const [part, one] of Object.entries(each.commands)) {
    addTo(command, { name: part, each: one, run, isDefault: part === each.byDefault })
  }
}
