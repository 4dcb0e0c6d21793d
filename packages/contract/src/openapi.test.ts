import { expect, test } from 'vitest'
import { api } from './api.ts'
import { FAILURE_CODES } from './failures.ts'
import { openApiDocument } from './openapi.ts'

type Parameter = { name: string; in: 'path' | 'query'; required: boolean }
type Operation = {
  operationId: string
  description: string
  parameters: readonly Parameter[]
  requestBody?: { content: Record<string, object> }
  responses: Record<string, { content: Record<string, object> }>
  security?: readonly object[]
}
type Document = {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: { token: object }
    schemas: { Problem: { oneOf: readonly { properties: { code: object } }[] } }
  }
}

const document = openApiDocument('1.2.3"Ü') as Document // the parts that the tests read
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
)
const operation = (id: string) => {
  const found = operations.find(([, { operationId }]) => operationId === id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found[1]
}

test('the document describes every route, each under its own method and path', () => {
  const routes = Object.values(api).flatMap((area) => Object.keys(area))
  expect(operations).toHaveLength(routes.length)
})

test('two routes never match the same request', () => {
  const shapes = operations.map(([address]) => address.replace(/\{\w+\}/g, '{}'))
  expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
})

test('every parameter of a path is declared, and no other', () => {
  const wrong = operations.filter(([address, { parameters }]) => {
    const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    return declared.toSorted().join() !== named.toSorted().join()
  })
  expect(wrong.map(([address]) => address)).toEqual([])
})

test('no route that only reads has a body', () => {
  const reads = operations.filter(([address]) => address.startsWith('get '))
  expect(reads.length).toBeGreaterThan(50)
  expect(reads.filter(([, { requestBody }]) => requestBody !== undefined)).toEqual([])
})

test('the document is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('a problem can have every code', () => {
  const text = JSON.stringify(document.components.schemas.Problem)
  expect(FAILURE_CODES.filter((code) => !text.includes(`"${code}"`))).toEqual([])
})

test('a parameter with a default is optional', () => {
  const { parameters } = operation('review.page')
  expect(parameters.find(({ name }) => name === 'order')).toMatchObject({ in: 'query', required: false })
})

test('a parameter without a default is required', () => {
  const { parameters } = operation('translations.page')
  expect(parameters.find(({ name }) => name === 'language')).toMatchObject({ in: 'query', required: true })
})

test('a route that takes a file has a binary body', () => {
  expect(operation('screenshots.addImage').requestBody?.content).toHaveProperty('application/octet-stream')
})

test('the description of a route names its action', () => {
  expect(operation('keys.create').description).toBe('Needs `keys.edit`.')
})

test('what only people can call is described so, and has no token', () => {
  const { description, security } = operation('releases.updateChannel')
  expect(description).toBe('Needs `releases.publish`. By a signed-in person only, not with a token.')
  expect(security).toBeUndefined()
})

test('a route that a token can call lists it', () => {
  expect(operation('releases.moveChannel').security).toEqual([{ token: [] }])
  expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
})

test('the own account is for people, with every scope', () => {
  const { description, security } = operation('account.get')
  expect([description, security]).toEqual([expect.stringContaining('not with a token'), undefined])
})

test('the description of a public route says its limits', () => {
  expect(operation('session.signIn').description).toMatch(/^Public\. At most \d+ calls per minute/)
})

test('the version is that of the program', () => {
  expect(document.info.version).toBe('1.2.3"Ü')
})
