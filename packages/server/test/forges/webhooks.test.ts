import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readForgeWebhook } from '../../src/forges/read-webhook.ts'
import { type GitServer, openGitServer } from '../git/git-server.ts'
import type { DoubleEvent } from './double-kind.ts'
import { openPull } from './double-world.ts'
import { type DoubleName, type ForgeDouble, openForgeDouble } from './forge-double.ts'

const SECRET = 'a secret of the hook'
const SIGNING = `whsec_${Buffer.from('a key of thirty-two bytes 012345').toString('base64')}`
const ZEROS = '0'.repeat(40)
const [A, B] = ['a'.repeat(40), 'b'.repeat(40)] as const

let gitServer: GitServer
let double: ForgeDouble | null = null
beforeEach(async () => {
  gitServer = await openGitServer()
})
afterEach(async () => {
  await gitServer.close()
  await double?.end()
  expect(double?.problems ?? []).toEqual([])
  double = null
})

async function openWorld(name: DoubleName) {
  double = await openForgeDouble(name)
  const repository = gitServer.createRepository('shop')
  repository.write({ a: 'a' })
  repository.commit('Begin')
  repository.git('push', '--quiet', 'origin', 'main:dragoman/shop')
  const world = double.addRepository('team/shop', repository.bare)
  const pull = openPull(world, { head: 'dragoman/shop', base: 'main', title: 'T', body: '' })
  return { double, world, pull, repository }
}

const read = (headers: Headers, body: Uint8Array, secret = SECRET, now = new Date()) =>
  readForgeWebhook(headers, body, { secret, now })

