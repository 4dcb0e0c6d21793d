import { api, type Failure } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPeople, type People } from '../../../test/shop-people.ts'

let people: People
let time = Date.parse('2026-11-22T10:00:00Z')
beforeEach(async () => {
  people = await openPeople({ now: () => new Date(time) })
})
afterEach(() => people.close())

const params = { project: 'shop' }
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Failure) => error.code,
  )
const bearer = (secret: string) => people.calling({ authorization: `Bearer ${secret}` })

async function made(
  more: { days?: number | null; languages?: string[] | null; scopes?: ('read' | 'write' | 'admin')[] } = {},
) {
  const body = { name: 'CI', scopes: ['write' as const], languages: null, days: 30, ...more }
  return people.call(api.tokens.create, { params, body })
}

async function saveWith(secret: string, language = 'de') {
  const call = bearer(secret)
  const key = await people.keyId()
  const { target } = await call(api.translations.get, { params: { ...params, key, language } })
  return call(api.translations.save, {
    params: { ...params, key, language },
    body: { forms: { other: `text ${target.version}` }, baseVersion: target.version },
  })
}

test('the secret is shown once; lists have a hint of it, and when it was last used', async () => {
  const { token, secret } = await made()
  expect(secret).toMatch(/^drg_[\w-]{43}$/)
  expect(await codeOf(saveWith(secret))).toBe('done')
  const { tokens } = await people.call(api.tokens.list, { params })
  expect(tokens).toMatchObject([{ id: token.id, name: 'CI', madeBy: { name: 'Ann' }, scopes: ['write'] }])
  expect(tokens[0]?.lastUsedAt).not.toBeNull()
  expect(JSON.stringify(tokens)).not.toContain(secret.slice(8))
})

test('scope and languages limit it', async () => {
  const reading = await made({ scopes: ['read'] })
  expect(await codeOf(saveWith(reading.secret))).toBe('not-allowed')
  const german = await made({ languages: ['de'] })
  expect(await codeOf(saveWith(german.secret))).toBe('done')
  expect(await codeOf(saveWith(german.secret, 'fr'))).toBe('not-allowed')
})

test('a revoked or expired one stops working immediately', async () => {
  const first = await made()
  expect(await codeOf(saveWith(first.secret))).toBe('done')
  await people.call(api.tokens.revoke, { params: { ...params, token: first.token.id } })
  expect(await codeOf(saveWith(first.secret))).toBe('invalid-token')
  const second = await made({ days: 1 })
  time += 25 * 60 * 60 * 1000
  expect(await codeOf(saveWith(second.secret))).toBe('invalid-token')
})

test('it can do no more than its owner, also after their role was lowered', async () => {
  await people.add('Ola', { role: 'manager', languages: null, namespaces: null })
  const id = await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const ben = await people.as('Ben')
  const body = { name: 'Mine', scopes: ['admin' as const], languages: null, days: null }
  const { secret } = await ben(api.tokens.create, { params, body })
  expect(await codeOf(saveWith(secret))).toBe('done')
  await people.change(`user:${id}`, 1, { role: 'viewer', languages: null, namespaces: null })
  expect(await codeOf(saveWith(secret))).toBe('not-allowed')
  await people.change(`user:${id}`, 2, null)
  expect(await codeOf(saveWith(secret))).toBe('not-found')
})

test('a token creates and revokes no tokens', async () => {
  const { token, secret } = await made({ scopes: ['admin'] })
  const call = bearer(secret)
  const body = { name: 'More', scopes: ['admin' as const], languages: null, days: null }
  expect(await codeOf(call(api.tokens.create, { params, body }))).toBe('not-allowed')
  expect(await codeOf(call(api.tokens.createOwn, { body }))).toBe('not-allowed')
  expect(await codeOf(call(api.tokens.revoke, { params: { ...params, token: token.id } }))).toBe(
    'not-allowed',
  )
})

