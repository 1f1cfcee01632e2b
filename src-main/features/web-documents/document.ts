import type { AddressKind } from '../../app/context'
import { Problem } from '../../domain/problem'
import { shownText } from '../../domain/value/shown-text'

/** A document with tools, in any format that can be imported: an OpenAPI document, for one. */
export const document: AddressKind = {
  id: 'document',
  title: 'document',
  async read(address, get) {
    const { bytes, type } = await get()
    if (/^(text\/html|application\/xhtml\+xml)$/.test(type)) throw isPage(address)
    return { files: [{ path: fileName(address, type), bytes }] }
  },
}

const ENDINGS: readonly [of: RegExp, ending: string][] = [
  [/\bjson$/, '.json'],
  [/\byaml$/, '.yaml'],
  [/\/csv$/, '.csv'],
]

/** By how a file's name ends, it is known how to read it. */
function fileName(address: string, type: string): string {
  const name = /\/\/[^?#]*\/([^/?#]+)/.exec(address)?.[1] ?? 'document'
  const ending = ENDINGS.find(([of]) => of.test(type))?.[1] ?? ''
  return /\.\w+$/.test(name) ? name : `${name}${ending}`
}

const isPage = (address: string): Problem =>
  new Problem(
    'unreadable',
    `${shownText(address)} gave a web page, not a document with tools.`,
    'Take the address of the document itself, such as one that ends with openapi.json. A page to sign in means that it wants a token in a header.',
  )
