import { readFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'

let project: FolderProject
const PATH = '/d/shop/live/locales/en/common.json'
const DASHBOARD = new URL('../../../deploy/grafana/dragoman.json', import.meta.url)

beforeAll(async () => {
  project = await folderProject({ 'en/common.json': '{\n  "title": "Shop"\n}\n' })
})
afterAll(() => project.test.close())

/** On a separate connection; the front door answers plain requests, Node answers HEAD. */
function get(headers: Record<string, string> = {}, method = 'GET'): Promise<{ tag: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const { port } = project.test.server
    rawRequest({ port, path: PATH, headers, method, agent: false }, async (response) => {
      const { length } = Buffer.concat(await response.toArray())
      resolve({ tag: String(response.headers.etag), bytes: length })
    })
      .on('error', reject)
      .end()
  })
}

async function metrics(): Promise<string> {
  const answer = await project.test.request('/metrics')
  expect(answer.headers.get('content-type')).toContain('application/openmetrics-text')
  return answer.text()
}

function sampleOf(text: string, name: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  expect(line, name).toBeDefined()
  return Number(line?.slice(name.length + 1))
}

test('count deliveries, by the front door and by Node', async () => {
  const { tag } = await get()
  const before = await metrics()
  const { bytes } = await get()
  await get({ 'if-none-match': tag })
  await get({ 'if-none-match': tag }, 'HEAD')
  const after = await metrics()
  const grew = (name: string) => sampleOf(after, name) - sampleOf(before, name)
  expect(grew('dragoman_delivery_requests_total')).toBe(3)
  expect(grew('dragoman_delivery_not_modified_total')).toBe(2)
  expect(grew('dragoman_delivery_body_bytes_total')).toBe(bytes)
  expect(sampleOf(after, 'dragoman_delivery_build_seconds_count')).toBeGreaterThan(0)
  expect(sampleOf(after, 'dragoman_database_up')).toBe(1)
  expect(after.trimEnd().endsWith('# EOF')).toBe(true)
})

test('have no label from a made-up URL', async () => {
  for (let made = 0; made < 20; made++) {
    await project.test.request(`/api/made-up-${made}`)
    await project.test.request(`/api/projects/made-up-${made}/languages`)
    await project.test.request(`/d/made-up-${made}/live/locales/en/common.json`)
  }
  const text = await metrics()
  expect(text).not.toContain('made-up')
  expect(text).toMatch(/dragoman_http_requests_total\{area="other",status="404"\} \d+/)
})

test('include all that the dashboard shows, and it shows all of them', async () => {
  const text = await metrics()
  const known = new Set<string>()
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)/gm)) {
    if (type === 'histogram') known.add(`${name}_bucket`)
    else known.add(type === 'counter' && !name.endsWith('_total') ? `${name}_total` : name)
  }
  const dashboard = JSON.parse(await readFile(DASHBOARD, 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const asked = new Set<string>()
  for (const { targets } of dashboard.panels)
    for (const { expr } of targets)
      for (const [name] of expr.matchAll(/dragoman_[a-z_0-9]+/g)) asked.add(name)
  expect([...asked].sort()).toEqual([...known].sort())
})
