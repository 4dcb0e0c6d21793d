import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
// @ts-expect-error: a script without types
import { findHelm, hasTemplatesOfHelm } from '../../../../scripts/lib/system-packages.mjs'

export const CHART: string = fileURLToPath(new URL('../../../../deploy/helm/dragoman', import.meta.url))
const PROGRAM = fileURLToPath(new URL('render-chart.go', import.meta.url))
/** Where Debian installs Go libraries. */
const GO_PATH = '/usr/share/gocode'

const hasHelm = findHelm() !== null

/** Whether a chart can be rendered on this machine: by Helm, or by its template language. */
export const canRenderCharts: boolean = hasHelm || hasTemplatesOfHelm()

type SecretKey = { readonly name: string; readonly key: string; readonly optional?: boolean }

type EnvVar = {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: { readonly secretKeyRef: SecretKey }
}

type Labels = Readonly<Record<string, string>>

export type Container = {
  readonly image: string
  readonly args: readonly string[]
  readonly env?: readonly EnvVar[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly volumeMounts?: readonly { readonly name: string; readonly readOnly?: boolean }[]
} & Readonly<Record<string, unknown>>

export type PodSpec = {
  readonly containers: readonly Container[]
  readonly volumes?: readonly {
    readonly name: string
    readonly persistentVolumeClaim?: { claimName: string }
  }[]
  readonly serviceAccountName?: string
  readonly terminationGracePeriodSeconds: number
} & Readonly<Record<string, unknown>>

/** The parts of Kubernetes objects that the tests compare; which of them exist depends on the kind. */
export type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels }
  readonly spec: {
    readonly replicas?: number
    readonly strategy?: object
    readonly selector: Labels & { readonly matchLabels: Labels }
    readonly template: {
      readonly metadata: { readonly labels: Labels; readonly annotations?: Labels }
      readonly spec: PodSpec
    }
    readonly ports: readonly { readonly name: string; readonly targetPort: string }[]
    readonly rules: readonly {
      readonly host: string
      readonly http: { readonly paths: readonly IngressPath[] }
    }[]
  }
}

type IngressPath = {
  readonly path: string
  readonly pathType: string
  readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } }
}

export type Rendered = { readonly manifests: readonly Manifest[]; readonly error: string }

export type ChartRenderer = {
  /** Renders with values that override the chart's, like a values file given to Helm. */
  readonly render: (values: object, releaseName?: string) => Promise<Rendered>
  readonly remove: () => Promise<void>
}

/** Renders the chart as `helm template` does. Without Helm, a small program is compiled once. */
export async function openChartRenderer(): Promise<ChartRenderer> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-chart-'))
  const program = join(folder, 'render-chart')
  if (!hasHelm) {
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, CGO_ENABLED: '0', GOFLAGS: '' }
    const { status, stderr } = spawnSync('go', ['build', '-o', program, PROGRAM], { encoding: 'utf8', env })
    if (status !== 0) throw new Error(stderr)
  }
  const [command, first] = hasHelm ? ['helm', ['template']] : [program, []]
  return {
    async render(values, releaseName = 'dragoman') {
      const file = join(folder, 'values.json')
      await writeFile(file, JSON.stringify(values))
      const args = [...first, releaseName, CHART, '--namespace', 'texts', '--values', file]
      const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
      if (status !== 0) return { manifests: [], error: stderr }
      const documents = parseAllDocuments(stdout)
      const faults = documents.flatMap((one) => one.errors)
      if (faults[0] !== undefined) throw faults[0]
      return { manifests: documents.map((one) => one.toJS()).filter((one) => one !== null), error: '' }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
