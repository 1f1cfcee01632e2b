import { uniqueIds } from '../catalog/unique-ids'

/** A file's name as the name of a golden set: `Test_Out-Domain.jsonl` → `test-out-domain`. */
export function setName(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return (
    name
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'queries'
  )
}

/** One name per path, in order; where files of several folders share a name, their folder's goes before it. */
export function setNames(paths: string[], nameOf = setName): string[] {
  const names = paths.map(nameOf)
  const uniqueName = uniqueIds()
  return paths.map((path, index) => {
    const name = names[index] ?? setName(path)
    const folder = path.split('/').at(-2)
    const clashes = names.indexOf(name) !== index && folder !== undefined
    return uniqueName(clashes ? `${setName(folder)}-${name}` : name)
  })
}
