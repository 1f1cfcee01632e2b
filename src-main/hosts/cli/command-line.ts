import { Command, CommanderError } from 'commander'
import { plainLines } from '../../domain/value/plain-text'
import { Problem } from '../../domain/problem'
import { ownFault } from '../product/own-fault'
import { product } from '../product/product'
import { addAblateCommand } from './commands/ablate'
import { addTuneCommand } from './commands/tune'
import { action } from './commands/action'
import { addAdviseCommand } from './commands/advise'
import { addAgentEvalCommand } from './commands/agent-eval'
import { addAnswersCommands } from './commands/answers'
import { list, show } from './commands/catalog'
import { exportFile } from './commands/export'
import { compare } from './commands/compare'
import { confusable } from './commands/confusable'
import { edges } from './commands/edges'
import { effect } from './commands/effect'
import { enhance } from './commands/enhance'
import { addEvalCommand } from './commands/eval'
import { addExperimentsCommand } from './commands/experiments'
import { addFailuresCommand } from './commands/failures'
import { golden } from './commands/golden'
import { history } from './commands/history'
import { importCatalog, importGolden } from './commands/import'
import { indexCatalog } from './commands/index-catalog'
import { addLearnCommand } from './commands/learn'
import { lint } from './commands/lint'
import { models } from './commands/models'
import { prices } from './commands/prices'
import { prompts } from './commands/prompts'
import { proposeEdges } from './commands/propose-edges'
import { query } from './commands/query'
import { recipes } from './commands/recipes'
import { addReplicasCommand } from './commands/replicas'
import { review } from './commands/review'
import { addReportCommand } from './commands/report'
import { addRunsCommand } from './commands/runs'
import { addSessionCommand } from './commands/agent-session'
import { serve } from './commands/serve'
import { tools } from './commands/tools'
import { addSweepCommand } from './commands/sweep'
import { traces } from './commands/traces'
import { workWith } from './commands/work-with'
import { workspace } from './commands/workspace'
import { writeGolden } from './commands/write-golden'
import { standardise } from './commands/standardise'
import type { CommandGroup, TerminalCommand } from './command'
import { withSession, type Run } from './session'
import type { Terminal } from './terminal'

const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** Parses and runs one command line; gives the exit code: 0 done, 1 ran and failed, 2 used wrongly. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const program = programOf(terminal, (work, options) => withSession(terminal, work, options))
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

/** Every command by its name, in the order of the help. */
const COMMANDS: Readonly<Record<string, TerminalCommand | CommandGroup>> = {
  query,
  golden,
  history,
  'propose-edges': proposeEdges,
  recipes,
  'work-with': workWith,
  review,
  standardise,
  'write-golden': writeGolden,
  traces,
  action,
  prices,
  index: indexCatalog,
  prompts,
  workspace,
  tools,
  edges,
  models,
  lint,
  effect,
  enhance,
  confusable,
  import: importCatalog,
  'import-golden': importGolden,
  export: exportFile,
  list,
  show,
  compare,
  serve,
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

function programOf(terminal: Terminal, run: Run): Command {
  const program = new Command('pegboard')
    .description('Choose the tools an LLM agent is given: import a catalog, query it, measure it.')
    .version(product().version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(plainLines(text)),
    })
    .showHelpAfterError('Run with --help to see what it takes.')
  addSessionCommand(program, run)
  addEvalCommand(program, run)
  addSweepCommand(program, run)
  addAgentEvalCommand(program, run)
  addExperimentsCommand(program, run)
  addReplicasCommand(program, run)
  addLearnCommand(program, run)
  addRunsCommand(program, run)
  addReportCommand(program, run)
  addAdviseCommand(program, run)
  addFailuresCommand(program, run)
  addAblateCommand(program, run)
  addTuneCommand(program, run)
  for (const [name, each] of Object.entries(COMMANDS)) addTo(program, { name, each, run })
  addAnswersCommands(program, run)
  return program
}
