import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openTestDatabase, openTestSqlite } from '../test/on-both.ts'
import { expectCountsRight } from '../test/recount.ts'
import { HOLD_COPY_LOCK_UNTIL_COMMIT, SHARE_COPY_LOCK } from './copy/copy-lock.ts'
import { openConnection } from './driver/open-connection.ts'
import {
  countAttempt,
  countBatches,
  countsByLanguage,
  eventsAfter,
  fileBase,
  gitSource,
  isConnected,
  isNameTaken,
  jobById,
  listAudit,
  listBranches,
  listConflicts,
  listFiles,
  listGitChanges,
  listOperations,
  listProjects,
  listSources,
  listTextLimits,
  newestEvent,
  noteGitChange,
  noteSourceStatus,
  openStore,
  type StoreConfig,
  sourceStatuses,
  takeLease,
  updateProject,
  uploadedFile,
  userByName,
  verifyBackup,
} from './index.ts'
import { messageSyntax } from './migrations/0002-message-syntax.ts'
import { actors } from './migrations/0012-actors.ts'
import { events } from './migrations/0013-events.ts'
import { leases } from './migrations/0014-leases.ts'
import { resolvedConflicts } from './migrations/0016-resolved-conflicts.ts'
import { sourceStatus } from './migrations/0018-source-status.ts'
import { alikeNames } from './migrations/0060-alike-names.ts'
import { sourcelessTexts } from './migrations/0080-sourceless-texts.ts'
import { auditSearch } from './migrations/0081-audit-search.ts'
import { namesOfRequestBranches } from './migrations/0089-names-of-request-branches.ts'
import { openersOfBranches } from './migrations/0095-openers-of-branches.ts'
import { droppedChanges } from './migrations/0096-dropped-changes.ts'
import { replacedFiles } from './migrations/0097-replaced-files.ts'
import { countedBatches } from './migrations/0099-counted-batches.ts'
import { mergedBranches } from './migrations/0109-merged-branches.ts'
import { MIGRATIONS, type Migration } from './migrations/all.ts'
import type { Tables } from './tables.ts'

/** Rows of the first schema. */
const FIRST_ROWS = [
  `insert into project values (1, 'shop', 'Shop', 'en', '{"deliverFallback":true,"deliverPublic":true}', '2026-01-01', 5)`,
  `insert into language values (1, 1, 'en', null, 1), (2, 1, 'de', null, 2)`,
  `insert into source values (1, 1, 'folder', '/shop', '{lng}.json', 'i18next-json', 1, '2026-01-01')`,
  `insert into file values (7, 1, 1, 'de.json', 'de', 'translation', 'in-step', null, 3, '2026-01-02'),
    (8, 1, 1, 'en.json', 'en', 'translation', 'missing', null, 4, null)`,
  `insert into conflict values (3, 1, 7, 'title', 'none', '["title"]', null, '{"other":"a"}', '{"other":"b"}', '{"other":"c"}', 'open', '2026-01-03')`,
]

/** Actors were identified by name: two folders and a person have the same one. */
const NAMED_ROWS = [
  `insert into project (id, slug, name, source_language, syntax, settings, created_at, revision)
    values (1, 'shop', 'Shop', 'en', 'i18next', '{}', '2026-01-01', 5)`,
  `insert into language values (1, 1, 'en', null, 1)`,
  `insert into "user" (id, name, password_hash, role, created_at) values (2, 'locales', null, 'owner', '2026-01-01')`,
  `insert into source (id, project_id, kind, folder, pattern, format, writable, created_at) values
    (3, 1, 'folder', '/a/locales', '{lng}.json', 'i18next-json', 1, '2026-01-01'),
    (4, 1, 'folder', '/b/"c"/locales', '{lng}.json', 'i18next-json', 1, '2026-01-01')`,
  ...[
    ['import', 'locales', '/a/locales'],
    ['languages', 'locales', '/a/locales'],
    ['import', 'locales', '/b/"c"/locales'],
    ['sync', 'locales', '/b/"c"/locales'],
    ['save', 'locales', null],
    ['import', 'locales', 'de.json'],
    ['save', 'Anna', null],
    ['sync', 'gone', '/c/gone'],
    ['import', 'gone', '/c/gone'],
  ].map(([kind, author, origin], place) => {
    const summary = JSON.stringify({ languages: [], ...(origin === null ? {} : { origin }) })
    return `insert into operation (id, project_id, kind, author, at, summary)
      values (${place + 1}, 1, '${kind}', '${author}', '2026-01-01', '${summary}')`
  }),
  ...['locales', 'folder'].map(
    (
      name,
      place,
    ) => `insert into job (id, project_id, kind, payload, state, run_at, attempts, max_attempts, done, unit, started_by, created_at)
      values (${place + 1}, 1, 'import', '{}', 'done', '2026-01-01', 1, 5, 0, 'texts', '${name}', '2026-01-01')`,
  ),
]

