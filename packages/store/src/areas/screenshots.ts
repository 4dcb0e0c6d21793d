import { append, FORM_NAMES, type Forms, LIMITS, PLURAL_KINDS, type RecordedActor } from '@dragoman/core'
import { sql } from 'kysely'
import { asBuffer } from '../as-buffer.ts'
import { lookupOf, parseJson, recordedActor, sanitizeForStorage, shownName } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { translationIdSql } from '../tables.ts'
import { aliasesIn } from './served-names.ts'

/** An image of a screenshot. */
export type ScreenshotImage = {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
  readonly type: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Where a screenshot shows something, in pixels from the upper left corner of its image. */
export type ScreenshotRegion = {
  /** `text`, or the name of the attribute that the string is in. */
  readonly part: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type SentString = ScreenshotRegion & { readonly namespace: string; readonly key: string }

export type ScreenshotRow = {
  readonly id: number
  /** What it shows: a page of the app, or a test. */
  readonly name: string
  readonly language: string
  readonly image: ScreenshotImage
  /** The sender's own identifier. */
  readonly mark: string
  readonly takenAt: string
  readonly by: RecordedActor
}

export type ScreenshotString = ScreenshotRegion & {
  readonly keyId: number
  readonly namespace: string
  readonly name: string
  /** The source text has changed since the screenshot was taken. */
  readonly isStale: boolean
}

/**
 * How long an image is kept without a screenshot that shows it, and how long a removed screenshot can be
 * restored.
 */
const IMAGE_WAITS_MS = 60 * 60 * 1000
/** Rows per statement. */
const CHUNK = 500

/**
 * Stores an image for a screenshot that will be saved later; of those waiting, the newest are kept, up to the
 * limits.
 */
export async function putScreenshotImage(
  w: Writer,
  image: ScreenshotImage & { readonly projectId: number; readonly bytes: Uint8Array; readonly at: string },
): Promise<void> {
  const { projectId, hash, type, width, height, bytes, at } = image
  await w.db
    .insertInto('screenshot_image')
    .values({
      project_id: projectId,
      hash,
      type,
      width,
      height,
      added_at: at,
      size_bytes: bytes.byteLength,
      bytes: asBuffer(bytes),
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'hash']).doUpdateSet({ added_at: at }))
    .execute()
  await dropImages(w, projectId, at)
  await dropWaitingImages(w, projectId)
}

/** Returns an image without its bytes; null: the project has none with that hash. */
export async function findScreenshotImage(
  { db }: Reader,
  projectId: number,
  hash: string,
): Promise<ScreenshotImage | null> {
  const row = await db
    .selectFrom('screenshot_image')
    .select(['hash', 'type', 'width', 'height'])
    .where('project_id', '=', projectId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row === undefined ? null : imageOf(row)
}

export async function screenshotBytes(
  { db }: Reader,
  projectId: number,
  hash: string,
): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null> {
  const row = await db
    .selectFrom('screenshot_image')
    .select(['type', 'bytes'])
    .where('project_id', '=', projectId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row ?? null
}

export type ScreenshotToSave = {
  readonly projectId: number
  readonly name: string
  readonly language: string
  /** Hash of an image of the project. */
  readonly image: string
  readonly mark: string
  readonly takenAt: string
  readonly at: string
  readonly by: RecordedActor
  readonly strings: readonly SentString[]
}

/**
 * Saves a screenshot in place of the one with the same name and language, and deletes those beyond the
 * limits, oldest first. Returns its id, how many of its strings the project has, and the keys that it does
 * not have; id null: it has none of them, and nothing was saved.
 */
export async function saveScreenshot(
  w: Writer,
  screenshot: ScreenshotToSave,
): Promise<{
  readonly id: number | null
  readonly strings: number
  readonly unknown: readonly { readonly namespace: string; readonly key: string }[]
}> {
  const { db, dialect } = w
  const { projectId, language, image, mark, takenAt, at, by } = screenshot
  const name = sanitizeForStorage(screenshot.name)
  const { found, unknown } = await keysOfStrings(w, projectId, screenshot.strings)
  if (found.length === 0) return { id: null, strings: 0, unknown }
  const keyIds = [...new Set(found.map(({ keyId }) => keyId))]
  const sources = await sourceHashes(w, projectId, keyIds)
  await db
    .deleteFrom('screenshot')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('language', '=', language)
    .execute()
  const id = await dialect.allocate(db, 'screenshot', 1)
  const row = { id, project_id: projectId, name, language, image, mark, taken_at: takenAt }
  await db
    .insertInto('screenshot')
    .values({ ...row, by_id: by.id, by_label: by.name })
    .execute()
  const rows = found.map(({ keyId, string: { part, x, y, width, height } }, place) => {
    const source = sources.get(keyId) ?? 0
    return { screenshot_id: id, place, key_id: keyId, part, x, y, width, height, source }
  })
  for (let from = 0; from < rows.length; from += CHUNK)
    await db
      .insertInto('screenshot_string')
      .values(rows.slice(from, from + CHUNK))
      .execute()
  await dropOldOfKeys(w, projectId, keyIds)
  await dropOldOfProject(w, projectId)
  await dropImages(w, projectId, at)
  w.emit({ kind: 'files.changed', projectId, payload: {} })
  return { id, strings: found.length, unknown }
}

/** Returns the namespaces of the strings that screenshots show: of one, also a removed one, or of those of a name. */
export async function screenshotNamespaces(
  { db }: Reader,
  projectId: number,
  which: { readonly id: number } | { readonly name: string; readonly language: string },
): Promise<readonly string[]> {
  const isMeant =
    'id' in which
      ? sql`p.id = ${which.id}`
      : sql`p.name = ${sanitizeForStorage(which.name)} and p.language = ${which.language}`
  const { rows } = await sql<{ name: string }>`
    select distinct n.name from screenshot p
    join screenshot_string s on s.screenshot_id = p.id
    join "key" k on k.id = s.key_id join namespace n on n.id = k.namespace_id
    where p.project_id = ${projectId} and ${isMeant}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Removes a screenshot; it can be restored for an hour. False: the project has none with that id. */
export async function removeScreenshot(
  w: Writer,
  { projectId, id, at }: { readonly projectId: number; readonly id: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await w.db
    .updateTable('screenshot')
    .set({ removed_at: at })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return false
  await dropImages(w, projectId, at)
  w.emit({ kind: 'files.changed', projectId, payload: {} })
  return true
}

/** Restores a removed screenshot. False: it is gone, or was replaced by a newer one. */
export async function restoreScreenshot(w: Writer, projectId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await w.db
    .updateTable('screenshot')
    .set({ removed_at: null })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return false
  w.emit({ kind: 'files.changed', projectId, payload: {} })
  return true
}

/**
 * Returns all screenshots of a project, each with the number of its strings, and of those whose source text
 * has changed since.
 */
export async function listScreenshots(
  r: Reader,
  projectId: number,
): Promise<readonly (ScreenshotRow & { readonly strings: number; readonly stale: number })[]> {
  const screenshots = await screenshotRows(r, projectId, sql`true`)
  const { rows } = await sql<{ screenshot_id: number; key_id: number; source: number }>`
    select s.screenshot_id, s.key_id, s.source from screenshot_string s
    join screenshot p on p.id = s.screenshot_id join "key" k on k.id = s.key_id
    where p.project_id = ${projectId}`.execute(r.db)
  const sources = await sourceHashes(r, projectId, [...new Set(rows.map(({ key_id }) => Number(key_id)))])
  const counts = new Map<number, { strings: number; stale: number }>()
  for (const { screenshot_id, key_id, source } of rows) {
    const count = counts.get(Number(screenshot_id)) ?? { strings: 0, stale: 0 }
    count.strings++
    if (sources.get(Number(key_id)) !== Number(source)) count.stale++
    counts.set(Number(screenshot_id), count)
  }
  return screenshots.map((row) => ({ ...row, ...(counts.get(row.id) ?? { strings: 0, stale: 0 }) }))
}

/**
 * Returns the screenshots that show a key, newest first, with the positions. `branchId`: the positions have the key as
 * this translation branch of the project has it.
 */
export async function screenshotsOfKey(
  r: Reader,
  projectId: number,
  keyId: number,
  branchId: number | null = null,
): Promise<readonly (ScreenshotRow & { readonly strings: readonly ScreenshotString[] })[]> {
  const screenshots = await screenshotRows(
    r,
    projectId,
    sql`p.id in (select screenshot_id from screenshot_string where key_id = ${keyId})`,
  )
  const ids = screenshots.map(({ id }) => id)
  const strings = await stringRows(r, projectId, ids, sql`s.key_id = ${keyId}`, branchId)
  return screenshots.map((row) => ({ ...row, strings: strings.get(row.id) ?? [] }))
}

/**
 * Returns the parent's screenshots that show a key of a translation branch, newest first. None if the project
 * is not a branch, or the parent does not have the key.
 */
export async function parentScreenshotsOfKey(
  r: Reader,
  {
    parentId,
    branchId,
    keyId,
  }: { readonly parentId: number; readonly branchId: number; readonly keyId: number },
): Promise<readonly (ScreenshotRow & { readonly strings: readonly ScreenshotString[] })[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from "key" own join namespace n on n.id = own.namespace_id
    join namespace pn on pn.project_id = ${parentId} and pn.name = n.name
    join "key" k on k.project_id = ${parentId} and k.namespace_id = pn.id and k.lookup = own.lookup and k.name = own.name
    where own.id = ${keyId} and own.project_id = ${branchId}`.execute(r.db)
  const parentKeyId = rows[0]?.id
  return parentKeyId === undefined ? [] : screenshotsOfKey(r, parentId, parentKeyId, branchId)
}

/**
 * Returns one screenshot with all of its strings that the project still has. `branchId`: and those that this
 * translation branch of the project has, as the branch has them.
 */
export async function findScreenshot(
  r: Reader,
  {
    projectId,
    id,
    branchId,
  }: { readonly projectId: number; readonly id: number; readonly branchId?: number },
): Promise<(ScreenshotRow & { readonly strings: readonly ScreenshotString[] }) | null> {
  const [row] = await screenshotRows(r, projectId, sql`p.id = ${id}`)
  if (row === undefined) return null
  const strings = await stringRows(r, projectId, [id], sql`true`, branchId)
  return { ...row, strings: strings.get(id) ?? [] }
}

async function screenshotRows(
  { db }: Reader,
  projectId: number,
  condition: ReturnType<typeof sql>,
): Promise<readonly ScreenshotRow[]> {
  const { rows } = await sql<{
    id: number
    name: string
    language: string
    mark: string
    taken_at: string
    by_id: string | null
    by_label: string
    hash: string
    type: string
    width: number
    height: number
  }>`
    select p.id, p.name, p.language, p.mark, p.taken_at, p.by_id, p.by_label, i.hash, i.type, i.width, i.height
    from screenshot p join screenshot_image i on i.project_id = p.project_id and i.hash = p.image
    where p.project_id = ${projectId} and p.removed_at is null and ${condition}
    order by p.taken_at desc, p.id desc`.execute(db)
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    language: row.language,
    image: imageOf(row),
    mark: row.mark,
    takenAt: row.taken_at,
    by: recordedActor(row.by_id, row.by_label),
  }))
}

