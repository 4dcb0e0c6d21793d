import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, type ImportPlacement } from '@dragoman/contract'
import { ALL_FORMATS } from '@dragoman/formats'
import { listLanguages, projectBySlug } from '@dragoman/store'
import { zipSync } from 'fflate'
import { expect } from 'vitest'
import { buildExport } from '../src/exports/export-file.ts'
import { endOfJob, uploadFiles } from './import-client.ts'
import type { TestServer } from './test-server.ts'

const FIXTURES = fileURLToPath(new URL('../../formats/test/fixtures/', import.meta.url))
export const FIXTURE_FORMATS: readonly string[] = ALL_FORMATS.map(({ id }) => id)
/** In the gate; the others are in `upload-export.heavy.test.ts`. */
export const COMMON_FORMATS = ['json', 'xliff-2', 'android-xml']

const projectOf = ({ server }: TestServer, slug: string) =>
  server.deps.store.read(async (r) => {
    const project = await projectBySlug(r, slug)
    if (project === null) throw new Error(`no project ${slug}`)
    return project
  })

/** Imports the valid fixture files of a format together; returns what each was exported as. */
export async function roundTrip(
  server: TestServer,
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
  const job = await endOfJob(server, slug, (await upload.start({ placements })).id)
  expect(job.state).toBe('done')
  const project = await projectOf(server, slug)
  const results: { name: string; isSame: boolean }[] = []
  for (const part of plan.parts) {
    const others = plan.parts.filter(({ file }) => file === part.file)
    if (others.some(({ alongside }) => alongside.length > 0) && part.alongside.length === 0) continue
    const { language, namespace } = part
    // A file without entries creates no namespace.
    if (part.keysAdded + part.unchanged + part.filled + part.changed === 0) continue
    const { bytes } = await server.server.deps.store.read(async (r) => {
      const together = (await listLanguages(r, project.id)).map(({ tag }) => tag)
      return buildExport(r, { project, format, language, namespace, together })
    })
    results.push({ name: part.path, isSame: Buffer.from(inputs.get(part.path) ?? []).equals(bytes) })
  }
  return results
}