/** Two conflicts, one of them resolved. */
const DECIDED_ROWS = [
  `insert into project (id, slug, name, source_language, syntax, settings, created_at, revision)
    values (1, 'shop', 'Shop', 'en', 'i18next', '{}', '2026-01-01', 5)`,
  `insert into language values (1, 1, 'en', null, 1)`,
  `insert into source (id, project_id, kind, pattern, format, writable, created_at, settings)
    values (1, 1, 'folder', '{lng}.json', 'i18next-json', 1, '2026-01-01', '{"folder":"/shop"}')`,
  `insert into file (id, project_id, source_id, path, language, namespace, side, state, entries)
    values (7, 1, 1, 'en.json', 'en', 'translation', 'source', 'in-step', 1)`,
  ...['settled', 'open'].map(
    (state, place) => `insert into conflict values (${place + 1}, 1, 7, 'title${place}', 'none', '["title"]',
      null, '{"other":"a"}', '{"other":"b"}', '{"other":"c"}', '${state}', '2026-01-03')`,
  ),
  ...['settle', 'save'].map(
    (kind, place) => `insert into operation (id, project_id, kind, actor_label, at, summary)
      values (${place + 1}, 1, '${kind}', 'Anna', '2026-01-01', '{"languages":[]}')`,
  ),
]

/** A source and two translation branches of it, the second of which has pushed. */
const BRANCH_ROWS = [
  ...['shop', 'shop-a-b', 'shop-a-b-2'].flatMap((slug, place) => [
    `insert into project (id, slug, name, source_language, syntax, settings, created_at, revision, parent_id)
      values (${place + 1}, '${slug}', '${slug}', 'en', 'i18next', '{}', '2026-01-01', 5, ${place === 0 ? 'null' : 1})`,
    `insert into source (id, project_id, kind, pattern, format, writable, created_at, settings)
      values (${place + 1}, ${place + 1}, 'git', '{lng}.json', 'i18next-json', 1, '2026-01-01',
        '{"repository":"https://git.example.org/shop.git","branch":"${['main', 'a/b', 'a-b'][place]}"}')`,
    `insert into git_source (source_id, project_id, mode, settings, paused, sign_in, known_hosts, forge, pushed_head)
      values (${place + 1}, ${place + 1}, 'pull-request', '{"pullRequestBranch":"${place === 0 ? 'texts' : 'l10n'}"}', 0,
        '', '', '{}', ${place === 2 ? "'c1'" : 'null'})`,
  ]),
  ...['a/b', 'a-b'].map(
    (
      branch,
      place,
    ) => `insert into project_branch (project_id, source_id, branch, state, opened_by, opened_at)
      values (${place + 2}, 1, '${branch}', 'open', 'Anna', '2026-01-01')`,
  ),
]

/**
 * A key with a source text and two without, one of which is translated into German. Language 3 belongs to no
 * project yet: a job is about to add it.
 */
const COUNTED_ROWS = [
  `insert into project (id, slug, name, source_language, syntax, settings, created_at, revision)
    values (1, 'shop', 'Shop', 'en', 'i18next', '{}', '2026-01-01', 5)`,
  `insert into language values (1, 1, 'en', null, 1), (2, 1, 'de', null, 2)`,
  `insert into namespace values (5, 1, 'app', 1)`,
  ...[1, 2, 3].map(
    (
      id,
    ) => `insert into "key" (id, project_id, namespace_id, name, lookup, plural, path, description, tags, max_length, position,
      version, operation_id, fields_operation_id) values (${id}, 1, 5, 'key${id}', ${id}, 'none', '["key${id}"]', '', '[]', null,
      ${id}, 1, 1, 1)`,
  ),
  ...[
    [1, 1, 'A'],
    [1, 2, ''],
    [1, 3, ''],
    [2, 1, ''],
    [2, 2, ''],
    [2, 3, 'C'],
    [3, 1, ''],
    [3, 2, ''],
    [3, 3, ''],
  ].map(
    ([
      language,
      key,
      text,
    ]) => `insert into translation (id, language_id, key_id, position, forms, state, version, source_version,
      outdated, failing, with_key, operation_id) values (${Number(language) * 2 ** 32 + Number(key)}, ${language}, ${key}, ${key},
      '${text === '' ? '{}' : `{"other":"${text}"}`}', ${text === '' ? 0 : 2}, 1, 0, 0, 0, 0, null)`,
  ),
  `insert into counts values (1, 5, 3, 2, 0, 1, 0, 0, 0), (2, 5, 3, 2, 0, 1, 0, 0, 0)`,
]

