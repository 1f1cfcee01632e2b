import { Help } from 'commander'
import { lexer, type Token, type Tokens } from 'marked'
import { linkedChapter } from '../../contract/chapters'
import { tableText } from './print-table'

/** Lines longer than this are hard to read, however wide the terminal. */
const WIDEST = 100

/** A chapter's Markdown as plain text for a terminal of this width. Pictures are left out. */
export const chapterText = (markdown: string, width = 80): string =>
  `${blocks(lexer(markdown), Math.min(width, WIDEST))}\n`

const blocks = (tokens: readonly Token[], width: number): string =>
  tokens
    .map((token) => block(token, width))
    .filter((text) => text !== '')
    .join('\n\n')

function block(token: Token, width: number): string {
  switch (token.type) {
    case 'heading':
      return headingText(token as Tokens.Heading)
    case 'code':
      return indented((token as Tokens.Code).text, '  ')
    case 'list':
      return listText(token as Tokens.List, width)
    case 'table':
      return rowsText(token as Tokens.Table, width)
    case 'space':
      return ''
    default:
      return wrapped(inline([token]), width)
  }
}

function headingText({ depth, tokens }: Tokens.Heading): string {
  const text = inline(tokens)
  return `${text}\n${(depth === 1 ? '=' : '-').repeat(text.length)}`
}

const listText = ({ ordered, start, items }: Tokens.List, width: number): string =>
  items
    .map(({ tokens }, at) => {
      const mark = ordered ? `${Number(start) + at}. ` : '- '
      const text = blocks(tokens, width - mark.length)
      return indented(text, ' '.repeat(mark.length)).replace(/^ +/, mark)
    })
    .join('\n')

/** A table where it fits; else each row with its columns below each other. */
function rowsText({ header, rows }: Tokens.Table, width: number): string {
  const titles = header.map(({ tokens }) => inline(tokens))
  const texts = rows.map((row) => row.map(({ tokens }) => inline(tokens)))
  const table = tableText(titles, texts)
  if (table.split('\n').every((line) => line.length <= width)) return table
  return texts
    .map(([first = '', ...others]) =>
      [
        wrapped(first, width),
        ...others.map((text, at) =>
          indented(wrapped(`${titles[at + 1] ?? ''}: ${text}`, width - 2), '  '),
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

function inline(tokens: readonly Token[] = []): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'image':
          return ''
        case 'codespan':
          return `\`${(token as Tokens.Codespan).text}\``
        case 'link':
          return linkText(token as Tokens.Link)
        default:
          return innerText(token as { text?: string; tokens?: Token[] })
      }
    })
    .join('')
}

const innerText = ({ text = '', tokens }: { text?: string; tokens?: Token[] }): string =>
  tokens ? inline(tokens) : text

/** What stands in the repository alone is named, and leads nowhere. */
function linkText({ href, tokens }: Tokens.Link): string {
  const text = inline(tokens)
  const chapter = linkedChapter(href)
  if (chapter) return `${text} (pegboard help ${chapter})`
  return href.startsWith('https://') ? `${text} (${href})` : text
}

const wrapped = (text: string, width: number): string =>
  new Help().boxWrap(text.replace(/\s*\n\s*/g, ' '), width)

const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by)
