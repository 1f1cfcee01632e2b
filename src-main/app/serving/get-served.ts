import type { z } from 'zod'
import type { ServedNames, ServedTools } from '../../contract/serving'
import { STANDARD_FORM } from '../../domain/agent/form-words'
import type { FoundIn } from '../agent/find-tools'
import type { LoggedAnswer } from '../served/keep-request'
import { ownParametersIn } from './own-parameters'
import { servedNaming, type ServingOf } from './served-naming'
import { servedDefinitions } from './served-answer'

/** A name that many servers share would fill an agent's context. */
const MOST_GIVEN = 50

/** The definitions of tools by their names, and the names that no served tool has. */
export async function getServed(
  at: FoundIn,
  { names, ...asked }: ServingOf & z.output<typeof ServedNames>,
): Promise<LoggedAnswer<ServedTools>> {
  const naming = await servedNaming(at, asked)
  const ids = [...new Set(names.flatMap((name) => naming.called(name)))]
  const unknown = names.filter((name) => naming.called(name).length === 0)
  const wanted = ids.slice(0, MOST_GIVEN)
  const { budget } = asked.form ?? STANDARD_FORM
  const { answer, given, note, tokens } = servedDefinitions(at, wanted, {
    naming,
    budget,
    own: await ownParametersIn(at.context, asked.dir),
  })
  const notes = [
    ...(ids.length > MOST_GIVEN ? [`Only ${MOST_GIVEN} of ${ids.length} tools.`] : []),
    ...(note === undefined ? [] : [note]),
  ]
  const said = {
    ...(unknown.length > 0 && { unknown }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
  const kept = { ...said, tools: wanted.slice(0, given), tokens }
  return { answer: { ...answer, ...said }, kept }
}
