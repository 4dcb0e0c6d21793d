import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@dragoman/contract'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { freeTestPorts } from '../../../../scripts/lib/test-ports.ts'
import { startDelivery } from '../../src/deliver.ts'
import { eventually, openTestServer } from '../test-server.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasCaddy = isThere('caddy', 'version')

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
