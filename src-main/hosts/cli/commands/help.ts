import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHAPTERS, isChapter } from '../../../contract/chapters'
import { Problem } from '../../../domain/problem'
import { product } from '../../product/product'
import { chapterText } from '../chapter-text'
import type { TerminalCommand } from '../command'
import { tableText } from '../print-table'

const rows = CHAPTERS.map(({ id, title }) => [`  ${id}`, title])

/** It reads what ships with the program and needs no app, so it has no session as others have. */
export const help: TerminalCommand = {
  summary: 'print a chapter of the manual, or the help of a command',
  addTo(to) {
    const program = to.parent
    program?.addHelpText('after', `\n${tableText(['Chapters:', ''], rows)}`)
    to.argument('[chapter]', 'a chapter, or a command; left out: all are listed').action(
      async (name?: string) => {
        const { writeOut, getOutHelpWidth } = to.configureOutput()
        if (name !== undefined && isChapter(name)) {
          const file = join(product().resourcesFolder, 'docs', `${name}.md`)
          writeOut?.(chapterText(await readFile(file, 'utf8'), getOutHelpWidth?.()))
        } else {
          const about = name === undefined ? program : commandOf(program, name)
          about?.outputHelp()
        }
      },
    )
  },
}

/** @throws Problem `bad-input` naming the chapters. */
function commandOf(program: Command | null, name: string): Command {
  const found = program?.commands.find((command) => command.name() === name)
  if (found) return found
  const ids = CHAPTERS.map(({ id }) => id).join(', ')
  throw new Problem('bad-input', `There is no chapter “${name}”.`, `Choose one of: ${ids}.`)
}
