import {
  type Forms,
  hasText,
  isProgram,
  isSourceText,
  type KeyAlias,
  LIMITS,
  type RecordedActor,
  sameForms,
  unitId,
} from '@dragoman/core'
import {
  type AddedText,
  applyOperation,
  type BranchRow,
  type ChangeRequest,
  discussedKeys,
  type FileRow,
  type KeyRow,
  keyByIdentity,
  keyServedAs,
  keysByIds,
  listFiles,
  listLanguages,
  projectById,
  putConflict,
  type Reader,
  type Requester,
  type TextWithOrigin,
  textsWithOrigins,
  unitsOfFile,
  type Writer,
} from '@dragoman/store'
import { failureOfRefusals } from '../../../areas/run-operation.ts'
import type { BranchText } from './branch-texts.ts'

export type MergedTexts = {
  readonly operationId: number | null
  readonly moved: number
  readonly conflicts: number
  readonly left: number
  /** By key of the branch, the same key of the project; keys that the project does not have are left out. */
  readonly keys: ReadonlyMap<number, number>
}

type Request = {
  readonly branch: BranchRow
  readonly texts: readonly BranchText[]
  readonly by: Requester
  readonly at: string
}

/** A text of the branch, with the same text of the project. */
type Pair = {
  readonly text: BranchText
  /** Null: an empty text that was never written. */
  readonly origin: TextWithOrigin | null
  /** Words of its source text in the branch. */
  readonly ownSource: Forms
  /** Null: the project does not have the key. */
  readonly here: { readonly keyId: number; readonly text: TextWithOrigin } | null
}

type Plan = {
  readonly sourceLanguage: string
  readonly changes: ChangeRequest[]
  /** New keys of the project, by key of the branch. */
  readonly added: Map<number, Map<string, AddedText>>
  /** Source texts that the project will have, by key of the project. */
  readonly sources: Map<number, Forms>
  readonly conflicts: { readonly pair: Pair; readonly keyId: number; readonly file: FileRow }[]
  moved: number
  left: number
}

/**
 * Merges the texts of a translation branch into its project, as one operation. Texts in languages that the project
 * does not have are left out: it has removed them.
 */
export async function mergeTexts(w: Writer, { branch, texts, by, at }: Request): Promise<MergedTexts> {
  const { parentId, projectId, intoSourceId } = branch
  const project = await projectById(w, parentId)
  if (project === null) return { operationId: null, moved: 0, conflicts: 0, left: 0, keys: new Map() }
  const { sourceLanguage } = project
  const languages = new Set((await listLanguages(w, parentId)).map(({ tag }) => tag))
  const shared = texts.filter(({ language }) => languages.has(language))
  const pairs = await pairsOf(w, { branch, sourceLanguage, texts: shared })
  const files = await listFiles(w, { sourceId: intoSourceId })
  const discussed = await discussedKeys(w, projectId)
  const plan: Plan = {
    ...{ sourceLanguage, changes: [], added: new Map(), sources: new Map(), conflicts: [] },
    ...{ moved: 0, left: 0 },
  }
  for (const pair of pairs) {
    if (pair.here === null) planNew(plan, pair, discussed)
    else planKnown(plan, pair, files)
  }
  const keys = new Map(
    pairs.flatMap(({ text, here }) => (here === null ? [] : [[text.row.keyId, here.keyId] as const])),
  )
  plan.changes.push(...(await keyChanges(w, branch, { known: keys, added: plan.added })))
  for (const { pair, keyId, file } of plan.conflicts) {
    const { text, here } = pair
    const { name, plural, path, forms: theirs } = text.row.unit
    const of = { fileId: file.id, name, plural, path, keyId, at, branch: branch.branch }
    await putConflict(w, { ...of, base: text.base, theirs, ours: here?.text.forms ?? {} })
  }
  const operationId = await applyMerge(w, { branch, by, at, changes: plan.changes })
  for (const { id, ...identity } of await keysByIds(w, projectId, [...plan.added.keys()])) {
    const made = await keyByIdentity(w, parentId, identity)
    if (made !== null) keys.set(id, made.id)
  }
  return { operationId, moved: plan.moved, conflicts: plan.conflicts.length, left: plan.left, keys }
}

