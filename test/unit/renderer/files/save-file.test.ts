// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { saveText } from '../../../../src-renderer/files/save-file'

afterEach(() => void vi.restoreAllMocks())

/** Files that the page offers, by name. */
function offered(): Map<string, Blob> {
  const files = new Map<string, Blob>()
  let content = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.set(this.download, content)
  })
  return files
}

test('text is saved in UTF-8 under a name that every file system takes', async () => {
  const files = offered()
  saveText('Recall@5: “bm25/hybrid”.csv', 'é', 'text/csv')
  const saved = files.get('Recall@5- “bm25-hybrid”.csv')
  expect(saved?.type).toBe('text/csv;charset=utf-8')
  expect(await saved?.text()).toBe('é')
})

test('a name of nothing but refused characters is still a name', () => {
  const files = offered()
  saveText('   ', 'x', 'text/plain')
  expect([...files.keys()]).toEqual(['export'])
})
