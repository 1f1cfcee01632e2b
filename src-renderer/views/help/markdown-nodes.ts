import { lexer, type Token, type Tokens } from 'marked'
import { h, type VNodeChild } from 'vue'

/** What becomes of a link: `href` as the text has it. */
export type LinkNode = (href: string, children: VNodeChild[]) => VNodeChild

/** A text in Markdown as what Vue draws: nothing of it is taken for HTML. Pictures are left out. */
export function markdownNodes(text: string, link: LinkNode): VNodeChild[] {
  const all = (tokens: readonly Token[] = []): VNodeChild[] => tokens.map(nodeOf)

  function nodeOf(token: Token): VNodeChild {
    switch (token.type) {
      case 'heading':
        return h(`h${(token as Tokens.Heading).depth}`, all(token.tokens))
      case 'paragraph':
        return token.tokens?.every(({ type }) => type === 'image')
          ? null
          : h('p', all(token.tokens))
      case 'strong':
      case 'em':
        return h(token.type, all(token.tokens))
      case 'codespan':
        return h('code', plain(token))
      case 'code':
        // It scrolls by keyboard as well.
        return h('pre', { tabindex: 0 }, plain(token))
      case 'list':
        return listOf(token as Tokens.List)
      case 'table':
        return tableOf(token as Tokens.Table)
      case 'link':
        return link((token as Tokens.Link).href, all(token.tokens))
      case 'text':
        return token.tokens ? all(token.tokens) : plain(token)
      case 'escape':
        return plain(token)
      default:
        return null
    }
  }

  const listOf = ({ ordered, items }: Tokens.List): VNodeChild =>
    h(
      ordered ? 'ol' : 'ul',
      items.map(({ tokens }) => h('li', all(tokens))),
    )

  const tableOf = ({ header, rows }: Tokens.Table): VNodeChild =>
    h('div', { class: 'scrolls', tabindex: 0, role: 'group', 'aria-label': 'Table' }, [
      h('table', [
        h(
          'thead',
          h(
            'tr',
            header.map(({ tokens }) => h('th', { scope: 'col' }, all(tokens))),
          ),
        ),
        h(
          'tbody',
          rows.map((cells) =>
            h(
              'tr',
              cells.map(({ tokens }) => h('td', all(tokens))),
            ),
          ),
        ),
      ]),
    ])

  return all(lexer(text))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const plain = (token: Token): string =>
  ((token as { text?: string }).text ?? '').replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => ENTITIES[entity] ?? entity,
  )
