import { api } from '@dragoman/contract'
import type { TestServer } from './test-server.ts'

const params = { project: 'shop' }
type Caller = Pick<TestServer, 'call'>

/** Creates a public project with one text in German. */
export async function makeShop({ call }: Caller): Promise<void> {
  await call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await call(api.languages.add, { params, body: { tag: 'de' } })
  await call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Title' } },
  })
}

/** Saves another German text. */
export async function save({ call }: Caller, text: string): Promise<void> {
  const { rows } = await call(api.translations.page, { params, query: { language: 'de', limit: 1 } })
  const [row] = rows
  await call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'de' },
    body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
  })
}