async function stringRows(
  r: Reader,
  projectId: number,
  ids: readonly number[],
  condition: ReturnType<typeof sql>,
  branchId: number | null = null,
): Promise<ReadonlyMap<number, readonly ScreenshotString[]>> {
  const seenIn =
    branchId === null
      ? sql`join "key" k on k.id = s.key_id join namespace n on n.id = k.namespace_id`
      : sql`join "key" shown on shown.id = s.key_id join namespace sn on sn.id = shown.namespace_id
        join namespace n on n.project_id = ${branchId} and n.name = sn.name
        join "key" k on k.namespace_id = n.id and k.lookup = shown.lookup and k.name = shown.name`
  const { rows } = await sql<{
    screenshot_id: number
    key_id: number
    namespace: string
    name: string
    part: string
    x: number
    y: number
    width: number
    height: number
    source: number
  }>`
    select s.screenshot_id, k.id as key_id, n.name as namespace, k.name, s.part, s.x, s.y, s.width, s.height, s.source
    from screenshot_string s ${seenIn}
    where ${r.dialect.inIds(sql.ref('s.screenshot_id'), ids)} and k.project_id = ${branchId ?? projectId} and ${condition}
    order by s.screenshot_id, s.place`.execute(r.db)
  const keyIds = [...new Set(rows.map(({ key_id }) => Number(key_id)))]
  const sources = await sourceHashes(r, branchId ?? projectId, keyIds)
  const found = new Map<number, ScreenshotString[]>()
  for (const row of rows) {
    const keyId = Number(row.key_id)
    append(found, Number(row.screenshot_id), {
      keyId,
      namespace: row.namespace,
      name: shownName(row.name),
      part: row.part,
      x: Number(row.x),
      y: Number(row.y),
      width: Number(row.width),
      height: Number(row.height),
      isStale: sources.get(keyId) !== Number(row.source),
    })
  }
  return found
}

