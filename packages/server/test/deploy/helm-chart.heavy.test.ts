import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import {
  CHART,
  type ChartRenderer,
  canRenderCharts,
  type Manifest,
  openChartRenderer,
} from './render-chart.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const readChart = (path: string) => readFile(join(CHART, path), 'utf8')
const readExample = async (name: string) => parse(await readChart(`ci/${name}-values.yaml`))
const EXAMPLES = ['postgres', 'ingress', 'everything'] as const
const SECRETS =
  /^DRAGOMAN_(DATABASE_URL|SECRET|SMTP_URL|SETUP_CODE|METRICS_TOKEN|S3_ACCESS_KEY|S3_SECRET_KEY)$/
const SELECTOR = 'app.kubernetes.io/component'

async function validatorOfValues() {
  const isValid = new Ajv({ allErrors: true }).compile(JSON.parse(await readChart('values.schema.json')))
  return (values: unknown) =>
    isValid(values)
      ? []
      : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('values of the chart', () => {
  test('are those of the schema, in the defaults and in the examples', async () => {
    const faultsOf = await validatorOfValues()
    expect(faultsOf(parse(await readChart('values.yaml')))).toEqual([])
    expect(readdirSync(join(CHART, 'ci')).sort()).toEqual(
      EXAMPLES.map((name) => `${name}-values.yaml`).sort(),
    )
    for (const name of EXAMPLES) expect(faultsOf(await readExample(name)), name).toEqual([])
  })

  test('each have a property in the schema, and vice versa', async () => {
    const schema = JSON.parse(await readChart('values.schema.json'))
    const values = parse(await readChart('values.yaml'))
    expect([...Object.keys(values), 'global'].sort()).toEqual(Object.keys(schema.properties).sort())
    // Maps that users fill have no entries by default.
    for (const [name, part] of Object.entries<{ properties?: object }>(schema.properties))
      if (part.properties !== undefined && name !== 'settings')
        expect(Object.keys(values[name]).sort(), name).toEqual(Object.keys(part.properties).sort())
  })

  test.each([
    [{ repicas: 3 }, ' must NOT have additional properties'],
    [{ server: { replicas: '3' } }, '/server/replicas must be integer'],
    [{ drainSeconds: 301 }, '/drainSeconds must be <= 300'],
    [{ database: { type: 'mysql' } }, '/database/type must be equal to one of the allowed values'],
    [{ settings: { DRAGOMAN_SECRET: 'x'.repeat(32) } }, '/settings must NOT have additional properties'],
    [
      { secret: { values: { DRAGOMAN_SECRET: 'short' } } },
      '/secret/values/DRAGOMAN_SECRET must match pattern',
    ],
    [{ image: { digest: 'latest' } }, '/image/digest must match pattern'],
    [{ url: 'l10n.example.com' }, '/url must match pattern'],
  ])('%j are refused by the schema', async (values, fault) => {
    const faults = (await validatorOfValues())(values)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  test('can set whatever the program reads, except where its data is and how it listens', async () => {
    const config = await readFile(join(ROOT, 'packages/server/src/config.ts'), 'utf8')
    const read = new Set([...config.matchAll(/'(DRAGOMAN_[A-Z0-9_]+)'/g)].map(([, name]) => name))
    for (const name of ['DRAGOMAN_DATA', 'DRAGOMAN_HOST', 'DRAGOMAN_PORT'])
      expect(read.delete(name)).toBe(true)
    const { properties } = JSON.parse(await readChart('values.schema.json'))
    const templates = await readChart('templates/_helpers.tpl')
    const inTemplates = templates.match(/\bDRAGOMAN_[A-Z0-9_]+/g) ?? []
    const settable = new Set([...inTemplates, ...Object.keys(properties.settings.properties)])
    expect([...settable].sort()).toEqual([...read].sort())
    expect(Object.keys(properties.secret.properties.values.properties).sort()).toEqual(
      [...read].filter((name) => SECRETS.test(name ?? '')).sort(),
    )
  })

  test('belong to this version of the program', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(parse(await readChart('Chart.yaml'))).toMatchObject({
      apiVersion: 'v2',
      name: 'dragoman',
      appVersion: version,
    })
  })
})

// Skipped without Helm, and without Go with Sprig.
describe.skipIf(!canRenderCharts)('the chart, rendered by Helm or by Go and Sprig', () => {
  let renderer: ChartRenderer
  beforeAll(async () => {
    renderer = await openChartRenderer()
  })
  afterAll(() => renderer.remove())

  async function render(values: object, releaseName?: string) {
    const { manifests, error } = await renderer.render(values, releaseName)
    expect(error).toBe('')
    return manifests
  }

  test.each(['defaults', ...EXAMPLES])('of %s fits together', async (name) => {
    const manifests = await render(name === 'defaults' ? {} : await readExample(name))
    for (const { apiVersion, kind, metadata } of manifests) {
      expect(apiVersion).toMatch(/^[a-z0-9./]+$/)
      expect(kind).toMatch(/^[A-Z][A-Za-z]+$/)
      expect(metadata.name).toMatch(/^dragoman(-deliver|-data|-blobs)?$/)
      expect(metadata.labels['app.kubernetes.io/instance']).toBe('dragoman')
    }
    const ids = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(ids).size).toBe(ids.length)
    const deployments = all(manifests, 'Deployment')
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
      expectSafePod(spec.template.spec, manifests)
    }
    const components = deployments.map(({ spec }) => spec.selector.matchLabels[SELECTOR])
    expect(new Set(components).size).toBe(deployments.length)
    // Each service and budget selects the pods of one deployment.
    for (const one of [...all(manifests, 'Service'), ...all(manifests, 'PodDisruptionBudget')]) {
      const wanted = one.kind === 'Service' ? one.spec.selector : one.spec.selector.matchLabels
      const selected = deployments.filter(({ spec }) => isSubset(wanted, spec.template.metadata.labels))
      expect(selected.map(({ metadata }) => metadata.name)).toEqual([one.metadata.name])
      const ports = selected[0]?.spec.template.spec.containers[0]?.ports.map((port) => port.name)
      if (one.kind === 'Service') expect(ports).toEqual(one.spec.ports.map((port) => port.targetPort))
    }
    const services = all(manifests, 'Service')
    for (const { spec } of all(manifests, 'Ingress'))
      for (const { http } of spec.rules)
        for (const { backend } of http.paths) {
          const service = services.find(({ metadata }) => metadata.name === backend.service.name)
          expect(service?.spec.ports.map((port) => port.name)).toContain(backend.service.port.name)
        }
  })

  test('has the requested documents', async () => {
    const kindsOf = async (values: object) => (await render(values)).map(({ kind }) => kind).sort()
    const alone = ['Deployment', 'PersistentVolumeClaim', 'Service', 'ServiceAccount']
    expect(await kindsOf({})).toEqual(alone)
    expect(await kindsOf(await readExample('ingress'))).toEqual([...alone, 'Ingress'].sort())
    const pair = [
      'Deployment',
      'Deployment',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
      'Service',
    ]
    expect(await kindsOf(await readExample('postgres'))).toEqual(
      [...pair, 'PersistentVolumeClaim', 'ServiceAccount'].sort(),
    )
    const rest = ['HorizontalPodAutoscaler', 'Ingress', 'PersistentVolumeClaim', 'PersistentVolumeClaim']
    expect(await kindsOf(await readExample('everything'))).toEqual(
      [...pair, ...rest, 'Secret', 'ServiceAccount', 'ServiceMonitor'].sort(),
    )
    expect(await kindsOf({ data: { existingClaim: 'texts' }, serviceAccount: { create: false } })).toEqual([
      'Deployment',
      'Service',
    ])
  })

  test('matches the manifests for kustomize: pods, probes, grace, security, routes', async () => {
    const read = async (name: string): Promise<Manifest[]> =>
      parseAllDocuments(await readFile(join(ROOT, `deploy/kubernetes/${name}.yaml`), 'utf8')).map((one) =>
        one.toJS(),
      )
    const channels = [{ project: 'shop', channel: 'live' }]
    const ingress = { enabled: true, hosts: ['l10n.example.com'], channels }
    const manifests = await render({ ...(await readExample('postgres')), server: { replicas: 2 }, ingress })
    for (const [name, file] of [
      ['dragoman', 'server'],
      ['dragoman-deliver', 'deliver'],
    ] as const) {
      const wanted = all(await read(file), 'Deployment')[0]?.spec
      const made = all(manifests, 'Deployment').find(({ metadata }) => metadata.name === name)?.spec
      expect(made?.replicas).toBe(wanted?.replicas)
      expect(made?.strategy).toEqual(wanted?.strategy)
      const { serviceAccountName, containers, ...pod } = made!.template.spec
      const { containers: wantedContainers, ...wantedPod } = wanted!.template.spec
      expect(serviceAccountName).toBe('dragoman')
      expect(pod).toEqual(wantedPod)
      const { image, imagePullPolicy, env, ...container } = containers[0]!
      const { image: _image, env: _env, envFrom: _from, ...wantedContainer } = wantedContainers[0]!
      expect(imagePullPolicy).toBe('IfNotPresent')
      expect(container).toEqual(wantedContainer)
      const { images } = parse(await readFile(join(ROOT, 'deploy/kubernetes/kustomization.yaml'), 'utf8'))
      expect(image.split(':')[0]).toBe(images[0].newName)
      expect(env?.find((one) => one.name === 'DRAGOMAN_DRAIN_SECONDS')?.value).toBe('10')
    }
    const [route] = all(manifests, 'Ingress')
    const [wantedRoute] = await read('ingress')
    expect(route?.spec).toEqual({ ...wantedRoute?.spec })
    expect(route?.metadata.annotations).toEqual(wantedRoute?.metadata.annotations)
  })

  test('stops one server with SQLite before the next one starts, and reads no variable of PostgreSQL', async () => {
    const [server] = all(await render({ secret: { existing: 'texts' } }), 'Deployment')
    expect(server?.spec.strategy).toEqual({ type: 'Recreate' })
    expect(envOf(server)).toEqual({
      DRAGOMAN_DRAIN_SECONDS: '10',
      DRAGOMAN_METRICS_TOKEN: 'of texts, optional',
      DRAGOMAN_SECRET: 'of texts, optional',
      DRAGOMAN_SETUP_CODE: 'of texts, optional',
      DRAGOMAN_SMTP_URL: 'of texts, optional',
    })
  })

  test('gives deliveries only what they need', async () => {
    const [deliver, server] = all(await render(await readExample('postgres')), 'Deployment')
    expect(deliver?.metadata.name).toBe('dragoman-deliver')
    const shared = {
      DRAGOMAN_URL: 'https://l10n.example.com',
      DRAGOMAN_TRUSTED_PROXIES: '10.0.0.0/8',
      DRAGOMAN_BLOBS: 'https://s3.example.com/texts?region=eu-central-1',
      DRAGOMAN_DRAIN_SECONDS: '10',
      DRAGOMAN_S3_ACCESS_KEY: 'of dragoman',
      DRAGOMAN_S3_SECRET_KEY: 'of dragoman',
      DRAGOMAN_METRICS_TOKEN: 'of dragoman, optional',
    }
    expect(envOf(deliver)).toEqual(shared)
    expect(envOf(server)).toMatchObject({
      ...shared,
      DRAGOMAN_DATABASE_URL: 'of dragoman',
      DRAGOMAN_SECRET: 'of dragoman',
    })
    const mounts = all(await render(await readExample('everything')), 'Deployment')[0]?.spec.template.spec
      .containers
    expect(mounts?.[0]?.volumeMounts).toEqual([{ name: 'blobs', mountPath: '/blobs', readOnly: true }])
  })

  test('restarts pods when its own Secret changes', async () => {
    const everything = await readExample('everything')
    const checksum = async (secret: string) => {
      const values = { ...everything.secret.values, DRAGOMAN_SECRET: secret }
      const [deployment] = all(await render({ ...everything, secret: { values } }), 'Deployment')
      return deployment?.spec.template.metadata.annotations?.['checksum/secret']
    }
    const first = await checksum('a'.repeat(32))
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await checksum('a'.repeat(32))).toBe(first)
    expect(await checksum('b'.repeat(32))).not.toBe(first)
  })

  test('names the image by tag or digest, and objects by the release', async () => {
    const imageOf = async (image: object) =>
      all(await render({ image }), 'Deployment')[0]?.spec.template.spec.containers[0]?.image
    expect(await imageOf({ repository: 'l10n', tag: '1.2.3' })).toBe('l10n:1.2.3')
    const digest = `sha256:${'0'.repeat(64)}`
    expect(await imageOf({ repository: 'l10n', tag: '1.2.3', digest })).toBe(`l10n@${digest}`)
    const namesOf = async (values: object) =>
      (await render(values, 'team')).map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(await namesOf({})).toContain('Deployment team-dragoman')
    expect(await namesOf({ fullnameOverride: 'texts' })).toContain('PersistentVolumeClaim texts-data')
  })

  const POSTGRES = { database: { type: 'postgres' }, secret: { existing: 'dragoman' } }
  test.each([
    [{ server: { replicas: 2 } }, 'SQLite allows one server only: set database.type to postgres'],
    [{ ...POSTGRES, server: { replicas: 2 } }, 'data.accessModes must have ReadWriteMany'],
    [{ database: { type: 'postgres' } }, 'set secret.existing to a Secret with DRAGOMAN_DATABASE_URL, or'],
    [{ deliver: { enabled: true } }, 'set blobs.type to bucket or volume'],
    [{ blobs: { type: 'bucket' } }, 'set blobs.url to the address of the bucket'],
    [{ blobs: { type: 'bucket', url: 'https://s3.example.com/a' } }, 'a Secret with DRAGOMAN_S3_ACCESS_KEY'],
    [
      { deliver: { enabled: true }, blobs: { type: 'volume', accessModes: ['ReadWriteOnce'] } },
      'blobs.accessModes must have ReadWriteMany',
    ],
    [
      {
        deliver: { enabled: true, autoscaling: { enabled: true, minReplicas: 7 } },
        blobs: { type: 'volume' },
      },
      'minReplicas must not be more than maxReplicas',
    ],
    [{ ingress: { enabled: true } }, 'requires ingress.hosts'],
    [{ ingress: { enabled: true, hosts: ['a.example'] } }, 'requires trustedProxies'],
    [
      { ingress: { channels: [{ project: 'shop', channel: 'live' }] } },
      'set deliver.enabled, or remove them',
    ],
    [{ secret: { existing: 'a', values: { DRAGOMAN_SETUP_CODE: '12345678' } } }, 'not both'],
    [{ serviceMonitor: { enabled: true } }, 'a Secret with DRAGOMAN_METRICS_TOKEN'],
    [{ server: { extraEnv: [{ name: 'DRAGOMAN_SECRET', value: 'x' }] } }, 'DRAGOMAN_SECRET is secret'],
  ])('%j fail with a sentence', async (values, sentence) => {
    const { manifests, error } = await renderer.render(values)
    expect(manifests).toEqual([])
    expect(error).toContain(sentence)
  })
})

