import { z } from 'zod'
import { action, inputSchema, type Action } from '../app/action'
import { coreActions } from '../app/actions'
import { undoAction } from '../app/undo/actions'
import { changeKinds } from '../app/undo/core-decisions'
import type { Feature } from './feature'
import { joinByName } from './join-by-name'
import { places } from './places'
import * as features from './registry'

type Features = typeof features
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type ActionsOf<Each> = Each extends { actions: infer Own } ? Own : object
type Added = Intersection<ActionsOf<Features[keyof Features]>>

const core = {
  ...coreActions,
  // Takes back decisions of features too, by the kinds that these add.
  'changes.undo': undoAction(changeKinds(places)),
}

const all = joinByName<Action<z.ZodObject, unknown>>('action', {
  'the core': core,
  ...Object.fromEntries(
    Object.entries<Feature>(features).map(([name, { actions = {} }]) => [name, actions]),
  ),
}) as typeof core & Added

/** Everything that a window, a terminal or another program may ask of the app. */
export const actions = {
  ...all,
  'app.actions': action({
    summary: 'List every action with what it takes, as JSON Schema',
    input: z.object({}),
    run: () =>
      Object.entries(all).map(([name, { summary, input }]) => {
        return { name, summary, schema: inputSchema(input) }
      }),
  }),
}

type Actions = typeof actions
export type ActionName = keyof Actions
/** What a caller passes: defaults may be left out. */
export type ActionInput<Name extends ActionName> = z.input<Actions[Name]['input']>
type Answers = { [Name in ActionName]: Awaited<ReturnType<Actions[Name]['run']>> }
/** What an action gives, as it is before it travels. */
export type ActionAnswer<Name extends ActionName> = Answers[Name]
