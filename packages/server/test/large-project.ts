import { api, type Job } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { expect } from 'vitest'
import { expectCountsRight } from '../../store/test/recount.ts'
import { endOfJob } from './import-client.ts'
import { addManyKeys } from './many-keys.ts'
import type { TestServer } from './test-server.ts'

const project = 'shop'
const params = { project }
/** More than the job that adds a language creates in one step. */
export const KEYS = 2600

/** Creates the project *shop* with English and German, to which a job has to add languages. */
export async function createLargeProject(server: TestServer): Promise<void> {
  await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
  await server.call(api.languages.add, { params, body: { tag: 'de' } })
  await addManyKeys(server, project, KEYS)
}

/** Adds French, and returns the job once it has ended. */
export async function addFrench(server: TestServer): Promise<Job> {
  const { job } = await server.call(api.languages.add, { params, body: { tag: 'fr' } })
  return endOfJob(server, project, job?.id ?? 0)
}

export async function languageTags(server: TestServer): Promise<readonly string[]> {
  return (await server.call(api.projects.get, { params })).languages.map(({ tag }) => tag)
}

/** Expects a row for every key in every language, matching counts, and no orphaned rows. */
export async function expectWhole(server: TestServer): Promise<void> {
  const { store } = server.server.deps
  await expectCountsRight(store, (await store.read((r) => projectBySlug(r, project)))?.id ?? 0)
  const { keys, languages } = await server.call(api.projects.overview, { params })
  expect(languages.map(({ counts }) => counts.total)).toEqual(languages.map(() => keys))
  const rows = await store.read(({ db }) =>
    db
      .selectFrom('translation')
      .leftJoin('key', 'key.id', 'translation.key_id')
      .leftJoin('language', 'language.id', 'translation.language_id')
      .select(['key.position as wanted', 'language.id as language', 'translation.position as position'])
      .execute(),
  )
  const wrong = rows.filter(({ wanted, language, position }) => language === null || wanted !== position)
  // The sample of a new server is complete too.
  const { projects } = await server.call(api.projects.list, {})
  const all = projects.reduce((sum, one) => sum + one.keys * one.languages, 0)
  expect([rows.length, wrong]).toEqual([all, []])
}
