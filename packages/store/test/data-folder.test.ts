import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openConnection } from '../src/driver/open-connection.ts'
import {
  backupSqlite,
  createOwner,
  createSession,
  DATABASE_FILE,
  incarnation,
  listProjects,
  openStore,
  restoreBackup,
  sessionByHash,
} from '../src/index.ts'
import { AT, sampleProject } from './sample.ts'

const run = promisify(execFile)

let root: string
let folder: string
let file: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-data-'))
  folder = join(root, 'data')
  file = join(folder, DATABASE_FILE)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const open = () => openStore({ kind: 'sqlite', folder })
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

/** Changes the file like another program would. */
function change(statement: string): void {
  const database = openConnection(file)
  database.exec(statement)
  database.close()
}

async function modesOf(place: string): Promise<Record<string, string>> {
  const names = await readdir(place)
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(join(place, name))])),
  )
}

describe('the data folder', () => {
  test('and everything in it is only accessible to this user', async () => {
    const store = await open()
    await sampleProject(store)
    await backupSqlite(file, join(folder, 'copy.db'))
    expect(await modeOf(folder)).toBe('700')
    const modes = await modesOf(folder)
    expect(Object.keys(modes)).toEqual(
      expect.arrayContaining([DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, 'copy.db']),
    )
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
    await store.close()
  })

  test('of an earlier program is closed to other users at the start', async () => {
    const store = await open()
    await sampleProject(store)
    await store.close()
    await chmod(folder, 0o755)
    for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644)
    const again = await open()
    expect(await modeOf(folder)).toBe('700')
    expect(new Set(Object.values(await modesOf(folder)))).toEqual(new Set(['600']))
    await again.close()
  })

  test.each([
    ['deleted', (place: string) => rm(place, { recursive: true })],
    ['moved away', (place: string) => rename(place, `${place}-elsewhere`)],
  ])('that is %s is detected: not ready, and no save is acknowledged', async (_how, away) => {
    const store = await open()
    await store.requireReady()
    await away(folder)
    await expect(store.requireReady()).rejects.toMatchObject({ code: 'storage-failed', reason: 'replaced' })
    await expect(sampleProject(store)).rejects.toMatchObject({ code: 'storage-failed', reason: 'replaced' })
    const second = await open()
    await sampleProject(second)
    await expect(store.requireReady()).rejects.toMatchObject({ reason: 'replaced' })
    await expect(sampleProject(store)).rejects.toMatchObject({ reason: 'replaced' })
    await second.requireReady()
    await second.close()
    await store.close()
  })

  test('with an empty database file that had content before is not treated as new', async () => {
    const store = await open()
    await sampleProject(store)
    await store.close()
    await truncate(file, 0)
    await expect(open()).rejects.toMatchObject({
      code: 'database-empty',
      message: expect.stringContaining('dragoman restore'),
    })
    expect((await stat(file)).size).toBe(0)
    await rm(file)
    const fresh = await open()
    expect(await fresh.read(listProjects)).toEqual([])
    await fresh.close()
  })

  test('without the database that an interrupted restore has renamed is not treated as new', async () => {
    const store = await open()
    await sampleProject(store)
    await store.close()
    const kept = `${file}.before-restore-20260102`
    await rename(file, kept)
    await expect(open()).rejects.toMatchObject({
      code: 'restore-unfinished',
      message: expect.stringContaining(basename(kept)),
    })
    expect(await readdir(folder)).not.toContain(DATABASE_FILE)
    await restoreBackup(kept, folder, AT)
    const again = await open()
    expect(await again.read(listProjects)).toHaveLength(1)
    await again.close()
  })

  test.each([
    [
      'damaged',
      'database-damaged',
      () => writeFile(file, 'no database at all, but long enough to be taken for one '.repeat(200)),
    ],
    [
      'without a table that its schema has',
      'database-incomplete',
      async () => change('drop table translation'),
    ],
    [
      'with fewer migrations listed than it has had',
      'database-incomplete',
      async () => change(`update meta set value = '["0001-start"]' where name = 'migrations'`),
    ],
  ])('with a database that is %s reports what to do', async (_how, code, damage) => {
    const store = await open()
    await sampleProject(store)
    await store.close()
    await damage()
    await expect(open()).rejects.toMatchObject({ code, message: expect.stringContaining('dragoman restore') })
  })

  test('that is a file reports what to do', async () => {
    await writeFile(folder, 'a file')
    await expect(open()).rejects.toMatchObject({
      code: 'data-unreadable',
      message: expect.stringContaining(folder),
    })
  })

  test('beyond the maximum file size refuses writes like a full disk', async () => {
    const program = join(import.meta.dirname, 'programs/save-until-refused.ts')
    const command = `ulimit -f 4000; exec "${process.execPath}" --import tsx "${program}" "${folder}"`
    const { stdout } = await run('bash', ['-c', command])
    expect(stdout.trim()).toBe('DiskFullError')
  })
})