async function applyMerge(
  w: Writer,
  {
    branch,
    by,
    at,
    changes,
  }: Pick<Request, 'branch' | 'by' | 'at'> & { readonly changes: readonly ChangeRequest[] },
): Promise<number | null> {
  if (changes.length === 0) return null
  const result = await applyOperation(w, {
    projectId: branch.parentId,
    kind: 'sync',
    // The texts were reviewed in the branch: moving them is not a review.
    by: { ...by, allow: (change) => by.allow({ ...change, isOwnWork: false }) },
    at,
    origin: branch.branch,
    changes,
  })
  if (!result.ok) throw failureOfRefusals(result.refusals)
  return result.operationId === 0 ? null : result.operationId
}

/** Finds the texts of the branch in the project. */
async function pairsOf(
  r: Reader,
  {
    branch: { projectId, parentId },
    sourceLanguage,
    texts,
  }: Pick<Request, 'branch' | 'texts'> & { readonly sourceLanguage: string },
): Promise<readonly Pair[]> {
  const keyIds = new Map<BranchText, number>()
  for (const namespace of new Set(texts.map((text) => text.namespace))) {
    const units = await unitsOfFile(r, parentId, sourceLanguage, namespace)
    const there = new Map(units.map(({ unit, keyId }) => [unitId(unit), keyId]))
    for (const text of texts) {
      const keyId = text.namespace === namespace ? there.get(unitId(text.row.unit)) : undefined
      if (keyId !== undefined) keyIds.set(text, keyId)
    }
  }
  const sources = new Map(
    texts.flatMap(({ language, row }) =>
      language === sourceLanguage ? [[row.keyId, row.unit.forms] as const] : [],
    ),
  )
  const pairs = new Map<BranchText, Pair>()
  for (const language of new Set(texts.map((text) => text.language))) {
    const ofLanguage = texts.filter((text) => text.language === language)
    const own = await textsWithOrigins(r, {
      ...{ projectId, language, sourceLanguage },
      keyIds: ofLanguage.map(({ row }) => row.keyId),
    })
    const here = await textsWithOrigins(r, {
      ...{ projectId: parentId, language, sourceLanguage },
      keyIds: ofLanguage.flatMap((text) => keyIds.get(text) ?? []),
    })
    for (const text of ofLanguage) {
      const keyId = keyIds.get(text)
      const known = keyId === undefined ? undefined : here.get(keyId)
      pairs.set(text, {
        text,
        origin: own.get(text.row.keyId) ?? null,
        ownSource: sources.get(text.row.keyId) ?? {},
        here: keyId === undefined || known === undefined ? null : { keyId, text: known },
      })
    }
  }
  // In the order of the texts: the source text of a key before its translations.
  return texts.flatMap((text) => pairs.get(text) ?? [])
}

/** A key that the project does not have: it is added if no file has it, and otherwise stays in the branch. */
function planNew(plan: Plan, { text, origin }: Pair, discussed: ReadonlySet<number>): void {
  const { keyId, unit, state } = text.row
  if (text.isInFiles) {
    if (text.isUnsent) plan.left++
    return
  }
  if (!hasText(unit.forms) && !discussed.has(keyId)) return
  const texts = plan.added.get(keyId) ?? new Map<string, AddedText>()
  plan.added.set(keyId, texts)
  if (!hasText(unit.forms)) return
  texts.set(text.language, { forms: unit.forms, state, ...partsOf(plan, text, origin) })
  plan.moved++
}

/** A key that the project has. */
function planKnown(plan: Plan, pair: Pair, files: readonly FileRow[]): void {
  const { text, origin, here } = pair
  if (here === null) return
  const { keyId } = here
  const { namespace, language, row, base } = text
  const { forms } = row.unit
  const move = { kind: 'translate', keyId, language, forms, state: row.state, isMoved: true } as const
  if (sameForms(here.text.forms, forms)) {
    if (hasText(forms) && isNewer(plan, pair))
      plan.changes.push({ ...move, ...partsOf(plan, text, origin, isPerson) })
    return
  }
  if (!text.isUnsent) return
  const ours = here.text.forms
  const file =
    files.find((one) => one.namespace === namespace && one.language === language) ??
    files.find((one) => one.namespace === namespace)
  if (!sameForms(ours, base) && hasText(ours) && file !== undefined) {
    plan.conflicts.push({ pair, keyId, file })
    return
  }
  if (language === plan.sourceLanguage) plan.sources.set(keyId, forms)
  plan.changes.push({ ...move, ...partsOf(plan, text, origin) })
  plan.moved++
}

