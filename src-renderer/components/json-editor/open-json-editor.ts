import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  ensureSyntaxTree,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { forceLinting, linter, lintGutter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parseExact } from '../../../src-main/domain/value/exact-json'

/** Something to say at a place of the JSON. */
export interface JsonRemark {
  /** Keys and positions from the top. */
  path: readonly (string | number)[]
  severity: 'fault' | 'notice'
  why: string
}

export interface JsonEditorOptions {
  text: string
  /** Its accessible name. */
  label: string
  /** What is to be said of a text that is JSON. */
  remarks(value: unknown): readonly JsonRemark[]
  onText(text: string): void
}

export interface JsonEditor {
  /** Shows another text; its own undo goes back over it. */
  show(text: string): void
  focus(): void
  close(): void
}

/** A pause in typing after which the text is checked. */
const CHECK_AFTER_MS = 250

/**
 * An editor for JSON in a shadow root. There its styles are constructed sheets, which the content
 * security policy lets through; in the document they would be inline ones.
 */
export function openJsonEditor(
  host: HTMLElement,
  { text, label, remarks, onText }: JsonEditorOptions,
): JsonEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        lintGutter(),
        json(),
        linter(jsonParseLinter(), { delay: CHECK_AFTER_MS }),
        linter((at) => diagnostics(at, remarks), { delay: CHECK_AFTER_MS }),
        syntaxHighlighting(COLOURS),
        LOOKS,
        // Tab leaves the editor, as it leaves any field.
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        // That it can be reached by keyboard is said as well: the region that scrolls is its
        // parent.
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    show(next) {
      if (next === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      forceLinting(view)
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

function diagnostics(view: EditorView, remarks: JsonEditorOptions['remarks']): Diagnostic[] {
  const value = parsed(view.state.doc.toString())
  // That it is no JSON, the other linter says.
  if (value === undefined) return []
  return remarks(value).map(({ path, severity, why }) => ({
    ...rangeAt(view.state, path),
    severity: severity === 'fault' ? 'error' : 'warning',
    message: why,
  }))
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: tags.punctuation, color: 'var(--text-muted)' },
])

const LOOKS = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface-0)',
    color: 'var(--text)',
    fontSize: '12px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-0)',
    color: 'var(--text-faint)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-2)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--surface-3)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-3)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-1)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    color: 'var(--text)',
  },
  '.cm-panels': { backgroundColor: 'var(--surface-1)', color: 'var(--text)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--surface-2)',
    border: 'none',
    color: 'var(--text-muted)',
  },
})

type Node = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode']

/** Longer, and the remark stands at the top instead. */
const MOST_PARSING_MS = 50

/**
 * Where in a JSON text the value stands that a path leads to, or the last one before it that is
 * there.
 */
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
