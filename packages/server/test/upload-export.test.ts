import { api } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from './import-client.ts'
import { COMMON_FORMATS, roundTrip } from './round-trip.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterAll(() => server.close())

test.each(COMMON_FORMATS)('%s: what was uploaded is exported with the same bytes', async (format) => {
  const results = await roundTrip(server, format)
  expect(results.length).toBeGreaterThan(0)
  expect(results.filter(({ isSame }) => !isSame).map(({ name }) => name)).toEqual([])
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

test('a file with several languages is exported without one that was removed', async () => {
  await server.call(api.projects.create, { body: { slug: 'table', name: 'Table', sourceLanguage: 'en' } })
  const params = { project: 'table' }
  const upload = await uploadFiles(server, 'table', {
    'app.csv': 'key,en,de,fr\nhello,Hello,Hallo,Salut\n',
  })
  await endOfJob(server, 'table', (await upload.start()).id)
  const exported = async () => {
    const query = { format: 'csv', language: 'en', namespace: 'app' }
    const { content } = await server.call(api.files.export, { params, query })
    return Buffer.from(content, 'base64').toString()
  }
  expect(await exported()).toBe('key,en,de,fr\nhello,Hello,Hallo,Salut\n')
  await server.call(api.languages.remove, { params: { ...params, language: 'fr' } })
  expect(await exported()).toBe('key,en,de\nhello,Hello,Hallo\n')
})

const withoutComma = (line: string) => line.replace(/,$/, '')
