import { z } from 'zod'

export const Runs = z.array(z.string()).min(1).max(20)