/** Returns the migrations that came before one. */
function before(one: Migration): readonly Migration[] {
  const all = [...MIGRATIONS.values()]
  return all.slice(0, all.indexOf(one))
}

test('each file of a migration is in the list once, under its name', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((file) => /^\d/.test(file))
  expect([...MIGRATIONS.keys()].toSorted()).toEqual(files.map((file) => file.replace('.ts', '')).toSorted())
  expect(new Set(MIGRATIONS.values()).size).toBe(files.length)
})

test('a migration that another branch added is run, whatever came after it', async () => {
  const { store: earlier, config, remove } = await openTestSqlite()
  if (config.kind !== 'sqlite') return
  await earlier.close()
  const names = [...MIGRATIONS.keys()].filter((name) => name !== '0062-cancelled-by')
  const file = openConnection(join(config.folder, 'dragoman.db'))
  file.exec('alter table job drop column cancelled_by_id')
  file.exec('alter table job drop column cancelled_by_label')
  file.exec('alter table job drop column cancelled_with_token')
  file.exec(`update meta set value = '${JSON.stringify(names)}' where name = 'migrations'`)
  file.close()
  const store = await openStore(config)
  const listed = await store.read(({ db }) =>
    db.selectFrom('meta').select('value').where('name', '=', 'migrations').executeTakeFirst(),
  )
  expect(JSON.parse(listed?.value ?? '')).toEqual([...names, '0062-cancelled-by'])
  await store.close()
  await remove()
})

