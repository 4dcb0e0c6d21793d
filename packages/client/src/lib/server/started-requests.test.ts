import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { dropStartedRequests, startRequest } from './started-requests.ts'

const SESSION = {
  setupNeeded: false,
  actor: null,
  version: '1',
  signInBy: 'password',
  delivery: 'per-project',
  firstProject: null,
  sendsEmail: false,
  passkeys: false,
}

const requests: string[] = []
/** Whether the network fails. */
let isOffline = false
/** Whether the server refuses requests. */
let isRefusing = false
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${address}`)
    if (isOffline) throw new TypeError('offline')
    return isRefusing ? new Response('{}', { status: 404 }) : new Response(JSON.stringify(SESSION))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  requests.length = 0
  isOffline = false
  isRefusing = false
  dropStartedRequests()
})

test('a call takes the response of a started request, and the next call makes its own', async () => {
  await startRequest('/api/session')
  expect(await call(api.session.get)).toEqual(SESSION)
  expect(requests).toEqual(['GET /api/session'])
  await call(api.session.get)
  expect(requests).toEqual(['GET /api/session', 'GET /api/session'])
})

test('a response can be read before a call takes it', async () => {
  expect(await (await startRequest('/api/session')).clone().json()).toEqual(SESSION)
  expect(await call(api.session.get)).toEqual(SESSION)
})

test('a started request that failed is made again', async () => {
  isOffline = true
  await startRequest('/api/session').catch(() => undefined)
  isOffline = false
  expect(await call(api.session.get)).toEqual(SESSION)
})

test('a started request that was refused is made again: what it asked for can exist by now', async () => {
  isRefusing = true
  await startRequest('/api/session')
  isRefusing = false
  expect(await call(api.session.get)).toEqual(SESSION)
})

test('a dropped response is not used', async () => {
  await startRequest('/api/session')
  dropStartedRequests()
  await call(api.session.get)
  expect(requests).toHaveLength(2)
})

test('after a request that changes something, no response from before is used', async () => {
  await startRequest('/api/session')
  await call(api.session.signOut)
  expect(await call(api.session.get)).toEqual(SESSION)
  expect(requests).toEqual(['GET /api/session', 'DELETE /api/session', 'GET /api/session'])
})