/**
 * Returns the keys of strings, by their own name or an alias, with any plural kind, since an app does not know the kind
 * of a key.
 */
async function keysOfStrings(r: Reader, projectId: number, strings: readonly SentString[]) {
  const { db, dialect } = r
  const asked = [...new Set(strings.map(({ key }) => key))]
  const known = new Map<string, number>()
  for (let from = 0; from < asked.length; from += CHUNK) {
    const lookups = asked
      .slice(from, from + CHUNK)
      .flatMap((key) => PLURAL_KINDS.map((plural) => lookupOf(plural, key)))
    const { rows } = await sql<{ id: number; name: string; namespace: string }>`
      select k.id, k.name, n.name as namespace from namespace n join "key" k on k.namespace_id = n.id
      where n.project_id = ${projectId} and ${dialect.inIds(sql.ref('k.lookup'), lookups)}
      order by k.id`.execute(db)
    for (const { id, name, namespace } of rows)
      known.set(JSON.stringify([namespace, shownName(name)]), Number(id))
  }
  // As in delivered files: a key with the name takes precedence, then the first key with the alias.
  const left = strings.filter(({ namespace, key }) => !known.has(JSON.stringify([namespace, key])))
  if (left.length > 0) {
    const namespaces = left.map(({ namespace }) => sanitizeForStorage(namespace))
    for (const { keyId, namespace, alias } of await aliasesIn(r, projectId, namespaces)) {
      const place = JSON.stringify([namespace, alias.name])
      if (!known.has(place)) known.set(place, keyId)
    }
  }
  const found: { keyId: number; string: SentString }[] = []
  const unknown = new Map<string, { namespace: string; key: string }>()
  for (const string of strings) {
    const { namespace, key } = string
    const id = JSON.stringify([namespace, key])
    const keyId = known.get(id)
    if (keyId === undefined) unknown.set(id, { namespace, key })
    else found.push({ keyId, string })
  }
  return { found, unknown: [...unknown.values()] }
}

