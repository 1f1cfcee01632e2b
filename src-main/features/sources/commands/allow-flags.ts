import { z } from 'zod'

/** By which whoever types a command agrees to what reading a source does. */
export const ALLOW_START = z
  .boolean()
  .default(false)
  .describe('agree to starting the programs and asking the addresses that are named')

export const ALLOW_VARIABLE = z.array(z.string()).optional().meta({
  title: 'name',
  description:
    'let a variable of your environment, or a file of variables, go to what is started or asked; may be repeated',
})
