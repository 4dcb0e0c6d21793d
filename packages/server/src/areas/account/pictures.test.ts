import { api } from '@dragoman/contract'
import { changeGroupPeople, createGroup, putPicture } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { peopleOf } from '../../../test/people.ts'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const segment = (marker: number, bytes: readonly number[]) => [
  0xff,
  marker,
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 0xff,
  ...bytes,
]
const jpeg = (width: number, height: number) =>
  Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    ...segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, 1, ...new Array<number>(15).fill(0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x3f, 0xff, 0x00, 0x37, 0xff, 0xd9],
  ])
const JPEG = jpeg(1, 1)
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

/** Returns the bytes with others from a place on. */
function withBytes(bytes: Uint8Array, at: number, others: readonly number[]): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes)
  changed.set(others, at)
  return changed
}
const sizeOf60000 = [0, 0, 0xea, 0x60]
const cut = (bytes: Uint8Array, missing: number) => new Uint8Array(bytes.subarray(0, bytes.length - missing))

describe('a picture', () => {
  test.each([
    ['PNG', PNG],
    ['JPEG', JPEG],
    ['WebP', WEBP],
    ['JPEG with data of a camera after its end', Buffer.concat([JPEG, Buffer.from('SEFT')])],
  ])('of type %s is kept', async (_, bytes) => {
    server = await openTestServer()
    const { picture } = await server.call(api.account.setPicture, { bytes: new Uint8Array(bytes) })
    expect(picture).not.toBeNull()
  })

  test.each([
    [
      'a PNG of 60,000 × 60,000 pixels',
      withBytes(PNG, 16, [...sizeOf60000, ...sizeOf60000]),
      'picture-too-large',
    ],
    ['a PNG one pixel too high', withBytes(PNG, 20, [0, 0, 0x10, 1]), 'picture-too-large'],
    ['a JPEG of 65,535 pixels', new Uint8Array(jpeg(1, 65_535)), 'picture-too-large'],
    ['a PNG without its end', cut(PNG, 12), 'picture-incomplete'],
    ['a PNG that ends in its pixels', cut(PNG, 20), 'picture-incomplete'],
    ['a JPEG without its end', cut(JPEG, 2), 'picture-incomplete'],
    ['a WebP that is shorter than it says', cut(WEBP, 2), 'picture-incomplete'],
    [
      'a text after three bytes of a JPEG',
      withBytes(new TextEncoder().encode('...some text that is long'), 0, [0xff, 0xd8, 0xff]),
      'unsupported-picture',
    ],
    [
      'a GIF',
      new TextEncoder().encode('GIF89a\u0001\0\u0001\0\0\0\0;                '),
      'unsupported-picture',
    ],
    ['a PNG without a size', withBytes(PNG, 16, [0, 0, 0, 0]), 'unsupported-picture'],
  ])('is refused: %s', async (_, bytes, code) => {
    server = await openTestServer()
    const failure = await server.fail(api.account.setPicture, { bytes })
    expect(failure.code).toBe(code)
    expect((await server.call(api.account.get, {})).picture).toBeNull()
  })
})

describe.each(DATABASES)('the picture of a person · %s', (database) => {
  test('is shown to people of a common project, to owners, and to no one else', async () => {
    server = await openTestServer({ database })
    const { store } = server.server.deps
    for (const slug of ['alpha', 'beta'])
      await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
    const [alpha, beta] = await store.read(async ({ db }) =>
      (await db.selectFrom('project').select('id').orderBy('id').execute()).map(({ id }) => id),
    )
    if (alpha === undefined || beta === undefined) throw new Error('no projects')
    const people = peopleOf(server)
    const mara = await people.member('Mara', alpha, { role: 'reviewer' })
    const piotr = await people.member('Piotr', alpha, { role: 'translator' })
    const sam = await people.member('Sam', beta, { role: 'manager' })
    const grete = await people.stranger('Grete')
    await server.call(api.projects.update, {
      params: { project: 'alpha' },
      body: { sharing: { with: 'signed-in', role: 'reader' } },
    })
    await store.write((w) => putPicture(w, mara.id, { type: 'image/png', bytes: PNG, version: 'a' }))
    await store.write((w) => putPicture(w, 1, { type: 'image/png', bytes: PNG, version: 'a' }))
    const status = async (person: { send: (path: string) => Promise<Response> }, of: number) =>
      (await person.send(`/api/people/${of}/picture`)).status
    const owner = { send: (path: string) => server?.request(path) ?? Promise.reject(new Error('closed')) }
    expect([
      await status(mara, mara.id),
      await status(piotr, mara.id),
      await status(owner, mara.id),
      await status(sam, mara.id),
      await status(grete, mara.id),
      await status(piotr, 1),
      await status(grete, 1),
      await status(sam, 99),
    ]).toEqual([200, 200, 200, 404, 404, 200, 404, 404])
    const unknown = await (await sam.send('/api/people/99/picture')).json()
    expect(await (await sam.send(`/api/people/${mara.id}/picture`)).json()).toEqual(unknown)
    await store.write(async (w) => {
      const group = await createGroup(w, { name: 'Reviewers', at: new Date().toISOString() })
      await changeGroupPeople(w, { groupId: group.id, add: [grete.id], remove: [], source: 'hand' })
      await w.db
        .insertInto('group_membership')
        .values({
          group_id: group.id,
          project_id: alpha,
          role: 'viewer',
          languages: null,
          namespaces: null,
          grants: '[]',
          version: 1,
        })
        .execute()
    })
    expect(await status(grete, mara.id)).toBe(200)
  })
})
