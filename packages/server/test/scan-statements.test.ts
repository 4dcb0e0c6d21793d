import { api, type CodeUsesBody } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

const SCAN: CodeUsesBody = {
  ...{ revision: 'c0ffee', permalink: null, defaultNamespaces: null, fallbackNamespaces: [], filesRead: 1 },
  files: [
    {
      path: 'a.ts',
      uses: [
        {
          line: 1,
          column: 1,
          kind: 'key',
          key: 'gone',
          namespaces: null,
          hasContext: false,
          isOptional: false,
        },
      ],
    },
  ],
}

describe.each(DATABASES)('a scan of code on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ database })
  })
  afterAll(() => server.close())

  test('is compared with the keys before its transaction, in which others cannot save', async () => {
    const params = { project: 'shop' }
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const body = { namespace: 'app', name: 'pay', plural: 'none' as const, forms: { other: 'Pay' } }
    await server.call(api.keys.create, { params, body })
    const recorded = recordStatements()
    const sent = await server.call(api.codeUses.replace, { params, body: SCAN }).finally(recorded.stop)
    expect(sent).toEqual({ uses: 1, unused: 1, missing: 1 })
    const statements = recorded.texts.map((text) => text.replace(/\s+/g, ' ').trim().toLowerCase())
    const written = statements.findIndex((text) => text.startsWith('insert into "code_scan"'))
    const begun = statements.findLastIndex((text, at) => at < written && text.startsWith('begin'))
    const ended = statements.findIndex((text, at) => at > written && text.startsWith('commit'))
    expect([written, begun, ended].every((at) => at >= 0)).toBe(true)
    const readsAll = (text: string) =>
      text.startsWith('select') && /from "?(?:key|translation)"? /.test(text) && text.includes(' limit ')
    expect(statements.slice(begun, ended).filter(readsAll)).toEqual([])
    expect(statements.slice(0, begun).filter(readsAll)).toHaveLength(2)
  })
})
