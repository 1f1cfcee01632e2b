import { describe, expect, it } from 'vitest'
import { importFiles, importJson, jsonFile } from '../../../../test/fixtures/importing/files'
import { apiDocument, inQuery, jsonBody } from './documents'

const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }

const BOOKINGS = apiDocument({
  '/rooms': {
    get: { operationId: 'rooms/find', summary: 'Finds.', parameters: [inQuery('size')] },
  },
  '/rooms/{id}': { post: { operationId: 'book', summary: 'Books.', parameters: [id] } },
  '/pay': {
    post: {
      operationId: 'pay',
      summary: 'Pays.',
      ...jsonBody({ properties: { booking: { type: 'string' }, card: { type: 'string' } } }),
    },
  },
  '/done': { get: { summary: 'Tells whether all is done.' } },
})

const step = (stepId: string, operationId: string, more: object = {}) => ({
  stepId,
  operationId,
  ...more,
})

const workflowsOf = (...workflows: object[]) => ({
  arazzo: '1.0.1',
  info: { title: 'Booking', version: '1' },
  sourceDescriptions: [{ name: 'api', url: './bookings.json', type: 'openapi' }],
  workflows: workflows.map((each, at) => ({ workflowId: `w${at}`, ...each })),
})

/** The edges that workflows give, and the report. */
function read(workflows: object, more: Record<string, object> = {}) {
  const files = { 'api/bookings.json': BOOKINGS, 'api/flow.arazzo.json': workflows, ...more }
  const { tools, report } = importFiles(
    Object.entries(files).map(([path, value]) => jsonFile(path, value)),
  )
  const edges = tools.flatMap(({ name, dependencies }) =>
    dependencies.map(({ on, kind, parameter }) => [name, kind, on, parameter]),
  )
  return { tools, edges, said: report.map(({ why }) => why) }
}

describe('the steps of an Arazzo document', () => {
  it('make edges of what a step takes of earlier ones', () => {
    const { tools, edges, said } = read(
      workflowsOf({
        summary: 'Book a room',
        steps: [
          step('find', '$sourceDescriptions.api.rooms/find'),
          step('take', 'book', {
            parameters: [{ name: 'id', in: 'path', value: '$steps.find.outputs.room' }],
          }),
          step('pay', 'pay', {
            requestBody: {
              payload: { booking: '{$steps.take.outputs.booking}', card: '$inputs.card' },
              replacements: [{ target: '/card', value: '$steps.find.outputs.card' }],
            },
          }),
        ],
      }),
    )
    expect(edges).toEqual([
      ['book', 'parameter-direct', 'Bookings/rooms_find', 'id'],
      ['pay', 'parameter-indirect', 'Bookings/book', 'booking'],
      ['pay', 'parameter-indirect', 'Bookings/rooms_find', 'card'],
    ])
    expect(tools[1]?.dependencies[0]?.reason).toBe(
      'In the workflow “Book a room”, step “take” takes its parameter id from “room” of step “find”.',
    )
    expect(said).toContain('Steps of workflows gave 3 dependencies between tools')
  })

  it('make weak edges of their order, where they take nothing, and direct ones of what they name', () => {
    const done = {
      stepId: 'end',
      operationPath: '{$sourceDescriptions.api.url}#/paths/~1done/get',
      dependsOn: ['find'],
    }
    const { edges } = read(
      workflowsOf(
        { steps: [step('find', 'rooms/find'), step('pay', 'pay'), done] },
        { dependsOn: ['w0'], steps: [step('take', 'book')] },
      ),
    )
    expect(edges).toEqual([
      ['book', 'tool-direct', 'Bookings/get_done', undefined],
      ['pay', 'tool-indirect', 'Bookings/rooms_find', undefined],
      ['get_done', 'tool-direct', 'Bookings/rooms_find', undefined],
    ])
  })

  it('tell of a whole body, and of parameters that all steps share', () => {
    const shared = { reference: '$components.parameters.id' }
    const components = {
      parameters: { id: { name: 'id', in: 'path', value: '$steps.a.outputs.x' } },
    }
    const requestBody = { payload: '{"booking": "{$steps.b.outputs.y}"}' }
    const steps = [
      step('a', 'rooms/find'),
      step('b', 'book', { parameters: [shared] }),
      step('c', 'pay', { requestBody }),
    ]
    expect(read({ ...workflowsOf({ steps }), components }).edges).toEqual([
      ['book', 'parameter-direct', 'Bookings/rooms_find', 'id'],
      ['pay', 'tool-direct', 'Bookings/book', undefined],
    ])
  })

  it('that name no operation of the import are told and left out', () => {
    const { edges, said } = read(
      workflowsOf({ steps: [step('a', 'gone'), step('b', 'book'), 7, {}] }),
    )
    expect(edges).toEqual([])
    expect(said).toContainEqual(
      expect.stringMatching(/^A step names an operation that is not.*“gone”/),
    )
  })

  it('that lead to themselves or back say nothing twice', () => {
    const value = '$steps.a.outputs.x $steps.a.outputs.y $steps.b.outputs.z'
    const again = { parameters: [{ name: 'id', in: 'path', value }] }
    const steps = [step('a', 'rooms/find'), step('b', 'book', again), step('b', 'book', again)]
    expect(read(workflowsOf({ steps })).edges).toHaveLength(1)
  })

  it('keep nothing else from being imported', () => {
    const tool = { name: 'other', description: 'A tool.', input_schema: { type: 'object' } }
    const files = [jsonFile('flow.json', workflowsOf()), jsonFile('tools.json', [tool])]
    expect(importFiles(files).tools.map(({ name }) => name)).toEqual(['other'])
  })

  it('need the documents that they are of', () => {
    expect(() => importJson(workflowsOf())).toThrow('is an Arazzo document')
    const odd = { arazzo: '1.0.0', workflows: { a: 1 }, sourceDescriptions: 'x' }
    expect(read(odd).edges).toEqual([])
  })
})
