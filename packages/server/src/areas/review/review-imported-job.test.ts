import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { api, type Job } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobHold, openJobHold } from '../../../test/hold-jobs.ts'
import { endOfJob } from '../../../test/import-client.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../../test/test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('translations from files that count as reviewed · %s', (database) => {
  let server: TestServer
  let hold: JobHold
  let folder: string
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    folder = mkdtempSync(path.join(tmpdir(), 'dragoman-reviewed-'))
    const texts = {
      en: { hello: 'Hello {{name}}', bye: 'Bye', thanks: 'Thanks' },
      de: { hello: 'Hallo', bye: 'Tschüss', thanks: 'Danke' },
      fr: { hello: 'Bonjour {{name}}', bye: 'Salut' },
    }
    for (const [language, entries] of Object.entries(texts))
      writeFileSync(path.join(folder, `${language}.json`), JSON.stringify(entries))
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function connect(countAsReviewed: boolean): Promise<void> {
    const body = { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder, countAsReviewed }
    const { job } = await server.call(api.projects.create, { body })
    await endOfJob(server, 'shop', job?.id ?? 0)
  }
  const reviewJob = async (): Promise<Job | undefined> =>
    (await server.call(api.jobs.list, { params })).jobs.find(({ kind }) => kind === 'review-imported')
  const reviewed = async () => {
    const { languages } = await server.call(api.projects.overview, { params })
    return Object.fromEntries(languages.map(({ tag, counts }) => [tag, counts.reviewed]))
  }
  const waiting = async () => {
    const { languages } = await server.call(api.review.imported, { params })
    return Object.fromEntries(languages.map(({ tag, count }) => [tag, count]))
  }

  test('nothing is reviewed unless someone asks for it', async () => {
    await connect(false)
    expect(await reviewed()).toMatchObject({ de: 0, fr: 0 })
    expect(await waiting()).toEqual({ de: 3, fr: 2 })
    expect(await reviewJob()).toBeUndefined()
  })

  test('connecting a folder counts them, except what fails a check, and one undo takes it back', async () => {
    await connect(true)
    await eventually(async () => (await reviewJob())?.state === 'done')
    const job = await reviewJob()
    expect(job?.result).toMatchObject({ translations: 4, left: 1 })
    expect(await reviewed()).toMatchObject({ de: 2, fr: 2 })
    expect(await waiting()).toEqual({ de: 1, fr: 0 })
    await server.call(api.operations.undo, {
      params: { ...params, operation: job?.operationId ?? 0 },
      body: { keepNewer: false },
    })
    expect(await reviewed()).toMatchObject({ de: 0, fr: 0 })
  })

  test('one language is counted later, as one operation', async () => {
    await connect(false)
    const { id } = await server.call(api.review.approveImported, { params, body: { languages: ['fr'] } })
    const job = await endOfJob(server, 'shop', id)
    expect(job).toMatchObject({ state: 'done', done: 2, total: 2, result: { translations: 2, left: 0 } })
    expect(await reviewed()).toMatchObject({ de: 0, fr: 2 })
    const { operations } = await server.call(api.operations.list, { params, query: { limit: 10 } })
    expect(operations.filter(({ kind }) => kind === 'review').map((one) => one.id)).toEqual([job.operationId])
  })

  test('a cancelled job takes back what it has reviewed', async () => {
    await connect(false)
    const held = hold.at('review-imported', 2)
    await server.call(api.review.approveImported, { params, body: { languages: ['de', 'fr'] } })
    const { id } = await held
    await server.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    hold.letGo()
    expect(await endOfJob(server, 'shop', id)).toMatchObject({ state: 'cancelled' })
    expect(await reviewed()).toMatchObject({ de: 0, fr: 0 })
  })

  test.each([
    ['translation', 3, 2],
    ['elsewhere', 0, 0],
  ])('only texts of the namespace %s are counted and reviewed', async (namespace, total, approved) => {
    await connect(false)
    const body = { languages: ['de'], namespace }
    const job = await server.call(api.review.approveImported, { params, body })
    expect(await endOfJob(server, 'shop', job.id)).toMatchObject({
      total,
      result: { translations: approved },
    })
    expect(await reviewed()).toMatchObject({ de: approved, fr: 0 })
  })
})
