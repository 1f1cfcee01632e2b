import { describe, expect, it } from 'vitest'
import { listed, readLog } from '../../../../src-main/adapters/lancedb/published/events'
import { publishedAddress } from '../../../../src-main/adapters/lancedb/published/place'
import {
  storeProblem,
  withoutSecrets,
} from '../../../../src-main/adapters/lancedb/published/store-problem'

const publish = (at = '2026-01-01T00:00:00Z') => ({
  kind: 'publish',
  id: 'a'.repeat(32),
  schemaVersion: 2,
  program: '1.0.0',
  at,
  name: 'Work',
  tools: 3,
  worksWith: { recipe: 'bm25', options: {}, k: 5 },
})
const rollBack = (to: number) => ({ kind: 'rollback', to, at: '' })
const forget = (...numbers: number[]) => ({ kind: 'forget', numbers, at: '' })

const log = (...events: object[]) =>
  readLog(
    events.map((event) => JSON.stringify(event)),
    's3://b',
  )
const currentOf = (...events: object[]) => log(...events).current?.number
const numbersOf = (...events: object[]) => listed(log(...events)).map(({ number }) => number)

describe('the events of an address', () => {
  it('number snapshots by their order, whatever their clocks say', () => {
    const events = [publish('2030-01-01T00:00:00Z'), publish('2020-01-01T00:00:00Z')]
    expect(numbersOf(...events)).toEqual([1, 2])
    expect(currentOf(...events)).toBe(2)
    expect(listed(log(...events)).map(({ isNewest }) => isNewest)).toEqual([false, true])
  })

  it('have what was rolled back to answer until something else is published', () => {
    expect(currentOf(publish(), publish(), rollBack(1))).toBe(1)
    expect(currentOf(publish(), publish(), rollBack(1), rollBack(2))).toBe(2)
    expect(currentOf(publish(), publish(), rollBack(1), publish())).toBe(3)
    expect(currentOf(publish(), rollBack(7))).toBe(1)
    expect(currentOf()).toBe(undefined)
  })

  it('forget what is not current, and never give its number again', () => {
    expect(numbersOf(publish(), publish(), forget(1), publish())).toEqual([2, 3])
    expect(currentOf(publish(), publish(), forget(1), rollBack(1))).toBe(2)
    // Another rolled back first: who wanted it forgotten came too late.
    expect(numbersOf(publish(), publish(), rollBack(1), forget(1))).toEqual([1, 2])
    expect(currentOf(publish(), publish(), rollBack(1), forget(1))).toBe(1)
  })

  it('that this program does not know are of a newer one, and what is none is damage', () => {
    expect(() => log(publish(), { kind: 'withdraw' })).toThrow(/newer version/)
    expect(() => readLog(['{"kind":'], 's3://b')).toThrow(/damaged/)
    expect(() => log({ kind: 'publish' })).toThrow(/damaged/)
  })
})

describe('an address', () => {
  it.each([
    ['s3://bucket/a/b/', 's3://bucket/a/b'],
    ['S3://bucket', 's3://bucket'],
    ['gs://bucket/x', 'gs://bucket/x'],
    ['db://name', 'db://name'],
    ['az://$web/x', 'az://$web/x'],
  ])('%s is used as %s', (given, used) => {
    expect(publishedAddress(given)).toBe(used)
  })

  it.each([
    's3://key:secret@bucket',
    's3://bucket?sig=secret',
    's3://',
    's3:///x',
    'S3:///secret',
    's3://?',
    's3://..',
    's3://a b/c',
    's3://bucket/a\nb',
    'gs:///',
    'az://',
    'db:///x',
    'file:///',
    'file://host/x',
    'file:///%zz',
    'file:///a%00b',
    'ftp://host',
    'memory://x',
  ])('%s is refused, and no secret in it is said again', (given) => {
    expect(() => publishedAddress(given)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.not.stringMatching(/secret/) }),
    )
  })
})

describe('an error of a store', () => {
  const saidOf = (text: string, address = 's3://bucket/tools') =>
    storeProblem(new Error(text), address, 'Reading from')

  it.each([
    'Encountered internal error: odd, /builds/lance-1.0.0/src/io.rs:12:34',
    'odd, location: Location { file: "/builds/lance/src/io.rs", line: 12, column: 3 }',
  ])('%s is told without where its own source lies', (text) => {
    expect(saidOf(text).message).toMatch(/odd$/)
  })

  it.each([
    ['status: 404, body: <Code>NoSuchBucket</Code>', 'not-found', /no bucket/],
    ['<Code>SignatureDoesNotMatch</Code>', 'unavailable', /credentials/],
    ['Failed to get AWS credentials: ProviderError', 'unavailable', /credentials/],
    ['An api_key or oauth_config is required', 'unavailable', /credentials/],
    ['retries: 1, inner: Http(HttpError { kind: Connect', 'unavailable', /does not answer/],
    ['<Code>PermanentRedirect</Code>', 'unavailable', /another region/],
    ['No space left on device (os error 28)', 'storage', /full/],
  ])('that says %s is told in a sentence', (text, code, message) => {
    expect(saidOf(text)).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(saidOf(text).fix).toBeTruthy()
  })

  it('shows no value of a variable that may be a secret, nor what follows an address', () => {
    const text = 'odd: key AKIAxyz, https://u:pw@host/x?sig=abc&se=1 and abcdefgh'
    const environment = { AWS_ACCESS_KEY_ID: 'AKIAxyz', SOME_TOKEN: 'abcdefgh', HOME: 'odd' }
    expect(withoutSecrets(text, environment)).toBe('odd: key …, https://…@host/x?… and …')
  })
})
