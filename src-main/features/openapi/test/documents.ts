/** An OpenAPI document around some paths. */
export const apiDocument = (paths: object, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Bookings', version: '1' },
  paths,
  ...more,
})

/** A document of one operation, `POST /rooms`. */
export const apiOf = (operation: object, more: object = {}) =>
  apiDocument(
    { '/rooms': { post: { operationId: 'book', summary: 'Books.', ...operation } } },
    more,
  )

/** A body of JSON. */
export const jsonBody = (schema: object, more: object = { required: true }) => ({
  requestBody: { content: { 'application/json': { schema } }, ...more },
})

/** A parameter of the query. */
export const inQuery = (name: string, schema: object = { type: 'string' }, more: object = {}) => ({
  in: 'query',
  name,
  schema,
  ...more,
})