describe.each(['github', 'gitlab', 'gitea', 'forgejo'] as const)('%s', (name) => {
  const forge = name === 'forgejo' ? 'gitea' : name

  test('reports pushes, and what people do with a pull request', async () => {
    const { double, world, pull, repository } = await openWorld(name)
    const eventOf = (event: DoubleEvent) => {
      const { headers, body } = double.webhookOf(world, event, SECRET)
      return read(headers, body)
    }
    const push = { kind: 'push', branch: 'main', before: A, after: B } as const
    expect(eventOf(push)).toEqual({ forge, delivery: expect.any(String), event: push })
    expect(eventOf({ ...push, before: ZEROS })).toMatchObject({ event: { before: null, after: B } })
    expect(eventOf({ ...push, branch: 'a/b', after: ZEROS })).toMatchObject({
      event: { branch: 'a/b', before: A, after: null },
    })
    const wanted = { kind: 'pull-request', number: pull.number, headBranch: 'dragoman/shop', base: 'main' }
    Object.assign(pull, { state: 'merged', endedBy: 'rita' })
    expect(eventOf({ kind: 'pull-request', pull, action: 'closed' })).toMatchObject({
      event: { ...wanted, state: 'merged' },
    })
    pull.state = 'closed'
    repository.git('push', '--quiet', 'origin', ':dragoman/shop')
    expect(eventOf({ kind: 'pull-request', pull, action: 'closed' })).toMatchObject({
      event: { ...wanted, state: 'closed' },
    })
    pull.state = 'open'
    expect(eventOf({ kind: 'pull-request', pull, action: 'reopened' })).toMatchObject({
      event: { ...wanted, state: 'open' },
    })
    const ping = eventOf({ kind: 'ping' })
    expect('event' in ping && ping.event.kind).toBe(name === 'gitlab' ? 'other' : 'ping')
  })

  test('with another secret, another body or no signature it is rejected', async () => {
    const { double, world } = await openWorld(name)
    const push = { kind: 'push', branch: 'main', before: A, after: B } as const
    const { headers, body } = double.webhookOf(world, push, SECRET)
    const wrong = { fault: 'wrong-signature' }
    expect(read(headers, body, 'another secret')).toEqual(wrong)
    expect(read(headers, body, '')).toEqual(wrong)
    expect(read(new Headers(), body)).toEqual(wrong)
    const named = [...headers].filter(([key]) => /signature|token/.test(key))
    for (const [key, value] of named) {
      const changed = new Headers(headers)
      changed.set(key, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`)
      // Of several signatures only the forge's own counts.
      const isOwn = key === named.find(([one]) => /forgejo|gitea|gitlab|hub/.test(one))?.[0]
      if (isOwn || named.length === 1) expect(read(changed, body)).toEqual(wrong)
    }
    const other = Buffer.from(body)
    other[other.length - 2] = 0x20
    // GitLab's older secret is sent in plain text, and does not sign the body.
    if (name !== 'gitlab') expect(read(headers, other)).toEqual(wrong)
  })
})

test('GitLab’s newer signature contains a time, and is not accepted later', async () => {
  const { double, world } = await openWorld('gitlab')
  const push = { kind: 'push', branch: 'main', before: A, after: B } as const
  const { headers, body } = double.webhookOf(world, push, SIGNING)
  expect(headers.has('x-gitlab-token')).toBe(false)
  expect(read(headers, body, SIGNING)).toEqual({
    forge: 'gitlab',
    delivery: headers.get('webhook-id'),
    event: push,
  })
  const several = new Headers(headers)
  several.set('webhook-signature', `v1,AAAA ${headers.get('webhook-signature')}`)
  expect(read(several, body, SIGNING)).toMatchObject({ event: push })
  const later = new Date(Date.now() + 6 * 60 * 1000)
  expect(read(headers, body, SIGNING, later)).toEqual({ fault: 'too-old' })
  for (const days of [-1, 1]) {
    const clock = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    expect(read(headers, body, SIGNING, clock)).toEqual({ fault: 'too-old' })
  }
  for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const changed = new Headers(headers)
    changed.set(header, `${headers.get(header)}1`)
    expect(read(changed, body, SIGNING)).toEqual({ fault: 'wrong-signature' })
  }
  expect(read(headers, Buffer.from('{}'), SIGNING)).toEqual({ fault: 'wrong-signature' })
  expect(read(headers, body, 'whsec_')).toEqual({ fault: 'wrong-signature' })
})

describe('content that is signed but invalid', () => {
  const signed = (event: string, text: string | Uint8Array) => {
    const signature = `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`
    const headers = new Headers({ 'x-github-event': event, 'x-hub-signature-256': signature })
    return read(headers, Buffer.from(text))
  }

  test.each([
    ['push', '{'],
    ['push', 'null'],
    ['push', '[]'],
    ['push', '{"ref":7,"before":"","after":""}'],
    ['push', '{"ref":"refs/heads/main","before":"; rm -rf /","after":"x"}'],
    ['push', `{"ref":"refs/heads/main","before":"${A}"}`],
    ['pull_request', '{"pull_request":{"number":"7"}}'],
    ['pull_request', '{}'],
  ])('%s: %s', (event, text) => {
    expect(signed(event, text)).toEqual({ fault: 'unreadable' })
  })

  test('a form that contains the message is read too', () => {
    const push = { ref: 'refs/heads/main', before: A, after: B }
    const text = String(new URLSearchParams({ payload: JSON.stringify(push) }))
    const headers = new Headers({
      'content-type': 'application/x-www-form-urlencoded',
      'x-github-event': 'push',
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`,
    })
    expect(read(headers, Buffer.from(text))).toMatchObject({ event: { kind: 'push', branch: 'main' } })
    expect(read(headers, Buffer.from('payload='))).toEqual({ fault: 'wrong-signature' })
  })

  test('bytes that are not UTF-8', () => {
    expect(signed('push', Buffer.from([0x7b, 0xff, 0x7d]))).toEqual({ fault: 'unreadable' })
  })

  test('tags and all other events are ignored', () => {
    expect(signed('push', `{"ref":"refs/tags/v1","before":"${A}","after":"${B}"}`)).toMatchObject({
      event: { kind: 'other' },
      delivery: null,
    })
    expect(signed('star', '{"action":"created"}')).toMatchObject({ event: { kind: 'other', name: 'star' } })
    expect(
      signed('push', `{"ref":"refs/heads/x","before":"${'a'.repeat(64)}","after":"${'0'.repeat(64)}"}`),
    ).toMatchObject({ event: { before: 'a'.repeat(64), after: null } }) // SHA-256 ids
  })
})
