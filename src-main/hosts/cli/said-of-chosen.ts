import * as additions from '../../features/eval-additions'
import type { ChosenRun, EvalAddition, RunsRemark } from './eval-addition'
import type { CommandSession } from './session'

/** What features say of a run and k that are chosen. */
export async function saidOfChosen(
  session: CommandSession,
  chosen: ChosenRun,
): Promise<RunsRemark> {
  const said: RunsRemark[] = []
  for (const { ofChosen } of Object.values<EvalAddition>(additions))
    if (ofChosen) said.push(await ofChosen(session, chosen))
  return {
    json: Object.fromEntries(said.flatMap(({ json }) => Object.entries(json))),
    lines: said.flatMap(({ lines }) => lines),
  }
}
