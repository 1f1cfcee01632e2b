import { z } from 'zod'
import type { JsonObject } from '../domain/tool/tool'
import type { Call } from './app'
import type { AppContext } from './context'
import type { Session } from './workspaces/session'

/**
 * Something that a window, a terminal or another program may ask for. What it takes is checked
 * before it runs; what it answers is inferred, and travels as JSON.
 */
export interface Action<Input extends z.ZodObject, Answer> {
  /** What it does or gives, in a line: its help. */
  summary: string
  input: Input
  /** May throw a Problem. */
  run(context: AppContext, input: z.output<Input>, call: Call): Promise<Answer> | Answer
}

/** An action as it is written, its types inferred. Fields that it does not have are refused. */
export const action = <Input extends z.ZodObject, Answer>(
  written: Action<Input, Answer>,
): Action<Input, Answer> => ({ ...written, input: written.input.strict() as Input })

/**
 * What an action takes, as JSON Schema: what that cannot say, such as a JSON object of any fields,
 * is left open.
 */
export function inputSchema(input: z.ZodObject): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema as JsonObject
}

/** The run of an action that works on one open workspace and needs nothing else. */
export const inSession =
  <Input, Answer>(work: (session: Session, input: Input) => Promise<Answer> | Answer) =>
  async ({ sessions }: AppContext, input: Input & { dir: string }): Promise<Answer> =>
    work(await sessions.of(input.dir), input)

/**
 * What is made once for each running app and kept as long as it runs, such as what was read or can
 * be undone.
 */
export function perApp<Kept>(make: (context: AppContext) => Kept): (context: AppContext) => Kept {
  const kept = new WeakMap<AppContext['sessions'], { value: Kept }>()
  return (context) => {
    const known = kept.get(context.sessions) ?? { value: make(context) }
    kept.set(context.sessions, known)
    return known.value
  }
}