function all(manifests: readonly Manifest[], kind: string): Manifest[] {
  return manifests.filter((one) => one.kind === kind)
}

function isSubset(
  some: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(some).every(([name, value]) => labels[name] === value)
}

/** Returns the variables by name, each with its value or the Secret that it comes from. */
function envOf(deployment: Manifest | undefined): Record<string, string> {
  const env = deployment?.spec.template.spec.containers[0]?.env ?? []
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      const from = valueFrom?.secretKeyRef
      if (from !== undefined) expect(from.key).toBe(name)
      return [name, value ?? `of ${from?.name}${from?.optional === true ? ', optional' : ''}`]
    }),
  )
}

function expectSafePod(
  { containers, volumes = [], terminationGracePeriodSeconds, ...pod }: Manifest['spec']['template']['spec'],
  manifests: readonly Manifest[],
): void {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true },
  })
  const accounts = all(manifests, 'ServiceAccount').map(({ metadata }) => metadata.name)
  expect(accounts).toContain(pod.serviceAccountName)
  const claims = all(manifests, 'PersistentVolumeClaim').map(({ metadata }) => metadata.name)
  for (const { persistentVolumeClaim } of volumes)
    if (persistentVolumeClaim !== undefined) expect(claims).toContain(persistentVolumeClaim.claimName)
  for (const { env = [], volumeMounts = [], securityContext } of containers) {
    expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(new Set(env.map(({ name }) => name)).size).toBe(env.length)
    for (const { name, value, valueFrom } of env) {
      expect([name, SECRETS.test(name) ? 'reference' : 'value']).toEqual([
        name,
        value === undefined && valueFrom !== undefined ? 'reference' : 'value',
      ])
    }
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort())
    const drainS = Number(env.find(({ name }) => name === 'DRAGOMAN_DRAIN_SECONDS')?.value)
    expect(terminationGracePeriodSeconds).toBeGreaterThan(2 * drainS)
  }
}
