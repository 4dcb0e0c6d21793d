import type { GitChangeRow, SentTexts, SentVersion } from '../git-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { contentHash, fileBase, packedRow, wholeBytes } from './file-bases.ts'

/** Versions kept per file. If an older one is pulled back, it is treated like any other change. */
const SENT_VERSIONS = 20

type FileOfSource = { readonly sourceId: number; readonly path: string }

/**
 * Records that a file was changed here. `upstream` is what its branch has, null if it has no such file; it is
 * ignored if the file has an unsent change already. `at` is the current time; see `timeOfChange`.
 */
export async function noteGitChange(
  w: Writer,
  {
    sourceId,
    path,
    upstream,
    at,
  }: FileOfSource & { readonly upstream: Uint8Array | null; readonly at: string },
): Promise<void> {
  const packed = upstream === null ? { deflated: null, bytes: null, hash: null } : packedRow(upstream)
  const lastAt = await timeOfChange(w, sourceId, at)
  await w.db
    .insertInto('git_change')
    .values({ source_id: sourceId, path, ...packed, first_at: lastAt, last_at: lastAt })
    .onConflict((conflict) => conflict.columns(['source_id', 'path']).doUpdateSet({ last_at: lastAt }))
    .execute()
}

/**
 * Updates when a changed file was last changed; does nothing if it has no unsent change any more. `at` is the
 * current time; see `timeOfChange`.
 */
export async function touchGitChange(
  w: Writer,
  { sourceId, path, at }: FileOfSource & { readonly at: string },
): Promise<void> {
  await w.db
    .updateTable('git_change')
    .set({ last_at: await timeOfChange(w, sourceId, at) })
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .execute()
}

/**
 * Returns the time of a change: now, but later than every earlier change of the source and than the last
 * push. So a push covers exactly the changes up to the newest one it has read, even if another is made in the
 * same millisecond, or a clock is set back.
 */
async function timeOfChange({ db }: Writer, sourceId: number, now: string): Promise<string> {
  const source = await db
    .selectFrom('git_source')
    .select(['sent_at', 'dropped_at'])
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  const newest = await db
    .selectFrom('git_change')
    .select((e) => e.fn.max('last_at').as('at'))
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  const times = [source?.sent_at, source?.dropped_at, newest?.at]
  const before = times.flatMap((at) => (at == null ? [] : [Date.parse(at)]))
  return new Date(Math.max(Date.parse(now), ...before.map((ms) => ms + 1))).toISOString()
}

/**
 * Deletes a change because the branch has our text, or because its text has to be merged again. Records its time in
 * the source: if it was not sent, the branch of the pull request can have an older version of the file.
 */
export async function dropGitChange({ db }: Writer, { sourceId, path }: FileOfSource): Promise<void> {
  const row = await db
    .deleteFrom('git_change')
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .returning('last_at')
    .executeTakeFirst()
  if (row === undefined) return
  const { last_at: at } = row
  await db
    .updateTable('git_source')
    .set({ dropped_at: at })
    .where('source_id', '=', sourceId)
    .where((e) => e.or([e('dropped_at', 'is', null), e('dropped_at', '<', at)]))
    .execute()
}

/** Returns files whose text here is not in their branch yet, by path. */
export async function listGitChanges({ db }: Reader, sourceId: number): Promise<readonly GitChangeRow[]> {
  const rows = await db
    .selectFrom('git_change')
    .select(['path', 'first_at', 'last_at'])
    .select((e) => e('bytes', 'is', null).as('is_new'))
    .where('source_id', '=', sourceId)
    .orderBy('path')
    .execute()
  return rows.map(({ path, first_at, last_at, is_new }) => ({
    path,
    firstAt: first_at,
    lastAt: last_at,
    isNew: Boolean(is_new),
  }))
}

/**
 * Returns the paths of files that differ from their branch; not those changed and changed back. Only contents without
 * a hash are read.
 */
export async function pathsChanged(r: Reader, sourceId: number): Promise<readonly string[]> {
  const rows = await r.db
    .selectFrom('git_change as c')
    .innerJoin('file_base as b', (join) =>
      join.onRef('b.source_id', '=', 'c.source_id').onRef('b.path', '=', 'c.path'),
    )
    .select(['c.path', 'c.hash', 'b.hash as own_hash'])
    .select((e) => e('c.bytes', 'is', null).as('is_new'))
    .where('c.source_id', '=', sourceId)
    .orderBy('c.path')
    .execute()
  const changed: string[] = []
  for (const { path, hash, own_hash: own, is_new: isNew } of rows) {
    const areKnown = hash !== null && own !== null
    if (isNew || (areKnown ? hash !== own : !(await areSame(r, { sourceId, path })))) changed.push(path)
  }
  return changed
}

/** Whether a file that is changed here has the contents that its branch has. */
async function areSame(r: Reader, { sourceId, path }: FileOfSource): Promise<boolean> {
  const theirs = (await gitChange(r, { sourceId, path }))?.bytes ?? null
  const own = await fileBase(r, sourceId, path)
  return theirs !== null && own !== null && Buffer.compare(theirs, own) === 0
}

