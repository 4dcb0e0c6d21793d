import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, type ImportPlacement } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExport } from '../src/exports/export-file.ts'
import { endOfJob, uploadFiles } from './import-client.ts'
import { openTestServer, type TestServer } from './test-server.ts'

const FIXTURES = fileURLToPath(new URL('../../formats/test/fixtures/', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterAll(() => server.close())

const projectOf = (slug: string) =>
  server.server.deps.store.read(async (r) => {
    const project = await projectBySlug(r, slug)
    if (project === null) throw new Error(`no project ${slug}`)
    return project
  })

/** Imports the valid fixture files of a format together; returns what each was exported as. */
async function roundTrip(
  format: string,
): Promise<readonly { readonly name: string; readonly isSame: boolean }[]> {
  const slug = `of-${format}`
  await server.call(api.projects.create, { body: { slug, name: format, sourceLanguage: 'en' } })
  const inputs = new Map<string, Uint8Array>()
  for (const name of readdirSync(join(FIXTURES, format))) {
    const input = readdirSync(join(FIXTURES, format, name)).find((file) => file.startsWith('input.'))
    if (input) inputs.set(`${name}/${input}`, readFileSync(join(FIXTURES, format, name, input)))
  }
  const archive = zipSync(Object.fromEntries(inputs))
  const upload = await uploadFiles(server, slug, { 'all.zip': new Uint8Array(archive) })
  const paths = [...inputs.keys()].sort()
  const placed = paths.map(
    (path, file): ImportPlacement => ({ file, namespace: `ns-${path.split('/')[0]}`.slice(0, 100), format }),
  )
  const first = await upload.plan({ placements: placed })
  const unnamed = new Set(
    first.failures.filter(({ problem }) => problem.code === 'invalid-input').map(({ file }) => file),
  )
  const placements = placed.map((placement) =>
    unnamed.has(placement.file) ? { ...placement, language: 'de' } : placement,
  )
  const plan = await upload.plan({ placements })
  const job = await endOfJob(server, slug, (await upload.start({ placements })).id, 120_000)
  expect(job.state).toBe('done')
  const project = await projectOf(slug)
  const results: { name: string; isSame: boolean }[] = []
  for (const part of plan.parts) {
    const others = plan.parts.filter(({ file }) => file === part.file)
    if (others.some(({ alongside }) => alongside.length > 0) && part.alongside.length === 0) continue
    const { language, namespace } = part
    // A file without entries creates no namespace.
    if (part.keysAdded + part.unchanged + part.filled + part.changed === 0) continue
    const { bytes } = await server.server.deps.store.read((r) =>
      buildExport(r, { project, format, language, namespace }),
    )
    results.push({ name: part.path, isSame: Buffer.from(inputs.get(part.path) ?? []).equals(bytes) })
  }
  return results
}

const FORMATS = readdirSync(FIXTURES)
let compared = 0

test.each(FORMATS)(
  '%s: what was uploaded is exported with the same bytes',
  { timeout: 180_000 },
  async (format) => {
    const results = await roundTrip(format)
    compared += results.length
    expect(results.length).toBeGreaterThan(0)
    expect(results.filter(({ isSame }) => !isSame).map(({ name }) => name)).toEqual([])
  },
)

test('hundreds of files were compared', () => {
  expect(compared).toBeGreaterThan(400)
})

test('an edit changes its own line, what was emptied or deleted is removed, and new keys are added', async () => {
  const params = { project: 'shop' }
  const lines = [
    '{',
    '    "empty": "",',
    '    "b" : "Zwei",',
    '',
    '    "a": "Eins",',
    '    "key\\nwith a line break": "Drei",',
    '    "gone": "Weg"',
    '}',
    '',
  ]
  const upload = await uploadFiles(server, 'shop', {
    'en/app.json': '{"a":"One"}',
    'de/app.json': lines.join('\n'),
  })
  await endOfJob(server, 'shop', (await upload.start()).id)
  const exported = async () => {
    const { content } = await server.call(api.files.export, {
      params,
      query: { format: 'i18next-json', language: 'de', namespace: 'app' },
    })
    return Buffer.from(content, 'base64').toString().split('\n')
  }
  expect(await exported()).toEqual(lines)
  const { rows } = await server.call(api.translations.page, { params, query: { language: 'de', limit: 50 } })
  const find = (name: string) => {
    const row = rows.find(({ key }) => key.name === name)
    if (!row) throw new Error(`no key ${name}`)
    return row
  }
  await server.call(api.translations.save, {
    params: { ...params, key: find('a').key.id, language: 'de' },
    body: { forms: { other: 'Neu' }, baseVersion: find('a').target.version },
  })
  await server.call(api.keys.remove, { params: { ...params, key: find('gone').key.id } })
  const { key } = await server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'more', plural: 'none', forms: { other: 'More' } },
  })
  await server.call(api.translations.save, {
    params: { ...params, key: key.id, language: 'de' },
    body: { forms: { other: 'Mehr' }, baseVersion: 0 },
  })
  // The new one follows its neighbour in the catalog, in the neighbour's style; every other line is
  // unchanged.
  const after = await exported()
  expect(after.filter((line) => !line.includes('"more"')).map(withoutComma)).toEqual(
    lines.filter((line) => !line.includes('"gone"')).map((line) => withoutComma(line.replace('Eins', 'Neu'))),
  )
  expect(after.filter((line) => /"more" ?: "Mehr"/.test(line))).toHaveLength(1)
  expect(JSON.parse(after.join('\n'))).toMatchObject({ a: 'Neu', b: 'Zwei', more: 'Mehr', empty: '' })
})

const withoutComma = (line: string) => line.replace(/,$/, '')
