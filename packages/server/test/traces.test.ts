import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freeTestPorts } from '../../../scripts/lib/test-ports.ts'
import { buildServeChild } from './build-serve-child.ts'
import { machine } from './machines.ts'
import { eventually } from './test-server.ts'

/**
 * A folder where `npm install @opentelemetry/auto-instrumentations-node @opentelemetry/api` was run: 80
 * packages that nothing else needs.
 */
const INSTALLED = process.env.DRAGOMAN_TEST_OTEL
const REGISTER = '@opentelemetry/auto-instrumentations-node/build/src/register.js'

test.skipIf(INSTALLED === undefined)(
  'requests are traced by OpenTelemetry as the documentation says',
  async () => {
    const received: string[] = []
    const [port = 0, ownPort = 0] = await freeTestPorts(2)
    const receiver = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      if (request.url === '/v1/traces') received.push(text)
      response.setHeader('content-type', 'application/json').end('{}')
    }).listen(port, '127.0.0.1')
    onTestFinished(() => void receiver.close())
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-traces-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const server = machine({
      program: await buildServeChild('machine-child'),
      kind: 'start',
      port: ownPort,
      env: {
        DRAGOMAN_DATA: join(folder, 'data'),
        NODE_OPTIONS: `--require ${join(INSTALLED ?? '', 'node_modules', REGISTER)}`,
        OTEL_SERVICE_NAME: 'dragoman',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
        OTEL_NODE_ENABLED_INSTRUMENTATIONS: 'http,undici',
        OTEL_NODE_RESOURCE_DETECTORS: 'env,host,process',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
    })
    onTestFinished(() => server.end('SIGKILL'))
    await server.start()
    expect((await fetch(`${server.origin}/api/session`)).status).toBe(200)
    await eventually(async () => received.some((text) => text.includes('/api/session')))
    const names = JSON.stringify(received)
    expect(names).toContain('dragoman')
    expect(names).toContain('instrumentation-http')
  },
)
