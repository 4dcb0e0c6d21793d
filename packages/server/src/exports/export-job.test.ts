import { api } from '@dragoman/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openJobHold } from '../../test/hold-jobs.ts'
import { openTestServer } from '../../test/test-server.ts'

const params = { project: 'shop' }

test('an archive that is being created is not created again for the same choice', async () => {
  const hold = openJobHold()
  const server = await openTestServer({ ...hold.options, timings: { jobSoonMs: 0 } })
  onTestFinished(() => server.close())
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const exportAll = (format: string) => server.call(api.files.exportAll, { params, body: { format } })
  const held = hold.at('export')
  const first = await exportAll('i18next-json')
  await held
  expect((await exportAll('i18next-json')).id).toBe(first.id)
  expect((await exportAll('gettext-po')).id).not.toBe(first.id)
  hold.letGo()
  await server.server.deps.jobs.ended(first.id)
  expect((await exportAll('i18next-json')).id).not.toBe(first.id)
})
