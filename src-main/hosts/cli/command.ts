import type { Command } from 'commander'
import type { z } from 'zod'
import {
  actions,
  type ActionAnswer,
  type ActionInput,
  type ActionName,
} from '../../features/actions'
import { Problem } from '../../domain/problem'
import { chosenTools, TOOL_FLAGS, type ChosenTools } from './chosen-tools'
import { OLLAMA_OPTION } from './ollama-option'
import { parameters, type Shape } from './parameters'
import type { CommandSession, Run } from './session'

/** What a command is given: each field as its schema reads it. */
export type Given<Input extends Shape> = { [Field in keyof Input]: z.output<Input[Field]> }
type Field<Input> = keyof Input & string

type Lines = string | readonly string[]

interface HowItLooks<Answer, Input> {
  /** Fields that are arguments, in their order; all others are flags. */
  args?: readonly Field<Input>[]
  /** What a terminal calls a field, where not as the input does: `{ states: 'state' }`. */
  names?: Readonly<Partial<Record<Field<Input>, string>>>
  /** What stands below its help. */
  note?: string
  /** Models of Ollama may be asked, so it takes `--ollama`. */
  asksModels?: true
  /**
   * The answer for people, in lines; remarks go to stderr. Where it is left out, only `--json`
   * prints.
   */
  print?(answer: Answer, given: Input, session: CommandSession): Lines | Promise<Lines>
  /** What `--json` prints, where not the answer as it is. */
  json?(answer: Answer, given: Input): unknown
  /** The answer as CSV; with it, the command takes `--csv`. */
  csv?(answer: Answer, given: Input, session: CommandSession): string | Promise<string>
  /** The change that it made, by its name: how it is taken back is printed. */
  undo?(answer: NoInfer<Answer>): string | undefined
  /**
   * Why it ends with a code other than 0 although there is an answer, which is printed all the
   * same.
   */
  failure?(answer: Answer, given: Input): Problem | undefined
  /** What is done once it is printed, such as writing a file: its lines are for people. */
  after?(answer: Answer, given: Input, session: CommandSession): Lines | Promise<Lines>
}

interface WrittenCommand<Answer, Input extends Shape> extends HowItLooks<Answer, Given<Input>> {
  summary: string
  /**
   * What it takes, each field with a description. `dir` is a workspace: its folder for `run`, and
   * `--workspace` in the terminal.
   */
  input: Input
  /** `isJson` matters to what prints as it goes on. */
  run(
    session: CommandSession,
    given: Given<Input>,
    how: { isJson: boolean },
  ): Answer | Promise<Answer>
}

/** A command as it is: how it is added to those there are. */
export interface TerminalCommand {
  summary: string
  addTo(command: Command, run: Run): void
}

/** The change that an answer names. */
export const itsChange = ({ change }: { change?: string | undefined }): string | undefined => change

/**
 * The answer without the change that it names, where only the program that made it can take it
 * back: a command has ended by then.
 */
export const withoutChange = <Answer extends { change?: unknown }>({
  change: _,
  ...answer
}: Answer): Omit<Answer, 'change'> => answer

/** Commands under one name. */
export interface CommandGroup {
  summary: string
  commands: Readonly<Record<string, TerminalCommand>>
  /** The one that is meant where none is named. */
  byDefault?: string
}

/**
 * A command of the terminal. Its flags, their help and their checks come of its input; each takes
 * `--json`.
 */
