import { Problem } from '../../domain/problem'

export const conflict = (): Problem =>
  new Problem(
    'conflict',
    'The workspace was changed by another window or program in the meantime.',
    'Look at the workspace as it is now, then make the change again.',
  )
