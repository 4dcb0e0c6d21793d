import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type AllowedAddresses,
  mayConnectTo,
  NO_ALLOWED_ADDRESSES,
  readAllowedAddress,
} from './allowed-addresses.ts'
import { type Lookup, OutgoingError, type OutgoingRequest, openOutgoing } from './open-outgoing.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Opens a real server on one loopback address, and records its requests. */
async function serve(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}) {
  const asked: { path: string; headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    asked.push({ path: request.url ?? '', headers: request.headers, body })
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return { asked, port: (server.address() as AddressInfo).port }
}

/** Here 127.0.0.1 counts as a public address, 127.0.0.2 for an internal one. */
const ONLY_FIRST: AllowedAddresses = { networks: [placeOf('127.0.0.1')], hosts: new Set() }
const NAMES = new Map([
  ['out.example', '127.0.0.1'],
  ['other.example', '127.0.0.1'],
  ['inside.example', '127.0.0.2'],
])
const lookup: Lookup = async (host) => [{ address: NAMES.get(host) ?? '127.0.0.2' }]

function placeOf(text: string) {
  const place = readAllowedAddress(text)
  if (place === null || !('network' in place)) throw new Error(text)
  return place.network
}

function openTest(given: Lookup = lookup, allowed = ONLY_FIRST) {
  return openOutgoing({ allowed, userAgent: 'Dragoman/test', lookup: given })
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (error instanceof OutgoingError) return error.reason
  throw new Error('It was expected to be refused', { cause: error })
}

describe('addresses', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.1.2', 'loopback'],
    ['0.0.0.0', 'this machine'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata of Azure'],
    ['100.100.100.200', 'metadata of Alibaba, shared by a provider'],
    ['192.0.0.192', 'metadata of Oracle'],
    ['198.18.0.1', 'benchmarks'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'this machine'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local of old'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata of Amazon'],
    ['ff02::1', 'multicast'],
    ['::ffff:127.0.0.1', 'IPv4 in IPv6'],
    ['::ffff:a00:1', 'IPv4 in IPv6'],
    ['::127.0.0.1', 'IPv4 in IPv6 of old'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::7f00:1', 'NAT64 of a network'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['100::1', 'discard'],
    ['localhost', 'no address'],
    ['2130706433', 'a number'],
    ['0x7f.1', 'a short form'],
  ])('%s is refused (%s)', (address) => {
    expect(mayConnectTo(address, 'out.example', NO_ALLOWED_ADDRESSES)).toBe(false)
  })
  test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(mayConnectTo(address, 'out.example', NO_ALLOWED_ADDRESSES)).toBe(true)
  })
  test('what the operator allows: a network, an address, a host', () => {
    const allowed: AllowedAddresses = {
      networks: [placeOf('10.1.0.0/16'), placeOf('fd00::5')],
      hosts: new Set(['git.internal']),
    }
    expect(mayConnectTo('10.1.9.9', 'x.example', allowed)).toBe(true)
    expect(mayConnectTo('::ffff:10.1.9.9', 'x.example', allowed)).toBe(true)
    expect(mayConnectTo('10.2.0.1', 'x.example', allowed)).toBe(false)
    expect(mayConnectTo('fd00::5', 'x.example', allowed)).toBe(true)
    expect(mayConnectTo('fd00::6', 'x.example', allowed)).toBe(false)
    expect(mayConnectTo('192.168.0.4', 'git.internal', allowed)).toBe(true)
    expect(mayConnectTo('192.168.0.4', 'www.internal', allowed)).toBe(false)
    expect(readAllowedAddress('10.1')).toBeNull()
    expect(readAllowedAddress('0x7f.1')).toBeNull()
    expect(readAllowedAddress('10.0.0.0/99')).toBeNull()
    expect(readAllowedAddress('a b')).toBeNull()
  })
})