describe.each<StoreConfig['kind']>(process.env.TEST_POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite'])(
  'a database of an earlier schema · %s',
  (kind) => {
    test('the first: keeps its files, their bases, and open conflicts', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(messageSyntax),
        fill: async (db) => {
          for (const row of FIRST_ROWS) await sql.raw(row).execute(db)
          await sql`insert into file_base (file_id, deflated, bytes) values (7, 0, ${Buffer.from('{"title":"a"}')})`.execute(
            db,
          )
        },
      })
      const store = await openStore(config)
      try {
        const [project] = await store.read(listProjects)
        expect([project?.slug, project?.syntax]).toEqual(['shop', 'i18next'])
        expect(await store.read((r) => listSources(r, 1))).toMatchObject([
          { id: 1, kind: 'folder', folder: '/shop', pattern: '{lng}.json', writable: true },
        ])
        const isKnown = (folder: string) =>
          store.read((r) => isConnected(r, { kind: 'folder', folder }, '{lng}.json'))
        expect([await isKnown('/shop'), await isKnown('/other')]).toEqual([true, false])
        const files = await store.read((r) => listFiles(r, { projectId: 1 }))
        expect(
          files.map(({ id, path, side, state, conflicts, syncedAt }) => [
            id,
            path,
            side,
            state,
            conflicts,
            syncedAt,
          ]),
        ).toEqual([
          [7, 'de.json', 'target', 'in-step', 1, '2026-01-02'],
          [8, 'en.json', 'target', 'missing', 0, null],
        ])
        expect(Buffer.from((await store.read((r) => fileBase(r, 1, 'de.json'))) ?? []).toString()).toBe(
          '{"title":"a"}',
        )
        expect(await store.read((r) => fileBase(r, 1, 'en.json'))).toBeNull()
        expect(
          (await store.read((r) => listConflicts(r, 1))).map(({ id, fileId, theirs }) => [
            id,
            fileId,
            theirs,
          ]),
        ).toEqual([[3, 7, { other: 'b' }]])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('names of actors: are converted to the right ids', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(actors),
        fill: async (db) => {
          for (const row of NAMED_ROWS) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const { rows } = await store.read((r) => listOperations(r, { projectId: 1, limit: 100 }))
        expect(rows.map(({ id, actor }) => [id, actor.id, actor.name])).toEqual([
          [9, 'import:0', 'gone'],
          [8, 'sync:0', 'gone'],
          [7, null, 'Anna'],
          [6, 'user:2', 'locales'],
          [5, 'user:2', 'locales'],
          [4, 'sync:4', 'locales'],
          [3, 'sync:4', 'locales'],
          [2, 'sync:3', 'locales'],
          [1, 'sync:3', 'locales'],
        ])
        const jobs = [await store.read((r) => jobById(r, 1)), await store.read((r) => jobById(r, 2))]
        expect(jobs.map((job) => job?.startedBy)).toEqual([
          { id: 'user:2', name: 'locales' },
          { id: 'system:0', name: 'folder' },
        ])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('names of people that are alike: stay, and block others like them', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(alikeNames),
        fill: async (db) => {
          for (const [place, name] of ['Olga', 'Olga ', '\u041elga'].entries())
            await sql`insert into "user" (id, name, password_hash, role, created_at, settings)
              values (${place + 1}, ${name}, null, 'member', '2026-01-01', '{}')`.execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const names = ['Olga', 'Olga ', '\u041elga']
        const found = await store.read((r) => Promise.all(names.map((name) => userByName(r, name))))
        expect(found.map((user) => user?.id)).toEqual([1, 2, 3])
        expect(await store.read((r) => isNameTaken(r, 'OLGA'))).toBe(true)
        expect(await store.read((r) => isNameTaken(r, 'Olga Kim'))).toBe(false)
      } finally {
        await store.close()
        await remove()
      }
    })

    test('with an audit log: its entries are found by names without accents, and by names of folders', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(auditSearch),
        fill: async (db) => {
          const entries = [
            ['person.invited', 'J\u00f6rg M\u00dcLLER', '\u00c4rmel & Co'],
            ['source.added', 'Ann', '/srv/hidden/Shop'],
          ]
          for (const [place, [kindOf, actor, target]] of entries.entries())
            await sql`insert into audit_entry (id, at, kind, actor_label, target, details)
              values (${place + 1}, '2026-01-01', ${kindOf}, ${actor}, ${target}, '{}')`.execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const found = (filter: { who?: string; text?: string }, searchesPaths = false) =>
          store.read(async (r) => {
            const of = { projectId: null, searchesPaths, cursor: null, limit: 10 }
            return (await listAudit(r, { ...of, ...filter })).rows.map(({ id }) => id)
          })
        for (const who of ['M\u00fcller', 'muller', 'JORG']) expect(await found({ who }), who).toEqual([1])
        for (const text of ['\u00e4rmel', 'ARMEL']) expect(await found({ text }), text).toEqual([1])
        expect(await found({ text: 'shop' })).toEqual([2])
        expect(await found({ text: 'hidden' })).toEqual([])
        expect(await found({ text: '/srv/hidden' }, true)).toEqual([2])
        await expect(
          store.write(({ db }) => db.updateTable('audit_entry').set({ target: 'x' }).execute()),
        ).rejects.toThrow()
      } finally {
        await store.close()
        await remove()
      }
    })

    test('conflicts that were decided: become resolved, like their operations', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(resolvedConflicts),
        fill: async (db) => {
          for (const row of DECIDED_ROWS) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const conflicts = await store.read((r) => listConflicts(r, 1))
        expect(conflicts.map(({ id, state }) => [id, state])).toEqual([
          [1, 'resolved'],
          [2, 'open'],
        ])
        const { rows } = await store.read((r) => listOperations(r, { projectId: 1, limit: 10 }))
        expect(rows.map(({ kind }) => kind)).toEqual(['save', 'resolve'])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('with strings without a source text: they are counted apart, and its backup is accepted', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(sourcelessTexts),
        fill: async (db) => {
          for (const row of COUNTED_ROWS) await sql.raw(row).execute(db)
        },
      })
      const database = config.kind === 'sqlite' ? join(config.folder, 'dragoman.db') : null
      if (database !== null) expect(await verifyBackup(database)).toMatchObject({ projects: 1 })
      const store = await openStore(config)
      try {
        await expectCountsRight(store, 1)
        const counts = await store.read((r) => countsByLanguage(r, 1))
        expect(counts.get('en')).toMatchObject({ total: 3, untranslated: 2, sourceless: 0 })
        expect(counts.get('de')).toMatchObject({ total: 2, untranslated: 1, translated: 1, sourceless: 1 })
        const prepared = await store.read(({ db }) =>
          db
            .selectFrom('translation')
            .select('sourceless')
            .where('language_id', '=', 3)
            .orderBy('id')
            .execute(),
        )
        expect(prepared.map(({ sourceless }) => sourceless)).toEqual([0, 1, 1])
        if (database !== null) expect(await verifyBackup(database)).toMatchObject({ projects: 1 })
      } finally {
        await store.close()
        await remove()
      }
    })

    test('translation branches with one request branch: each has its own, and the one that pushed keeps it', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(namesOfRequestBranches),
        fill: async (db) => {
          for (const row of BRANCH_ROWS) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const names = [1, 2, 3].map(async (id) => {
          const source = await store.read((r) => gitSource(r, id))
          return source?.settings.pullRequestBranch
        })
        expect(await Promise.all(names)).toEqual(['texts', 'texts-a-b-2', 'texts-a-b'])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('translation branches with names of people: those of known operations get an id', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(openersOfBranches),
        fill: async (db) => {
          const operation = `insert into operation (id, project_id, kind, actor_id, actor_label, at, summary)
            values (1, 2, 'add-language', 'user:4', 'Anna', '2026-01-01', '{}')`
          for (const row of [...BRANCH_ROWS, operation]) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const rows = await store.read(({ db }) =>
          db.selectFrom('project_branch').select('opened_by_id').orderBy('project_id').execute(),
        )
        expect(rows.map((row) => row.opened_by_id)).toEqual(['user:4', null])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('translation branches: the newest changes are those of the commit that was read last', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(mergedBranches),
        fill: async (db) => {
          const read = [
            "update project_branch set merge_base = 'base'",
            "update git_source set commit_id = 'tip' where source_id = 2",
            // It has no commits of its own.
            "update git_source set commit_id = 'base' where source_id = 3",
          ]
          for (const row of [...BRANCH_ROWS, ...read]) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const branches = await store.read((r) => listBranches(r, 1))
        expect(branches.map(({ projectId, changes }) => [projectId, changes])).toEqual([
          [3, null],
          [2, { mergeBase: 'base', tip: 'tip' }],
        ])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('a source whose last push has an empty time: later changes of its files are recorded', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(droppedChanges),
        fill: async (db) => {
          const broken = "update git_source set sent_at = '' where source_id = 1"
          for (const row of [...BRANCH_ROWS, broken]) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const file = { sourceId: 1, path: 'locales/de.json' }
        const at = '2026-01-01T00:00:00.000Z'
        await store.write((w) => noteGitChange(w, { ...file, upstream: null, at }))
        expect(await store.read((r) => listGitChanges(r, 1))).toMatchObject([{ lastAt: at }])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('with an imported file: it is still the template for exports, with its limits', async () => {
      const limits = '{"maxLength":5}'
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(replacedFiles),
        fill: async (db) => {
          const rows = [
            `insert into uploaded_file (id, project_id, path, format, pieces) values (4, 1, 'de.po', 'gettext-po', 0)`,
            `insert into uploaded_part (project_id, namespace, language, format, side, file_id, limits, any_keys)
              values (1, 'app', 'de', 'gettext-po', 'target', 4, '${limits}', 1)`,
          ]
          for (const row of [...BRANCH_ROWS, ...rows]) await sql.raw(row).execute(db)
        },
      })
      const store = await openStore(config)
      try {
        const part = { projectId: 1, namespace: 'app', language: 'de', format: 'gettext-po' }
        const found = await store.read((r) => uploadedFile(r, part))
        const parts = [{ language: 'de', namespace: 'app', side: 'target', hasAnyKeys: true }]
        expect([found?.path, found?.parts]).toEqual(['de.po', parts])
        const stored = await store.read((r) => listTextLimits(r, 1))
        expect(stored).toEqual([{ namespace: 'app', language: 'de', limits: { maxLength: 5 } }])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('with batches of strings: each keeps its operations, and can be counted', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(countedBatches),
        fill: async (db) => {
          await fillShop(db, { settings: '{}' })
          for (const [id, operations] of [
            [1, '[7,9,9]'],
            [2, '[9]'],
            [3, '[]'],
          ])
            await sql`insert into string_batch (id, project_id, kind, language, operations, actor_id, namespaces, total, open,
                created_at, touched_at)
              values (${id}, 1, 'new-strings', 'de', ${operations}, null, '[["app",3]]', 3, 3, '2026-01-01', '2026-01-01')`.execute(
              db,
            )
        },
      })
      const store = await openStore(config)
      try {
        const rows = await store.read(({ db }) =>
          db
            .selectFrom('string_batch_operation')
            .select(['batch_id', 'operation_id'])
            .orderBy('batch_id')
            .orderBy('operation_id')
            .execute(),
        )
        expect(rows.map((row) => [row.batch_id, row.operation_id])).toEqual([
          [1, 7],
          [1, 9],
          [2, 9],
        ])
        const counted = await store.write((w) => countBatches(w, [1, 2, 3]))
        expect(counted.map(({ before: { open }, batch }) => [open, batch.open])).toEqual([
          [3, 0],
          [3, 0],
          [3, 0],
        ])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('without events: starts with one, keeps its rows, and continues its numbers', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(events),
        fill: (db) => fillShop(db, { folder: '/a' }),
      })
      const store = await openStore(config)
      try {
        const start = await store.read(newestEvent)
        expect([start.number, start.mark]).toEqual([1, expect.stringMatching(/^[0-9a-f]{8}$/)])
        await store.write((w) => updateProject(w, 1, { name: 'Again' }))
        const [project] = await store.read(listProjects)
        expect([project?.slug, project?.name, project?.revision]).toEqual(['shop', 'Again', 5])
        const after = await store.read((r) => eventsAfter(r, start, 10))
        expect(after?.map(({ number, kind: what, projectId }) => [number, what, projectId])).toEqual([
          [2, 'project.changed', 1],
        ])
      } finally {
        await store.close()
        await remove()
      }
    })

    test('of one process: several can share it, and its data stays', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(leases),
        fill: (db) => fillShop(db, { folder: '/a' }),
      })
      const store = await openStore(config)
      try {
        expect((await store.read((r) => listSources(r, 1))).map(({ id }) => id)).toEqual([3])
        const take = (holder: string) =>
          store.write((w) =>
            takeLease(w, { name: 'source 3', holder, forMs: 60_000, session: null, seesSessions: false }),
          )
        expect([await take('one'), await take('other'), await take('one')]).toEqual([true, false, true])
        const attempt = { name: 'sign-in', nowMs: 1000, windowMs: 500 }
        const counts = [
          await store.write((w) => countAttempt(w, attempt)),
          await store.write((w) => countAttempt(w, attempt)),
        ]
        expect(counts).toEqual([1, 2].map((count) => ({ count, untilMs: 1500 })))
      } finally {
        await store.close()
        await remove()
      }
    })

    test('whose source status only one process knew: nothing counts as written that might not be', async () => {
      const { config, remove } = await databaseOfSchema(kind, {
        migrations: before(sourceStatus),
        fill: (db) => fillShop(db, { settings: '{"folder":"/a"}' }),
      })
      const store = await openStore(config)
      const source = { sourceId: 3, projectId: 1 }
      try {
        const status = async () => (await store.read((r) => sourceStatuses(r, 1))).get(3)
        expect(await status()).toEqual({ writtenTo: 0, leftOut: [], leftOutMore: 0 })
        const leftOut = [{ path: 'de/linked.json', reason: 'link' }]
        await store.write((w) => noteSourceStatus(w, source, { writtenTo: 7, leftOut }))
        await store.write((w) => noteSourceStatus(w, source, { writtenTo: 5 }))
        expect(await status()).toEqual({ writtenTo: 7, leftOut, leftOutMore: 0 })
        await store.write((w) => noteSourceStatus(w, source, { leftOut, leftOutMore: 12 }))
        expect(await status()).toEqual({ writtenTo: 7, leftOut, leftOutMore: 12 })
        await store.write((w) => noteSourceStatus(w, source, { leftOut: [] }))
        expect(await status()).toEqual({ writtenTo: 7, leftOut: [], leftOutMore: 0 })
      } finally {
        await store.close()
        await remove()
      }
    })
  },
)

describe.skipIf(!process.env.TEST_POSTGRES_URL)('an earlier PostgreSQL database', () => {
  const last = { migrations: before(countedBatches), fill: async () => undefined }

  test('is not migrated while a server of an earlier version uses it', async () => {
    const { config, remove } = await databaseOfSchema('postgres', last)
    const earlier = new pg.Client(urlOf(config))
    try {
      await earlier.connect()
      await earlier.query(SHARE_COPY_LOCK)
      await expect(openStore(config)).rejects.toMatchObject({ code: 'earlier-servers' })
      await earlier.end()
      const store = await openStore(config)
      // Further servers of this version find nothing to migrate.
      const other = await openStore(config)
      await other.close()
      await store.close()
    } finally {
      await remove()
    }
  })

  test('opens although the lock of another server is released a moment later than that of its migration', async () => {
    const { config, remove } = await databaseOfSchema('postgres', last)
    const migrating = new pg.Client(urlOf(config))
    try {
      await migrating.connect()
      await migrating.query('begin')
      await migrating.query(HOLD_COPY_LOCK_UNTIL_COMMIT)
      const opening = openStore(config)
      const waiting = `select 1 from pg_locks held join pg_locks awaited using (database, classid, objid, objsubid)
        where held.locktype = 'advisory' and held.pid = pg_backend_pid() and held.granted and not awaited.granted`
      await expect.poll(async () => (await migrating.query(waiting)).rows.length).toBe(1)
      await migrating.query('commit')
      await (await opening).close()
    } finally {
      await migrating.end()
      await remove()
    }
  })

  test('is migrated by the first of several servers that start together', async () => {
    const { config, remove } = await databaseOfSchema('postgres', last)
    const stores = await Promise.allSettled([openStore(config), openStore(config), openStore(config)])
    try {
      expect(stores.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    } finally {
      for (const one of stores) if (one.status === 'fulfilled') await one.value.close()
      await remove()
    }
  })
})

function urlOf(config: StoreConfig): string {
  if (config.kind !== 'postgres') throw new Error('Another database was asked for')
  return config.url
}

/** Adds a project with a folder; the column of its settings was changed by one of the migrations. */
async function fillShop(
  db: Kysely<Tables>,
  settings: { folder: string } | { settings: string },
): Promise<void> {
  const [[column, place]] = Object.entries(settings) as [[string, string]]
  await sql`insert into project (id, slug, name, source_language, syntax, settings, created_at, revision)
    values (1, 'shop', 'Shop', 'en', 'i18next', '{}', '2026-01-01', 5)`.execute(db)
  await sql`insert into source (id, project_id, kind, ${sql.ref(column)}, pattern, format, writable, created_at)
    values (3, 1, 'folder', ${place}, '{lng}.json', 'i18next-json', 1, '2026-01-01')`.execute(db)
}

/** Programs with this migration list the names of those that a database has had; earlier ones count them. */
const NAMED_FIRST = '0073-replaced-texts'

/** A database as the program left it after these migrations. */
type Earlier = {
  readonly migrations: readonly Migration[]
  readonly fill: (db: Kysely<Tables>) => Promise<void>
}

async function databaseOfSchema(
  kind: StoreConfig['kind'],
  earlier: Earlier,
): Promise<{ config: StoreConfig; remove: () => Promise<void> }> {
  if (kind === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-store-'))
    const database = openConnection(join(folder, 'dragoman.db'))
    await bringUp(new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }), kind, earlier)
    return { config: { kind, folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const { config, store, remove } = await openTestDatabase(kind)
  if (config.kind !== 'postgres') throw new Error('Another database was asked for')
  await store.close()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) }),
  })
  const { rows } = await sql<{
    tablename: string
  }>`select tablename from pg_tables where schemaname = current_schema()`.execute(db)
  for (const { tablename } of rows) await sql`drop table ${sql.id(tablename)} cascade`.execute(db)
  await bringUp(db, kind, earlier)
  return { config, remove }
}

async function bringUp(
  db: Kysely<Tables>,
  kind: StoreConfig['kind'],
  { migrations, fill }: Earlier,
): Promise<void> {
  await sql`create table meta (name text primary key, value text not null)`.execute(db)
  for (const migration of migrations) await migration.up(db, kind)
  await sql`insert into meta (name, value) values ('schema', ${String(migrations.length)})`.execute(db)
  const names = [...MIGRATIONS.keys()].slice(0, migrations.length)
  if (names.includes(NAMED_FIRST))
    await sql`insert into meta (name, value) values ('migrations', ${JSON.stringify(names)})`.execute(db)
  await fill(db)
  await db.destroy()
}
