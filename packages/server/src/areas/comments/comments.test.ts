import { api, callRoute } from '@dragoman/contract'
import type { PROJECT_ROLES } from '@dragoman/core'
import {
  addComment,
  answerComment,
  createMember,
  createSession,
  putMembership,
  renameUser,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryPlansOf } from '../../../test/query-plans.ts'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'
import { cookieNameFor, newSessionId } from '../../http/session-cookie.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'

describe.each(DATABASES)('on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  let keyId = 0
  let otherKeyId = 0
  let made = 0

  beforeAll(async () => {
    server = await openTestServer({ database })
    for (const slug of ['shop', 'other'])
      await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    keyId = await makeKey('shop')
    otherKeyId = await makeKey('other')
  })
  afterAll(() => server.close())

  async function makeKey(project: string): Promise<number> {
    made += 1
    const body = { namespace: 'app', name: `key${made}`, plural: 'none' as const, forms: { other: 'A' } }
    return (await server.call(api.keys.create, { params: { project }, body })).key.id
  }

  async function projectId(slug: string): Promise<number> {
    const { projects } = await server.call(api.projects.list, {})
    const found = projects.find((project) => project.slug === slug)
    if (found === undefined) throw new Error(slug)
    return server.server.deps.store.read(async ({ db }) => {
      const row = await db.selectFrom('project').select('id').where('slug', '=', slug).executeTakeFirst()
      return row?.id ?? 0
    })
  }

  /** Returns an account that is a member of the shop with a role, and how it makes calls. */
  async function somebody(name: string, role: (typeof PROJECT_ROLES)[number] | null) {
    const { store, port } = server.server.deps
    const id = newSessionId()
    const at = new Date().toISOString()
    const project = await projectId('shop')
    const user = await store.write(async (w) => {
      const user = await createMember(w, { name, passwordHash: null, at })
      const membership = { role: role ?? 'viewer', languages: null, namespaces: null }
      if (role !== null) await putMembership(w, { userId: user.id, projectId: project }, membership)
      const expiresAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
      await createSession(w, { userId: user.id, idHash: hashOfSecret(id), at, expiresAt })
      return user
    })
    const { origin } = server.server
    const cookie = `${cookieNameFor({ host: new URL(origin).host, isSecure: false }, port())}=${id}`
    const send = (path: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return fetch(`${origin}${path}`, { ...init, headers })
    }
    const call: typeof server.call = (route, parts) => callRoute(send, route, parts)
    return { id: user.id, call }
  }

  const add = (
    text: string,
    more: { kind?: 'comment' | 'question'; language?: string | null; key?: number } = {},
  ) =>
    server.call(api.comments.add, {
      params: { ...params, key: more.key ?? keyId },
      body: {
        text,
        language: more.language === undefined ? 'de' : more.language,
        kind: more.kind ?? 'comment',
      },
    })
  const threadOf = (comment: number) => server.call(api.comments.thread, { params: { ...params, comment } })

  test('are written, answered, counted, resolved and reopened', async () => {
    const key = await makeKey('shop')
    const { comment } = await add('Can it be **one**?', { kind: 'question', language: null, key })
    const answerTo = { params: { ...params, comment: comment.id }, body: { text: 'Yes' } }
    const { comment: answer } = await server.call(api.comments.answer, answerTo)
    expect(answer).toMatchObject({ threadId: comment.id, language: null, actor: { name: 'Ann' } })
    await add('Only German', { key })
    const counts = async (language?: string) =>
      (
        await server.call(api.comments.counts, {
          params,
          query: { keys: `${key},${otherKeyId}`, ...(language ? { language } : {}) },
        })
      ).counts
    expect(await counts('de')).toEqual([{ keyId: key, comments: 3, questions: 1 }])
    expect(await counts('fr')).toEqual([{ keyId: key, comments: 2, questions: 1 }])
    const { questions } = await server.call(api.comments.questions, { params, query: { limit: 10 } })
    expect(questions.map(({ id }) => id)).toContain(comment.id)
    const resolve = (resolved: boolean) =>
      server.call(api.comments.resolve, { params: { ...params, comment: answer.id }, body: { resolved } })
    expect((await resolve(true)).resolved?.by.name).toBe('Ann')
    expect((await resolve(true)).resolved).not.toBeNull()
    expect(await counts()).toEqual([{ keyId: key, comments: 1, questions: 0 }])
    const { threads } = await server.call(api.comments.list, {
      params: { ...params, key },
      query: { limit: 10 },
    })
    expect(threads.map(({ first, resolved }) => [first.text, resolved !== null])).toEqual([
      ['Only German', false],
      ['Can it be **one**?', true],
    ])
    expect((await resolve(false)).resolved).toBeNull()
  })

  test('open questions are counted, listed and found in every language, also those of a removed one', async () => {
    await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    const key = await makeKey('shop')
    await add('Seulement en français', { language: 'fr', key })
    const { comment } = await add('C’est quoi ?', { kind: 'question', language: 'fr', key })
    const seen = async () => {
      const query = { keys: String(key), language: 'de' }
      const { counts } = await server.call(api.comments.counts, { params, query })
      const { threads } = await server.call(api.comments.list, {
        params: { ...params, key },
        query: { language: 'de', limit: 10 },
      })
      const { rows } = await server.call(api.translations.page, {
        params,
        query: { language: 'de', limit: 100, q: 'has:comment' },
      })
      return {
        questions: counts[0]?.questions ?? 0,
        threads: threads.map(({ first }) => first.id),
        isFound: rows.some((row) => row.key.id === key),
      }
    }
    const open = { questions: 1, threads: [comment.id], isFound: true }
    expect(await seen()).toEqual(open)
    await server.call(api.languages.remove, { params: { ...params, language: 'fr' } })
    expect(await seen()).toEqual(open)
    await server.call(api.comments.resolve, {
      params: { ...params, comment: comment.id },
      body: { resolved: true },
    })
    expect(await seen()).toEqual({ questions: 0, threads: [], isFound: false })
  })

  test('a removed one keeps its place while the thread has others', async () => {
    const { comment } = await add('First')
    const where = { params: { ...params, comment: comment.id } }
    const { comment: answer } = await server.call(api.comments.answer, { ...where, body: { text: 'Second' } })
    await server.call(api.comments.remove, where)
    expect(await threadOf(answer.id)).toMatchObject({
      first: { text: '', removedAt: expect.any(String) },
      answers: [{ text: 'Second' }],
    })
    await server.call(api.comments.remove, { params: { ...params, comment: answer.id } })
    expect((await server.fail(api.comments.thread, where)).code).toBe('not-found')
  })

  test('one’s own are edited based on the version that was read; no one else’s', async () => {
    const { comment } = await add('Frist')
    const edit = (text: string, baseVersion: number) => ({
      params: { ...params, comment: comment.id },
      body: { text, baseVersion },
    })
    const both = await Promise.allSettled(
      ['First', 'Erst'].map((text) => server.call(api.comments.edit, edit(text, comment.version))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await server.fail(api.comments.edit, edit('again', 1))).code).toBe('stale-comment')
    const manager = await somebody(`Manager ${database}`, 'manager')
    await expect(manager.call(api.comments.edit, edit('Mine now', 2))).rejects.toMatchObject({
      code: 'not-allowed',
      params: { reason: 'not-yours' },
    })
    await manager.call(api.comments.remove, { params: { ...params, comment: comment.id } })
  })

  test('people who answer while the thread is removed are notified, or stay in it', async () => {
    for (let round = 0; round < 5; round++) {
      const { comment } = await add('Now you see me')
      const where = { params: { ...params, comment: comment.id } }
      const [answered] = await Promise.allSettled([
        server.call(api.comments.answer, { ...where, body: { text: 'I do' } }),
        server.call(api.comments.remove, where),
      ])
      const thread = await threadOf(comment.id).catch(() => null)
      expect(thread === null).toBe(answered?.status === 'rejected')
      if (thread) expect(thread.answers.map(({ text }) => text)).toEqual(['I do'])
    }
  })

  describe('mentions', () => {
    test('show current names; for people without access only what was written', async () => {
      const klara = await somebody(`Klara ${database}`, 'translator')
      const outside = await somebody(`Otto ${database}`, null)
      const text = `@[Klara](user:${klara.id}), @[Otto](user:${outside.id}) and @[Nobody](user:99999)`
      const { comment, cannotSee } = await add(text)
      expect(cannotSee).toEqual(['Otto', 'Nobody'])
      await server.server.deps.store.write((w) => renameUser(w, klara.id, `Clara ${database}`))
      const { first } = await threadOf(comment.id)
      expect(first.mentions).toEqual([
        { ref: `user:${klara.id}`, name: `Clara ${database}` },
        { ref: `user:${outside.id}`, name: 'Otto' },
        { ref: 'user:99999', name: 'Nobody' },
      ])
      const find = async (q: string) =>
        (await server.call(api.comments.candidates, { params, query: { q } })).candidates
      expect(await find('clara')).toEqual([
        { ref: `user:${klara.id}`, name: `Clara ${database}`, role: 'translator' },
      ])
      expect(await find('otto')).toEqual([])
      expect(await find('an')).toEqual([{ ref: 'user:1', name: 'Ann', role: null }])
    })
    test('of groups in the project', async () => {
      const { store } = server.server.deps
      const project = await projectId('shop')
      await store.write(async ({ db }) => {
        for (const [id, name] of [
          [801, 'Reviewers'],
          [802, 'Outside'],
        ] as const)
          await db.insertInto('person_group').values({ id, name, created_at: '2026-01-01' }).execute()
        const rights = { role: 'reviewer', languages: null, namespaces: null, grants: '[]', version: 1 }
        await db
          .insertInto('group_membership')
          .values({ group_id: 801, project_id: project, ...rights })
          .execute()
      })
      const { comment, cannotSee } = await add('@[Rev](group:801) and @[Out](group:802)')
      expect(comment.mentions.map(({ name }) => name)).toEqual(['Reviewers', 'Out'])
      expect(cannotSee).toEqual(['Out'])
      const { candidates } = await server.call(api.comments.candidates, { params, query: { q: 'rev' } })
      expect(candidates).toEqual([{ ref: 'group:801', name: 'Reviewers', role: 'reviewer' }])
    })
    test('of too many are refused', async () => {
      const text = Array.from({ length: 51 }, (_, number) => `@[n](user:${number})`).join(' ')
      const failure = await server.fail(api.comments.add, {
        params: { ...params, key: keyId },
        body: { text, language: null, kind: 'comment' },
      })
      expect(failure.fields).toEqual([{ pointer: '/text', code: 'too-many-mentions' }])
    })
  })

  test('comments of other projects and unknown ids are not found', async () => {
    const { comment } = await server.call(api.comments.add, {
      params: { project: 'other', key: otherKeyId },
      body: { text: 'Secret', language: null, kind: 'comment' },
    })
    const where = { params: { ...params, comment: comment.id } }
    const failures = [
      await server.fail(api.comments.thread, where),
      await server.fail(api.comments.answers, { ...where, query: { limit: 5 } }),
      await server.fail(api.comments.answer, { ...where, body: { text: 'x' } }),
      await server.fail(api.comments.edit, { ...where, body: { text: 'x', baseVersion: 1 } }),
      await server.fail(api.comments.remove, where),
      await server.fail(api.comments.resolve, { ...where, body: { resolved: true } }),
      await server.fail(api.comments.list, { params: { ...params, key: otherKeyId }, query: { limit: 5 } }),
      await server.fail(api.comments.add, {
        params: { ...params, key: otherKeyId },
        body: { text: 'x', language: null, kind: 'comment' },
      }),
      await server.fail(api.comments.add, {
        params: { ...params, key: keyId },
        body: { text: 'x', language: 'xx', kind: 'comment' },
      }),
    ]
    expect(failures.map(({ code }) => code)).toEqual(failures.map(() => 'not-found'))
    const counts = await server.call(api.comments.counts, { params, query: { keys: `${otherKeyId}` } })
    expect(counts.counts).toEqual([])
  })

  test('empty and overlong ones are refused', async () => {
    for (const text of ['', ' \n', 'x'.repeat(10_001)]) {
      const failure = await server.fail(api.comments.add, {
        params: { ...params, key: keyId },
        body: { text, language: null, kind: 'comment' },
      })
      expect(failure.code).toBe('invalid-input')
    }
    const { comment } = await add('\u0000 \ud800 🎉')
    expect((await threadOf(comment.id)).first.text).toContain('🎉')
  })

  test('10,000 on one key are read page by page, by an index', async () => {
    const key = await makeKey('shop')
    const { store } = server.server.deps
    const project = await projectId('shop')
    const by = { id: 'user:1' as const, name: 'Ann' }
    const at = new Date().toISOString()
    const row = {
      projectId: project,
      keyId: key,
      language: 'de',
      kind: 'comment' as const,
      mentions: [],
      by,
      at,
    }
    const { id: big } = await store.write((w) => addComment(w, { ...row, text: 'the long one' }))
    await store.write((w) => answerComment(w, big, { ...row, text: 'answer 0' }))
    // The others are copies written without events: no one writes so many together.
    await store.write(async ({ db, dialect }) => {
      const [like, answer] = await db
        .selectFrom('comment')
        .selectAll()
        .where('thread_id', '=', big)
        .orderBy('id')
        .execute()
      if (like === undefined || answer === undefined) throw new Error('nothing to copy')
      const first = await dialect.allocate(db, 'comment', 9999)
      for (let from = 0; from < 5000; from += 250) {
        const numbers = Array.from({ length: 250 }, (_, n) => from + n)
        const threads = numbers.map((n) => {
          const id = first + n
          return { ...like, id, thread_id: id, answers: 0, text: `thread ${n} ${'x'.repeat(500)}` }
        })
        const answers = numbers.map((n) => ({ ...answer, id: first + 5000 + n, text: `answer ${n + 1}` }))
        await db.insertInto('comment').values(threads).execute()
        await db
          .insertInto('comment')
          .values(answers.slice(0, from === 4750 ? 249 : 250))
          .execute()
      }
      await db.updateTable('comment').set({ answers: 5000 }).where('id', '=', big).execute()
    })
    const where = { params: { ...params, key } }
    const readAll = async () => {
      const page = await server.call(api.comments.list, { ...where, query: { limit: 20, language: 'de' } })
      expect(page.threads.map(({ first }) => first.text.slice(0, 11))[0]).toBe('thread 4999')
      const long = await server.call(api.comments.thread, { params: { ...params, comment: big } })
      expect(long.answerCount).toBe(5000)
      expect(long.answers.map(({ text }) => text)).toEqual(
        [4995, 4996, 4997, 4998, 4999].map((n) => `answer ${n}`),
      )
      const next = await server.call(api.comments.list, {
        ...where,
        query: { limit: 20, cursor: page.next ?? '' },
      })
      expect(next.threads.map(({ first }) => first.text.slice(0, 11))[0]).toBe('thread 4979')
      const before = long.answers[0]?.id ?? 0
      const older = await server.call(api.comments.answers, {
        params: { ...params, comment: big },
        query: { limit: 3, before },
      })
      expect(older.answers.map(({ text }) => text)).toEqual([4992, 4993, 4994].map((n) => `answer ${n}`))
      expect(older.hasOlder).toBe(true)
      const { counts } = await server.call(api.comments.counts, { params, query: { keys: `${key}` } })
      expect(counts).toEqual([{ keyId: key, comments: 10_001, questions: 0 }])
    }
    if (database !== 'sqlite') return readAll()
    // Each page is found by an index, however many comments there are.
    const plans = await queryPlansOf(server, 'comment', readAll)
    expect(plans.length).toBeGreaterThan(5)
    expect(plans.filter((step) => /^SCAN comment/.test(step))).toEqual([])
  })
})
