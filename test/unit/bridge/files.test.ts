// @vitest-environment happy-dom
import { Buffer } from 'node:buffer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../src-renderer/bridge/bridge'
import type { Progress, Reply } from '../../../src-main/contract/reply'
import { chosenFiles, droppedFiles, pastedFile } from '../../../src-renderer/bridge/chosen-files'
import { download } from '../../../src-renderer/bridge/download'
import { upload } from '../../../src-renderer/bridge/upload'

const MiB = 2 ** 20

/** An app that keeps what it is handed, and hands out `exported` in pieces of three bytes. */
function fileBridge(exported = Buffer.alloc(0)) {
  const stored = new Map<string, Buffer>()
  const sizes: number[] = []
  let failAfter = Infinity
  const answers: Record<string, (input: never) => unknown> = {
    'files.begin': () => ({ folder: '/tmp/f' }),
    'files.append': ({ folder, path, bytes }: { folder: string; path: string; bytes: string }) => {
      const piece = Buffer.from(bytes, 'base64')
      sizes.push(piece.length)
      stored.set(path, Buffer.concat([stored.get(path) ?? Buffer.alloc(0), piece]))
      return { path: `${folder}/${path}` }
    },
    'files.read': ({ offset }: { offset: number }) => ({
      bytes: exported.subarray(offset, offset + 3).toString('base64'),
      next: offset + 3 < exported.length ? offset + 3 : undefined,
    }),
  }
  const request = async (action: string, input: never): Promise<Reply<unknown>> => {
    failAfter -= 1
    if (failAfter < 0)
      return { ok: false, error: { code: 'storage', message: 'The disk is full.' } }
    return { ok: true, data: answers[action]?.(input) }
  }
  const bridge = { request, onChange: () => () => undefined } as unknown as Bridge
  return { bridge, stored, sizes, failAfter: (requests: number) => (failAfter = requests) }
}

function folderFile(path: string, content: string): File {
  const file = new File([content], path.split('/').at(-1) ?? '')
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

it.each([
  ['[{"name": "send"}]', 'pasted.json'],
  ['name,description', 'pasted.csv'],
  ['# Rooms\nopenapi: 3.1.0\npaths: {}', 'pasted.yaml'],
])('takes %j for a file called %s', (text, path) => {
  expect(pastedFile(text).path).toBe(path)
})

describe('uploading', () => {
  it('gives the path of a file chosen alone', async () => {
    const { bridge, stored } = fileBridge()
    const files = chosenFiles([new File(['{"é": 1}'], 'tools.json')])
    expect(await upload(bridge, files)).toEqual({ ok: true, data: '/tmp/f/tools.json' })
    expect(stored.get('tools.json')?.toString()).toBe('{"é": 1}')
  })

  it('gives the folder of several, with their places below the folder that was chosen', async () => {
    const { bridge, stored } = fileBridge()
    const files = chosenFiles([
      folderFile('toole/data/all.json', 'a'),
      folderFile('toole/readme.md', 'b'),
    ])
    expect(await upload(bridge, files)).toEqual({ ok: true, data: '/tmp/f' })
    expect([...stored.keys()]).toEqual(['data/all.json', 'readme.md'])
  })

  it('gives the folder for a folder of one file', async () => {
    const { bridge, stored } = fileBridge()
    const files = chosenFiles([folderFile('toole/all.json', 'a')])
    expect(await upload(bridge, files)).toEqual({ ok: true, data: '/tmp/f' })
    expect([...stored.keys()]).toEqual(['all.json'])
  })

  it('keeps apart two folders dropped together', async () => {
    const { bridge, stored } = fileBridge()
    const files = chosenFiles([folderFile('a/x.json', '1'), folderFile('b/x.json', '2')])
    await upload(bridge, files)
    expect([...stored.keys()]).toEqual(['a/x.json', 'b/x.json'])
  })

  it('sends a large file in pieces that the app takes, byte for byte', async () => {
    const { bridge, stored, sizes } = fileBridge()
    const content = Buffer.alloc(7 * MiB, 'pegboard')
    const steps: Progress[] = []
    await upload(bridge, [{ path: 'large', file: new File([content], 'large') }], {
      onProgress: (step) => steps.push(step),
    })
    expect(sizes).toEqual([3 * MiB, 3 * MiB, MiB])
    expect(stored.get('large')?.equals(content)).toBe(true)
    expect(steps.map(({ done, total }) => [done, total])).toEqual([
      [3 * MiB, 7 * MiB],
      [6 * MiB, 7 * MiB],
      [7 * MiB, 7 * MiB],
    ])
  })

  it('hands in an empty file too', async () => {
    const { bridge, stored } = fileBridge()
    await upload(bridge, chosenFiles([new File([], 'empty.json')]))
    expect(stored.get('empty.json')?.length).toBe(0)
  })

  it('ends with the first error', async () => {
    const { bridge, failAfter, stored } = fileBridge()
    failAfter(2)
    const files = chosenFiles([new File(['1'], 'a'), new File(['2'], 'b')])
    expect(await upload(bridge, files)).toMatchObject({ ok: false, error: { code: 'storage' } })
    expect([...stored.keys()]).toEqual(['a'])
  })

  it('of nothing is an error that says what to do', async () => {
    expect(await upload(fileBridge().bridge, [])).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fix: 'Choose a file or folder.' },
    })
  })
})