describe('a backup', () => {
  async function backedUp(): Promise<string> {
    const store = await open()
    await sampleProject(store)
    await store.write(async (w) => {
      const owner = await createOwner(w, { name: 'Ann', passwordHash: 'x', at: AT })
      await createSession(w, {
        idHash: 'session',
        userId: owner.id,
        at: AT,
        expiresAt: '2099-01-01T00:00:00.000Z',
      })
    })
    const copy = join(root, 'copy.db')
    await backupSqlite(file, copy)
    await store.close()
    return copy
  }

  test('leaves no temporary files, nor does restoring it', async () => {
    const copy = await backedUp()
    await restoreBackup(copy, folder, AT)
    expect((await readdir(root)).sort()).toEqual(['copy.db', 'data'])
    expect((await readdir(folder)).filter((name) => /part|-wal|-shm|journal/.test(name))).toEqual([])
    const store = await open()
    expect(await store.read(listProjects)).toHaveLength(1)
    await store.close()
  })

  test.runIf(process.getuid?.() === 0)('restored by root belongs to the owner of the folder', async () => {
    const copy = await backedUp()
    const fresh = join(root, 'fresh')
    await mkdir(fresh)
    await chown(fresh, 4321, 4322)
    await chmod(copy, 0o644)
    await restoreBackup(copy, fresh, AT)
    const names = await readdir(fresh)
    expect(names).toContain(DATABASE_FILE)
    for (const name of names) {
      const { uid, gid } = await stat(join(fresh, name))
      expect([name, uid, gid]).toEqual([name, 4321, 4322])
    }
    expect(new Set(Object.values(await modesOf(fresh)))).toEqual(new Set(['600']))
    // What exists is left as it is, because a link in the folder could lead anywhere.
    const elsewhere = join(root, 'elsewhere')
    await writeFile(elsewhere, '')
    await rm(join(fresh, DATABASE_FILE))
    await symlink(elsewhere, join(fresh, DATABASE_FILE))
    await openStore({ kind: 'sqlite', folder: fresh }).catch(() => null)
    expect((await stat(elsewhere)).uid).toBe(0)
  })

  test('with one changed byte is refused', async () => {
    const copy = await backedUp()
    const bytes = await readFile(copy)
    const at = bytes.indexOf('Sample')
    expect(at).toBeGreaterThan(0)
    bytes.write('X', at)
    await writeFile(copy, bytes)
    await expect(restoreBackup(copy, folder, AT)).rejects.toMatchObject({ code: 'backup-damaged' })
    const store = await open()
    expect(await store.read(listProjects)).toMatchObject([{ name: 'Sample' }])
    await store.close()
  })

  test('contains no sessions, and none are restored from a database without a checksum', async () => {
    const copy = await backedUp()
    const bytes = await readFile(copy)
    expect(bytes.includes('2099-01-01T00:00:00.000Z')).toBe(false)
    const plain = join(root, 'plain')
    await mkdir(plain)
    for (const name of await readdir(folder))
      if (name.startsWith(DATABASE_FILE))
        await writeFile(join(plain, name), await readFile(join(folder, name)))
    for (const [from, at] of [
      [copy, AT],
      [join(plain, DATABASE_FILE), '2026-01-03T00:00:00.000Z'],
    ] as const) {
      await restoreBackup(from, folder, at)
      const store = await open()
      expect(await store.read((r) => sessionByHash(r, 'session', AT))).toBeNull()
      await store.close()
    }
  })

  test('has another incarnation after each restore, also of the database in the folder itself', async () => {
    const copy = await backedUp()
    const found = new Set<string>()
    for (const [from, at] of [
      [copy, AT],
      [copy, '2026-01-03T00:00:00.000Z'],
      [file, '2026-01-04T00:00:00.000Z'],
    ] as const) {
      await restoreBackup(from, folder, at)
      const store = await open()
      expect(await store.read(listProjects)).toHaveLength(1)
      found.add(await store.read(incarnation))
      await store.close()
    }
    expect(found.size).toBe(3)
    expect(found).not.toContain('')
  })

  test('into a folder that does not exist reports it', async () => {
    const store = await open()
    await expect(backupSqlite(file, join(root, 'missing', 'copy.db'))).rejects.toMatchObject({
      code: 'backup-failed',
      message: expect.stringContaining('missing'),
    })
    await store.close()
  })
})
