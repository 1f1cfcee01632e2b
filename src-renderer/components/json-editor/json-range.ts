import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

type Node = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode']

/** Longer, and the remark stands at the top instead. */
const MOST_PARSING_MS = 50

/** Where in a JSON text the value stands that a path leads to, or the last one before it that is there. */
export function rangeAt(
  state: EditorState,
  path: readonly (string | number)[],
): { from: number; to: number } {
  const top = ensureSyntaxTree(state, state.doc.length, MOST_PARSING_MS)?.topNode.firstChild
  let node = top ?? undefined
  for (const step of path) {
    const next: Node | undefined = node && childAt(state, node, step)
    if (!next) break
    node = next
  }
  if (!node) return { from: 0, to: Math.min(1, state.doc.length) }
  // Of a value of many lines only the first, so that not all of it is underlined.
  const line = state.doc.lineAt(node.from)
  return { from: node.from, to: Math.max(node.from, Math.min(node.to, line.to)) }
}

function childAt(state: EditorState, node: Node, step: string | number): Node | undefined {
  if (node.name === 'Array' && typeof step === 'number') {
    const items = childrenOf(node).filter(({ name }) => !'[],'.includes(name))
    return items[step]
  }
  if (node.name !== 'Object') return undefined
  // Of a key that stands twice the last one counts.
  const property = childrenOf(node).findLast(
    (child) => child.name === 'Property' && keyOf(state, child) === String(step),
  )
  return property?.lastChild ?? undefined
}

function keyOf(state: EditorState, property: Node): string | undefined {
  const name = property.getChild('PropertyName')
  if (!name) return undefined
  try {
    return String(JSON.parse(state.sliceDoc(name.from, name.to)))
  } catch {
    return undefined
  }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}