test('people’s tokens are seen and revoked by no one else', async () => {
  await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const ben = await people.as('Ben')
  const body = { name: 'Laptop', scopes: ['read' as const], languages: null, days: 30 }
  const { token } = await ben(api.tokens.createOwn, { body })
  expect((await people.call(api.tokens.listOwn, {})).tokens).toEqual([])
  expect(await codeOf(people.call(api.tokens.revokeOwn, { params: { token: token.id } }))).toBe('not-found')
  expect(await codeOf(people.call(api.tokens.revoke, { params: { ...params, token: token.id } }))).toBe(
    'not-found',
  )
  expect((await ben(api.tokens.listOwn, {})).tokens).toHaveLength(1)
})

test('people see and revoke their token for a project, also after their role was lowered', async () => {
  await people.add('Max', { role: 'manager', languages: null, namespaces: null })
  await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const ben = await people.as('Ben')
  const body = { name: 'CI', scopes: ['read' as const], languages: null, days: 30 }
  const { token } = await ben(api.tokens.create, { params, body })
  const { token: everywhere } = await ben(api.tokens.createOwn, { body })
  const member = (await people.list({ show: 'person', q: 'Ben', limit: 1 })).members[0]
  const who = member?.who ?? 'user:0'
  await people.change(who, member?.version ?? 0, { role: 'viewer', languages: null, namespaces: null })
  const { tokens } = await ben(api.tokens.listOwn, {})
  expect(tokens.map(({ id, project }) => [id, project?.name ?? null])).toEqual([
    [everywhere.id, null],
    [token.id, 'Acme Shop'],
  ])
  await ben(api.tokens.revokeOwn, { params: { token: token.id } })
  expect((await ben(api.tokens.listOwn, {})).tokens.map(({ id }) => id)).toEqual([everywhere.id])
})

test('tokens for editing in apps are listed until they expire or their session ends', async () => {
  await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const body = { origin: 'https://shop.example' }
  await people.call(api.editing.setOrigins, { params, body: { origins: [body.origin] } })
  const { token } = await made()
  const ofProject = async () => {
    const { tokens } = await people.call(api.tokens.list, { params })
    const { counts } = await people.list({ show: 'person', q: '', limit: 1 })
    expect(counts.token).toBe(tokens.length)
    return tokens.map(({ name }) => name)
  }
  const ben = await people.as('Ben')
  await ben(api.editing.connect, { params, body })
  expect(await ofProject()).toEqual([body.origin, token.name])
  await ben(api.session.signOut, {})
  expect(await ofProject()).toEqual([token.name])
  const again = await people.as('Ben')
  expect((await again(api.tokens.listOwn, {})).tokens).toEqual([])
  await again(api.editing.connect, { params, body })
  expect((await again(api.tokens.listOwn, {})).tokens).toMatchObject([{ name: body.origin }])
  time += 8 * 60 * 60 * 1000
  expect(await ofProject()).toEqual([token.name])
})

test('lists mark tokens of people whose account is suspended', async () => {
  const person = await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const ben = await people.as('Ben')
  const body = { name: 'Laptop', scopes: ['read' as const], languages: null, days: 30 }
  const { token, secret } = await ben(api.tokens.create, { params, body })
  expect(token.madeBy).toEqual({ id: person, name: 'Ben', isSuspended: false })
  await people.call(api.admin.suspend, { params: { person }, body: { isSuspended: true } })
  const { tokens } = await people.call(api.tokens.list, { params })
  expect(tokens.map(({ madeBy }) => madeBy)).toEqual([{ id: person, name: 'Ben', isSuspended: true }])
  expect(await codeOf(saveWith(secret))).toBe('invalid-token')
})

test('the session of a token names its person, with the projects that the token reads', async () => {
  const other = { slug: 'other', name: 'Other', sourceLanguage: 'en' }
  await people.call(api.projects.create, { body: other })
  const { secret } = await made({ scopes: ['read'] })
  const { actor } = await bearer(secret)(api.session.get, {})
  expect(actor?.name).toBe('Ann')
  const { firstProject } = await people.calling({})(api.session.get, {})
  expect((await bearer(secret)(api.session.get, {})).firstProject).toBe('shop')
  expect(firstProject).toBeNull()
})
