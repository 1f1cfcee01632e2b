import { z } from 'zod'

/** A command of the window as a menu of the system offers it. */
export const MenuCommand = z.object({
  id: z.string().min(1).max(5_000),
  menu: z.enum(['File', 'Open workspace', 'View', 'Go', 'Commands', 'Help']),
  title: z.string().max(500),
  /** As they are told to people: `Mod+K`. */
  keys: z.string().max(20).optional(),
})
export type MenuCommand = z.infer<typeof MenuCommand>

/** All that a window offers, in place of what it offered before. */
export const MenuOffer = z.array(MenuCommand).max(2_000)

/** That a command was chosen in a menu. */
export interface MenuChoice {
  kind: 'command'
  id: string
}
