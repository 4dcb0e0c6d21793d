import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitSource } from '@dragoman/store'
import { expect, test } from 'vitest'
import { callRemote } from '../../src/git/remote.ts'
import { readRemoteAddress } from '../../src/git/remote-address.ts'
import { openGit } from '../../src/git/run-git.ts'
import { problemOf } from '../../src/sources/git/git-problem.ts'
import { gitProject } from './git-project.ts'
import { openGitServer, run } from './git-server.ts'

const FILES = {
  'locales/en.json': '{\n  "pay": "Pay"\n}\n',
  'locales/de.json': '{\n  "pay": "Zahlen"\n}\n',
}

test('an untrusted certificate is reported, nothing is written, and a trusted one works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-tls-'))
  const [keyFile, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
  run(
    folder,
    'openssl',
    ...made,
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    keyFile,
    '-out',
    certificate,
  )
  const server = await openGitServer()
  const repository = server.createRepository('shop')
  repository.write(FILES)
  repository.commit('First')
  const secure = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificate) }, (from, to) => {
    const { method, headers, url = '/' } = from
    const onward = request(`${server.origin}${url}`, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(to)
    })
    from.pipe(onward)
  })
  try {
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const address = readRemoteAddress(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/shop.git`)
    if ('fault' in address) throw new Error(address.fault)
    const git = openGit({ searchPath: process.env.PATH ?? '' })
    const copy = join(folder, 'copy')
    await git({ repository: null, args: ['init', '--quiet', '--bare', copy] })
    const { user, password } = server
    const remote = {
      address,
      pinned: '127.0.0.1',
      credentials: { kind: 'password', user, password } as const,
    }
    const call = { repository: copy, args: ['fetch', '--quiet', '--end-of-options', address.url, 'main'] }
    const objects = () => readdirSync(join(copy, 'objects'), { recursive: true }).length
    const before = objects()
    const error = await callRemote(git, remote, call).catch((e: unknown) => e)
    expect(problemOf(error)?.code).toBe('certificate-invalid')
    expect(objects()).toBe(before)
    expect(server.requests).toEqual([])
    await callRemote(git, remote, { ...call, config: [['http.sslCAInfo', certificate]] })
    expect(objects()).toBeGreaterThan(before)
  } finally {
    secure.closeAllConnections()
    await new Promise((resolve) => secure.close(resolve))
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Only an administrator of the machine can mount. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-mount-'))
  try {
    run(folder, 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
    run('/', 'umount', folder)
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.skipIf(!canMount())(
  'a full disk is reported, translating continues, and it is sent when there is room',
  async () => {
    const project = await gitProject(FILES)
    const folder = join(project.test.folder, 'data/git')
    const filler = join(folder, 'filler')
    run('/', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)
    const problem = async () =>
      (await project.test.server.deps.store.read((r) => gitSource(r, project.sourceId)))?.problem ?? null
    try {
      // First without a copy, then with one that has no room for a commit.
      for (const text of ['Bezahlen', 'Kaufen']) {
        fill(filler)
        await project.save('pay', 'de', text)
        const failure = await project.send().catch((error: unknown) => error)
        expect(failure).toMatchObject({ code: 'source-unreachable', params: { reason: 'copy-failed' } })
        expect(await problem()).toMatchObject({ code: 'copy-failed' })
        await project.save('pay', 'de', `${text}!`)
        expect(await project.text('pay', 'de')).toBe(`${text}!`)
        rmSync(filler)
        await project.send()
        expect(project.repository.fileAt('main', 'locales/de.json')).toContain(`"${text}!"`)
        expect(await problem()).toBeNull()
      }
    } finally {
      run('/', 'umount', '-l', folder)
      await project.close()
    }
  },
)

/** Uses up all free space. */
function fill(path: string): void {
  const piece = Buffer.alloc(4096, 1)
  try {
    for (;;) writeFileSync(path, piece, { flag: 'a' })
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}