describe('choosing', () => {
  it('leaves out dot files and what lies in dot folders', () => {
    const files = [
      folderFile('toole/.git/config', ''),
      folderFile('toole/.DS_Store', ''),
      folderFile('toole/a.json', ''),
    ]
    expect(chosenFiles(files).map(({ path }) => path)).toEqual(['toole/a.json'])
  })

  it('takes dropped folders with all they hold, however many pieces a reader gives', async () => {
    const file = (fullPath: string) => ({
      isFile: true,
      isDirectory: false,
      fullPath,
      file: (resolve: (file: File) => void) => resolve(new File(['x'], 'x')),
    })
    const folder = (fullPath: string, pieces: object[][]) => ({
      isFile: false,
      isDirectory: true,
      fullPath,
      createReader: () => {
        const left = [...pieces]
        return { readEntries: (resolve: (some: object[]) => void) => resolve(left.shift() ?? []) }
      },
    })
    const entries = [
      folder('/d', [[file('/d/1')], [file('/d/2'), folder('/d/e', [[file('/d/e/3')]])]]),
      file('/4'),
    ]
    const items = [...entries.map((entry) => ({ webkitGetAsEntry: () => entry })), noFile]
    const dropped = await droppedFiles({ items } as unknown as DataTransfer)
    expect(dropped.map(({ path }) => path)).toEqual(['d/1', 'd/2', 'd/e/3', '4'])
  })
})

/** Dropped text. */
const noFile = { webkitGetAsEntry: () => null }

describe('downloading', () => {
  afterEach(() => void vi.restoreAllMocks())

  function saved() {
    const links: { download: string; content: Blob }[] = []
    let content = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      content = blob as Blob
      return 'blob:1'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      links.push({ download: this.download, content })
    })
    return links
  }

  it('puts the pieces together and saves them under the name of the export', async () => {
    const links = saved()
    const content = Buffer.from([0, 1, 2, 253, 254, 255, 10])
    const steps: Progress[] = []
    const exported = { file: '/tmp/e', name: 'demo.pegboard', size: 7 }
    const reply = await download(fileBridge(content).bridge, exported, {
      onProgress: (step) => steps.push(step),
    })
    expect(reply).toEqual({ ok: true, data: exported })
    expect(links.map(({ download }) => download)).toEqual(['demo.pegboard'])
    const bytes = await links[0]?.content.arrayBuffer()
    expect(Buffer.from(bytes ?? new ArrayBuffer()).equals(content)).toBe(true)
    expect(steps.map(({ done }) => done)).toEqual([3, 6, 7])
  })

  it('saves nothing when a piece cannot be had', async () => {
    const links = saved()
    const { bridge, failAfter } = fileBridge(Buffer.alloc(9))
    failAfter(1)
    const reply = await download(bridge, { file: '/tmp/e', name: 'e', size: 9 })
    expect(reply).toMatchObject({ ok: false, error: { code: 'storage' } })
    expect(links).toEqual([])
  })
})
