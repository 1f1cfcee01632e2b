import { z } from 'zod'
import { LONGEST_SERVER_TEXT } from './longest-server-text'

/**
 * What a server says of itself: what its tools are for. May be there without any tool of it, as
 * layers are.
 */
export const ServerText = z.object({
  server: z.string().min(1).max(200),
  description: z.string().min(1).max(LONGEST_SERVER_TEXT),
})
export type ServerText = z.infer<typeof ServerText>
