import { expect, test } from 'vitest'
import { z } from 'zod'
import { BODY_LIMIT_BYTES, fileAnswerSchema, PROOF_LIMITS, route } from './route.ts'

const reply = z.object({})
const plain = route({
  method: 'GET',
  path: '/projects',
  action: 'projects.list',
  summary: 'List projects',
  reply,
})

test('a route without a body accepts none', () => {
  expect(plain.body.parse(undefined)).toBeUndefined()
  expect(() => plain.body.parse({})).toThrow()
})

test('a route without a query drops what it is sent', () => {
  expect(plain.query.parse(JSON.parse('{"q":"other","__proto__":{"isAdmin":true}}'))).toEqual({})
})

test('a route that requires an action has the usual limits of bodies, and none of public routes', () => {
  expect(plain).toMatchObject({ bodyLimit: BODY_LIMIT_BYTES, bodyDepth: 100, publicLimits: null })
})

test('a public route limits its body as declared', () => {
  const open = route({
    method: 'POST',
    path: '/sign-in',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Sign in',
    bodyLimit: 100,
    reply,
  })
  expect(open).toMatchObject({ bodyLimit: 100, bodyDepth: PROOF_LIMITS.bodyDepth })
})

test.each([null, undefined, 'bytes', ['bytes'], { fileName: 'a.zip' }])(
  'the reply of a file is not %j',
  (value) => {
    expect(() => fileAnswerSchema.parse(value)).toThrow()
  },
)