/**
 * Returns what the branch has of a file that is changed here; `bytes` null: no such file. Null: it is not
 * changed.
 */
export async function gitChange(
  { db }: Reader,
  { sourceId, path }: FileOfSource,
): Promise<{ readonly bytes: Uint8Array | null } | null> {
  const row = await db
    .selectFrom('git_change')
    .select(['deflated', 'bytes'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (row === undefined) return null
  const { deflated, bytes } = row
  return { bytes: bytes === null ? null : wholeBytes({ deflated: deflated ?? 0, bytes }) }
}

/** Returns a file as its branch has it; null: it has no such file. */
export async function upstreamBytes(r: Reader, file: FileOfSource): Promise<Uint8Array | null> {
  const change = await gitChange(r, file)
  return change === null ? fileBase(r, file.sourceId, file.path) : change.bytes
}

/**
 * Returns the hashes (`contentHash`) of all files that the branch has, by path. Only contents without a hash are read.
 */
export async function upstreamHashes(r: Reader, sourceId: number): Promise<ReadonlyMap<string, string>> {
  const bases = await r.db
    .selectFrom('file_base')
    .select(['path', 'hash'])
    .where('source_id', '=', sourceId)
    .execute()
  const changes = await r.db
    .selectFrom('git_change')
    .select(['path', 'hash'])
    .select((e) => e('bytes', 'is', null).as('is_new'))
    .where('source_id', '=', sourceId)
    .execute()
  const stored = new Map(bases.map(({ path, hash }) => [path, hash]))
  for (const { path, hash, is_new: isNew } of changes) {
    if (isNew) stored.delete(path)
    else stored.set(path, hash)
  }
  const hashes = new Map<string, string>()
  for (const [path, hash] of stored) {
    const bytes = hash === null ? await upstreamBytes(r, { sourceId, path }) : null
    const known = hash ?? (bytes && contentHash(bytes))
    if (known !== null) hashes.set(path, known)
  }
  return hashes
}

/** Stores a version of a file that is about to be pushed. */
export async function keepSent(
  { db }: Writer,
  { sourceId, path, bytes, texts }: FileOfSource & Omit<SentVersion, 'number'>,
): Promise<void> {
  const newest = await db
    .selectFrom('git_sent')
    .select((e) => e.fn.max('number').as('number'))
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  const number = Number(newest?.number ?? 0) + 1
  const { hash: _, ...packed } = packedRow(bytes)
  await db
    .insertInto('git_sent')
    .values({ source_id: sourceId, path, number, ...packed, texts: textsJson(texts) })
    .execute()
  await db
    .deleteFrom('git_sent')
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .where('number', '<=', number - SENT_VERSIONS)
    .execute()
}

/** Returns versions of a file that were pushed and can be pulled back, newest first. */
export async function sentVersions(
  { db }: Reader,
  { sourceId, path }: FileOfSource,
): Promise<readonly SentVersion[]> {
  const rows = await db
    .selectFrom('git_sent')
    .select(['number', 'deflated', 'bytes', 'texts'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, texts, ...packed }) => ({
    number: Number(number),
    bytes: wholeBytes(packed),
    texts: texts === null ? null : readTexts(texts),
  }))
}

/** Replaces the texts of a version after some were pulled back; a version without texts is deleted. */
export async function setSentTexts(
  { db }: Writer,
  {
    sourceId,
    path,
    number,
    texts,
  }: FileOfSource & Pick<SentVersion, 'number'> & { readonly texts: SentTexts },
): Promise<void> {
  if ([...texts.values()].every((names) => names.size === 0))
    await db
      .deleteFrom('git_sent')
      .where('source_id', '=', sourceId)
      .where('path', '=', path)
      .where('number', '=', number)
      .execute()
  else
    await db
      .updateTable('git_sent')
      .set({ texts: textsJson(texts) })
      .where('source_id', '=', sourceId)
      .where('path', '=', path)
      .where('number', '=', number)
      .execute()
}

/** Serializes by language, as pairs: keys of an object could collide with its built-in properties. */
function textsJson(texts: SentTexts | null): string | null {
  return texts === null ? null : JSON.stringify([...texts].map(([language, names]) => [language, [...names]]))
}

function readTexts(json: string): SentTexts {
  const pairs = parseJson<readonly (readonly [string, readonly string[]])[]>(json)
  return new Map(pairs.map(([language, names]) => [language, new Set(names)]))
}

/** Returns paths of files with a pushed version that can be pulled back. */
export async function pathsSent({ db }: Reader, sourceId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('git_sent')
    .select('path')
    .distinct()
    .where('source_id', '=', sourceId)
    .orderBy('path')
    .execute()
  return rows.map(({ path }) => path)
}

/** Deletes all versions of a file: the newest was pulled back, so older ones do not matter any more. */
export async function dropSent({ db }: Writer, { sourceId, path }: FileOfSource): Promise<void> {
  await db.deleteFrom('git_sent').where('source_id', '=', sourceId).where('path', '=', path).execute()
}