/** Returns hashes of the source texts of keys, by key id. */
async function sourceHashes(
  { db, dialect }: Reader,
  projectId: number,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const language = await db
    .selectFrom('language')
    .innerJoin('project', 'project.id', 'language.project_id')
    .select('language.id')
    .where('project.id', '=', projectId)
    .whereRef('language.tag', '=', 'project.source_language')
    .executeTakeFirst()
  if (language === undefined || keyIds.length === 0) return new Map()
  const { rows } = await sql<{ key_id: number; forms: string }>`
    select t.key_id, t.forms from "key" k
    join translation t on t.id = ${translationIdSql(sql.lit(language.id), sql.ref('k.id'))}
    where ${dialect.inIds(sql.ref('k.id'), keyIds)}`.execute(db)
  return new Map(rows.map(({ key_id, forms }) => [Number(key_id), formsHash(parseJson<Forms>(forms))]))
}

function formsHash(forms: Forms): number {
  return lookupOf('none', JSON.stringify(FORM_NAMES.map((form) => forms[form] ?? null)))
}

/** Keeps only the newest screenshots of each key; a screenshot without strings is deleted. */
async function dropOldOfKeys(
  { db, dialect }: Writer,
  projectId: number,
  keyIds: readonly number[],
): Promise<void> {
  await sql`
    delete from screenshot_string where ${dialect.inIds(sql.ref('key_id'), keyIds)}
    and screenshot_id in (select id from screenshot where removed_at is null) and screenshot_id not in (
      select ranked.id from (
        select p.id, s.key_id, dense_rank() over (partition by s.key_id order by p.taken_at desc, p.id desc) as nth
        from screenshot p join screenshot_string s on s.screenshot_id = p.id
        where p.project_id = ${projectId} and p.removed_at is null
          and ${dialect.inIds(sql.ref('s.key_id'), keyIds)}) ranked
      where ranked.key_id = screenshot_string.key_id and ranked.nth <= ${LIMITS.screenshotsOfKeyMax})`.execute(
    db,
  )
  await sql`
    delete from screenshot where project_id = ${projectId}
      and not exists (select 1 from screenshot_string s where s.screenshot_id = screenshot.id)`.execute(db)
}