export const command = <Answer, Input extends Shape>({
  summary,
  run: work,
  ...written
}: WrittenCommand<Answer, Input>): TerminalCommand => ({
  summary,
  addTo(to, run) {
    const read = parameters(to, written)
    if (written.asksModels) to.option(...OLLAMA_OPTION)
    to.option('--json', 'print one JSON object')
    if (written.csv) to.option('--csv', 'print CSV, with every column')
    if (written.note !== undefined) to.addHelpText('after', `\n${written.note}`)
    to.action((...words) =>
      run(async (session) => {
        const given = (await read(session, words)) as Given<Input>
        const { isJson, isCsv } = formOf(to)
        const answer = await work(session, given, { isJson: isJson || isCsv })
        if (isJson) {
          const json = written.json ? written.json(answer, given) : answer
          if (json !== undefined) session.printJson(json)
        } else if (isCsv && written.csv) {
          session.terminal.stdout.write(await written.csv(answer, given, session))
        } else if (written.print) {
          printLines(session, await written.print(answer, given, session))
        }
        const more = [
          ...undoLines(written.undo?.(answer)),
          ...[(await written.after?.(answer, given, session)) ?? []].flat(),
        ]
        if (!isJson) printLines(session, more)
        const failure = written.failure?.(answer, given)
        if (failure) throw failure
      }, to.opts<{ ollama?: string }>()),
    )
  },
})

const undoLines = (change: string | undefined): string[] =>
  change === undefined ? [] : [`To take it back: pegboard undo ${change.slice(0, 8)}`]

/** @throws Problem `bad-input` where two forms are wanted. */
function formOf(command: Command): { isJson: boolean; isCsv: boolean } {
  const { json, csv } = command.opts<{ json?: boolean; csv?: unknown }>()
  // Where it is a flag of the command's own, it has a value.
  const isJson = json === true
  const isCsv = csv === true
  if (!isJson || !isCsv) return { isJson, isCsv }
  const message = '--csv and --json are two forms of one answer.'
  throw new Problem('bad-input', message, 'Choose one.')
}

function printLines(session: CommandSession, lines: Lines): void {
  const all = [lines].flat()
  if (all.length > 0) session.print(all.join('\n'))
}

interface AskedAction<Name extends ActionName> extends HowItLooks<
  ActionAnswer<Name>,
  ActionInput<Name>
> {
  /** Left out: the action's, which is a sentence without its stop. */
  summary?: string
  /** Fields that are described otherwise here than in the action. */
  input?: { readonly [Field in keyof ActionInput<Name>]?: z.ZodType }
  /** What fields are that are left out, where not as in the action. */
  defaults?: { readonly [Field in keyof ActionInput<Name>]?: ActionInput<Name>[Field] }
  /** Fields that the terminal has no use for. */
  without?: readonly (keyof ActionInput<Name>)[]
  /** The field of tools that are chosen by `--tool`, `--search`, `--server` and `--tag`. */
  tools?: keyof ActionInput<Name>
}

/**
 * The command that asks for one action: what that takes are its arguments and flags, what it
 * answers is printed.
 */
export function asks<Name extends ActionName>(
  name: Name,
  { input: own, defaults = {}, without = [], tools, ...written }: AskedAction<Name>,
): TerminalCommand {
  const { summary, input } = actions[name]
  const left: PropertyKey[] = [...without, ...(tools === undefined ? [] : [tools])]
  const shape: Record<string, z.ZodType> = { ...input.shape, ...own }
  for (const [field, value] of Object.entries(defaults)) {
    const before = shape[field]
    if (before) shape[field] = before.default(value)
  }
  const fields = Object.entries(shape)
  return command<ActionAnswer<Name>, Shape>({
    summary: `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    ...(written as Omit<WrittenCommand<ActionAnswer<Name>, Shape>, 'summary'>),
    input: {
      ...Object.fromEntries(fields.filter(([field]) => !left.includes(field))),
      ...(tools !== undefined && TOOL_FLAGS),
    },
    async run(session, given) {
      const { tool, search, server, tag, ...rest } = given as ChosenTools & { dir?: string }
      if (tools === undefined) return session.request(name, given as ActionInput<Name>)
      const ids = await chosenTools(session, rest.dir ?? '', { tool, search, server, tag })
      return session.request(name, { ...rest, [tools]: ids } as ActionInput<Name>)
    },
  })
}
