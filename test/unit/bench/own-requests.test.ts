import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import chinese from '../../bench/chinese-requests.json'
import short from '../../bench/short-requests.json'
import { datasetsFolder } from '../../fixtures/datasets'

const DEMO = 'resources/demo/servers'
const { demo, TMDB, 'Chinese tools': own } = chinese.requests
const namesOf = (requests: { tools: string[] }[]) => requests.flatMap(({ tools }) => tools)
const missing = (names: string[], known: Set<string>) => names.filter((name) => !known.has(name))

it('names tools of the demo', () => {
  const known = readdirSync(DEMO).flatMap((file) => {
    const { tools } = JSON.parse(readFileSync(join(DEMO, file), 'utf8')) as {
      tools: { name: string }[]
    }
    return tools.map(({ name }) => `${basename(file, '.json')}/${name}`)
  })
  expect(missing([...namesOf(demo), ...namesOf(short.demo)], new Set(known))).toEqual([])
})

it('names tools of the Chinese catalog', () => {
  expect(missing(namesOf(own), new Set(chinese.tools.map(({ name }) => name)))).toEqual([])
})

const APIS = [
  { file: 'restbench-tmdb/tmdb_oas.json', requests: [...TMDB, ...short.TMDB] },
  { file: 'gtc-k8s/k8s_core_v1.json', requests: short.Kubernetes },
]

it.each(APIS)('names operations of $file', ({ file, requests }) => {
  const path = join(datasetsFolder(), file)
  if (!existsSync(path)) return
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const known = new Set(operations.flatMap(({ operationId }) => operationId ?? []))
  expect(missing(namesOf(requests), known)).toEqual([])
})

it('asks in two or three words', () => {
  const texts = Object.values(short).flatMap((requests) => requests.map(({ text }) => text))
  expect(texts.length).toBeGreaterThanOrEqual(80)
  expect(texts.filter((text) => ![2, 3].includes(text.split(' ').length))).toEqual([])
})