/**
 * Whether what people decided in the branch about a text counts for the same words in the project: for the source text
 * that the project has, and unless people have decided about them there too.
 */
function isNewer(plan: Plan, { text, origin, ownSource, here }: Pair): boolean {
  if (here === null || origin === null || origin.operation === null || origin.operation === 'sync')
    return false
  const source = plan.sources.get(here.keyId) ?? here.text.currentSource
  const isSource = text.language === plan.sourceLanguage
  if (!isSource && !isSourceText(origin.sourceForms, source) && !sameForms(ownSource, source)) return false
  const { operation, outdated } = here.text
  const isFromFile = operation === 'sync' || operation === 'import'
  return isFromFile || (outdated && !origin.outdated)
}

const isPerson = ({ id }: RecordedActor) => id === null || !isProgram(id)

/** Returns the author and the source text of a text. */
function partsOf(
  { sourceLanguage }: Plan,
  { language }: BranchText,
  origin: TextWithOrigin | null,
  isNamed: (author: RecordedActor) => boolean = () => true,
): Pick<AddedText, 'author' | 'sourceForms'> {
  if (origin === null) return {}
  const { actor, sourceForms } = origin
  return {
    ...(actor === null || !isNamed(actor) ? {} : { author: actor }),
    ...(language === sourceLanguage ? {} : { sourceForms }),
  }
}

/**
 * Returns the changes that add keys of the branch to the project, and give keys of both what only the branch has:
 * `known`, by key of the branch.
 */
async function keyChanges(
  r: Reader,
  { projectId, parentId }: BranchRow,
  { known, added }: { readonly known: ReadonlyMap<number, number>; readonly added: Plan['added'] },
): Promise<readonly ChangeRequest[]> {
  const there = new Map((await keysByIds(r, parentId, [...known.values()])).map((key) => [key.id, key]))
  const newKeys = await keysByIds(r, projectId, [...added.keys()])
  const freeAliases = openFreeAliases(r, parentId, newKeys)
  const changes: ChangeRequest[] = []
  for (const own of await keysByIds(r, projectId, [...known.keys()])) {
    const key = there.get(known.get(own.id) ?? 0)
    if (key === undefined) continue
    const fields = notesToAdd(own, key, await freeAliases(own, key.aliases))
    if (Object.keys(fields).length > 0) changes.push({ kind: 'edit-key', keyId: key.id, fields })
  }
  for (const key of newKeys) {
    const { id, namespace, name, plural, path, description, tags, maxLength, syntax } = key
    const fields = { namespace, name, plural, path, description, tags, maxLength, syntax }
    const aliases = await freeAliases(key)
    changes.push({ kind: 'add-key', ...fields, aliases, texts: added.get(id) ?? new Map() })
  }
  return changes
}

/** Returns what is noted about a key in the branch only. */
function notesToAdd(
  { description, tags, maxLength }: KeyRow,
  key: KeyRow,
  aliases: readonly KeyAlias[],
): Extract<ChangeRequest, { kind: 'edit-key' }>['fields'] {
  return {
    ...(key.description === '' && description !== '' ? { description } : {}),
    ...(key.tags.length === 0 && tags.length > 0 ? { tags } : {}),
    ...(key.maxLength === null && maxLength !== null ? { maxLength } : {}),
    ...(aliases.length > 0 ? { aliases: [...key.aliases, ...aliases] } : {}),
  }
}

/**
 * Returns a function that returns the aliases of a key of the branch which the project can add: no key that it has or
 * gets is served under these names, and there is room for them next to the aliases that the key has.
 */
function openFreeAliases(r: Reader, parentId: number, newKeys: readonly KeyRow[]) {
  const placeOf = (namespace: string, name: string) => JSON.stringify([namespace, name])
  const taken = new Set(newKeys.map(({ namespace, name }) => placeOf(namespace, name)))
  return async (
    { namespace, aliases }: KeyRow,
    existing: readonly KeyAlias[] = [],
  ): Promise<readonly KeyAlias[]> => {
    const free: KeyAlias[] = []
    for (const alias of aliases) {
      const { name } = alias
      const place = placeOf(namespace, name)
      if (taken.has(place) || (await keyServedAs(r, parentId, { namespace, name })) !== null) continue
      taken.add(place)
      free.push(alias)
    }
    // The newest ones are last.
    return free.slice(Math.max(0, free.length + existing.length - LIMITS.aliasesPerKey))
  }
}