describe('requests', () => {
  test('reach a public address, with what was requested', async () => {
    const { asked, port } = await serve((_, response) => response.writeHead(201, { 'x-a': 'b' }).end('hello'))
    const answer = await openTest().fetch(`http://out.example:${port}/path?q=1`, {
      method: 'POST',
      headers: { Authorization: 'Bearer x' },
      body: 'body',
    })
    expect([answer.status, answer.headers.get('x-a'), await answer.text()]).toEqual([201, 'b', 'hello'])
    expect(asked).toMatchObject([
      {
        path: '/path?q=1',
        body: 'body',
        headers: {
          host: `out.example:${port}`,
          authorization: 'Bearer x',
          'user-agent': 'Dragoman/test',
          'accept-encoding': 'identity',
        },
      },
    ])
  })

  test('to an internal address are not made, by name or by number', async () => {
    const inside = await serve((_, response) => response.end('secret'), { host: '127.0.0.2' })
    const { fetch } = openTest()
    for (const host of ['inside.example', '127.0.0.2', '[::ffff:127.0.0.2]', '0x7f.0.0.2', 'localhost'])
      expect(await reasonOf(fetch(`http://${host}:${inside.port}/`))).toBe('not-public')
    expect(inside.asked).toEqual([])
  })

  test('go to the checked address, even if the name resolves differently a moment later', async () => {
    const outside = await serve((_, response) => response.end('outside'))
    const inside = await serve((_, response) => response.end('inside'), {
      host: '127.0.0.2',
      port: outside.port,
    })
    let times = 0
    const rebinding: Lookup = async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2' }]
    const { fetch } = openTest(rebinding)
    const address = `http://rebind.example:${outside.port}/`
    expect(await (await fetch(address)).text()).toBe('outside')
    expect(times).toBe(1)
    expect(await reasonOf(fetch(address))).toBe('not-public')
    expect(inside.asked).toEqual([])
  })

  test('to a name with an internal and a public address use the public one', async () => {
    const { port } = await serve((_, response) => response.end('outside'))
    const both: Lookup = async () => [{ address: '127.0.0.2' }, { address: '127.0.0.1' }]
    expect(await (await openTest(both).fetch(`http://both.example:${port}/`)).text()).toBe('outside')
  })

  test('of other kinds are not made', async () => {
    const { fetch } = openTest()
    for (const address of ['file:///etc/passwd', 'ftp://out.example/', 'gopher://out.example', 'nothing'])
      expect(await reasonOf(fetch(address))).toBe('not-web')
    expect(await reasonOf(fetch('http://ann:secret@out.example/'))).toBe('not-web')
  })

  test('to an unreachable host', async () => {
    const nobody: Lookup = async () => []
    expect(await reasonOf(openTest(nobody).fetch('http://gone.example/'))).toBe('no-such-host')
    const { port } = await serve((_, response) => response.end())
    servers.pop()?.close()
    expect(await reasonOf(openTest().fetch(`http://out.example:${port}/`))).toBe('no-connection')
  })
})

describe('redirects', () => {
  test('are followed, and each is checked', async () => {
    const inside = await serve((_, response) => response.end('secret'), { host: '127.0.0.2' })
    const { port } = await serve((request, response) => {
      const to = new Map([
        ['/a', '/b'],
        ['/in', `http://inside.example:${inside.port}/`],
        ['/file', 'file:///etc/passwd'],
        ['/round', '/round'],
      ]).get(request.url ?? '')
      if (to === undefined) response.end('end')
      else response.writeHead(302, { location: to }).end()
    })
    const { fetch } = openTest()
    expect(await (await fetch(`http://out.example:${port}/a`)).text()).toBe('end')
    expect(await reasonOf(fetch(`http://out.example:${port}/in`))).toBe('not-public')
    expect(await reasonOf(fetch(`http://out.example:${port}/file`))).toBe('not-web')
    expect(await reasonOf(fetch(`http://out.example:${port}/round`))).toBe('too-many-redirects')
    const kept = await fetch(`http://out.example:${port}/a`, { redirects: 'none' })
    expect([kept.status, kept.headers.get('location')]).toEqual([302, '/b'])
    expect(inside.asked).toEqual([])
  })

  test('to another origin carry neither credentials nor body', async () => {
    const other = await serve((_, response) => response.end('there'))
    const first = await serve((request, response) =>
      response
        .writeHead(307, {
          location: request.url === '/stay' ? '/end' : `http://other.example:${other.port}/`,
        })
        .end(),
    )
    const { fetch } = openTest()
    const request: OutgoingRequest = {
      method: 'POST',
      headers: {
        authorization: 'Bearer secret',
        cookie: 'a=secret',
        'content-type': 'text/plain',
        'x-a': 'b',
      },
      body: 'secret',
    }
    await fetch(`http://out.example:${first.port}/leave`, request)
    expect(JSON.stringify(other.asked)).not.toContain('secret')
    expect(other.asked[0]?.headers['x-a']).toBe('b')
    expect(other.asked[0]?.headers['content-type']).toBeUndefined()
  })

  test('on the same origin keep both', async () => {
    const { asked, port } = await serve((request, response) => {
      if (request.url === '/end') response.end()
      else response.writeHead(307, { location: '/end' }).end()
    })
    await openTest().fetch(`http://out.example:${port}/`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret' },
      body: 'secret',
    })
    expect(asked[1]).toMatchObject({ body: 'secret', headers: { authorization: 'Bearer secret' } })
  })
})

describe('limits', () => {
  test('of size, announced or not', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/declared') response.setHeader('content-length', 5000)
      response.write('x'.repeat(2000))
      response.end('x'.repeat(3000))
    })
    const { fetch } = openTest()
    for (const path of ['declared', 'undeclared'])
      expect(await reasonOf(fetch(`http://out.example:${port}/${path}`, { maxBytes: 4000 }))).toBe(
        'answer-too-large',
      )
    expect((await (await fetch(`http://out.example:${port}/declared`)).text()).length).toBe(5000)
  })

  test('of time: no answer, an endless answer, a name that never resolves', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/begun') response.write('x')
    })
    const { fetch } = openTest()
    for (const path of ['never', 'begun'])
      expect(await reasonOf(fetch(`http://out.example:${port}/${path}`, { timeoutMs: 100 }))).toBe('too-slow')
    const never: Lookup = () => new Promise(() => {})
    expect(await reasonOf(openTest(never).fetch('http://out.example/', { timeoutMs: 50 }))).toBe('too-slow')
  })
})