async function dropOldOfProject({ db, dialect }: Writer, projectId: number): Promise<void> {
  const { rows } = await sql<{ id: number; image: string; size_bytes: number }>`
    select p.id, p.image, i.size_bytes from screenshot p
    join screenshot_image i on i.project_id = p.project_id and i.hash = p.image
    where p.project_id = ${projectId} and p.removed_at is null
    order by p.taken_at desc, p.id desc`.execute(db)
  const images = new Set<string>()
  let bytes = 0
  const beyond: number[] = []
  rows.forEach(({ id, image, size_bytes }, place) => {
    if (!images.has(image)) bytes += Number(size_bytes)
    images.add(image)
    if (place >= LIMITS.screenshotsMax || bytes > LIMITS.screenshotBytesOfProjectMax) beyond.push(Number(id))
  })
  if (beyond.length > 0)
    await sql`delete from screenshot where ${dialect.inIds(sql.ref('id'), beyond)}`.execute(db)
}

/** Deletes images without a screenshot, except recent ones whose screenshot is still to come. */
async function dropImages({ db }: Writer, projectId: number, at: string): Promise<void> {
  const before = new Date(Date.parse(at) - IMAGE_WAITS_MS).toISOString()
  await db
    .deleteFrom('screenshot')
    .where('project_id', '=', projectId)
    .where('removed_at', '<', before)
    .execute()
  await sql`
    delete from screenshot_image where project_id = ${projectId} and added_at < ${before} and not exists (
      select 1 from screenshot p where p.project_id = screenshot_image.project_id and p.image = screenshot_image.hash)`.execute(
    db,
  )
}

/** Limits the images without a screenshot, so that a client that sends only images cannot fill the disk. */
async function dropWaitingImages({ db }: Writer, projectId: number): Promise<void> {
  const { rows } = await sql<{ hash: string; size_bytes: number }>`
    select i.hash, i.size_bytes from screenshot_image i where i.project_id = ${projectId} and not exists (
      select 1 from screenshot p where p.project_id = i.project_id and p.image = i.hash)
    order by i.added_at desc, i.hash`.execute(db)
  let bytes = 0
  const beyond = rows.filter(({ size_bytes }, place) => {
    bytes += Number(size_bytes)
    return place >= LIMITS.screenshotsMax || bytes > LIMITS.screenshotBytesOfProjectMax
  })
  if (beyond.length > 0)
    await db
      .deleteFrom('screenshot_image')
      .where('project_id', '=', projectId)
      .where(
        'hash',
        'in',
        beyond.map(({ hash }) => hash),
      )
      .execute()
}

function imageOf(row: ScreenshotImage): ScreenshotImage {
  return { hash: row.hash, type: row.type, width: Number(row.width), height: Number(row.height) }
}
