import { Origin } from '../../../domain/catalog/source'
import { Problem } from '../../../domain/problem'

/** @throws Problem `bad-input` with what does not fit. */
export function writtenOrigin(written: unknown): Origin {
  const { data, error } = Origin.safeParse(written)
  if (data) return data
  const [issue] = error.issues
  throw new Problem(
    'bad-input',
    `${issue?.path.join(' ')} ${issue?.message}.`,
    'Write it otherwise.',
  )
}
