import { matchFile } from '@dragoman/formats'
import { readFileInside } from '@dragoman/server/sync'
import { isAsked, NO_FILE, partOf } from './collect-namespaces.ts'
import type { FileSet, LocalPart } from './local-files.ts'
import type { PartWithBase } from './plan-namespace.ts'
import { markName } from './server-texts.ts'
import { documentOfState, type PartState, type SyncState } from './sync-state.ts'

/** A part of a file that both sides agreed on, and that was deleted here since: a document without entries. */
export type DeletedPart = PartWithBase & { readonly set: FileSet }

type Request = {
  readonly root: string
  readonly sets: readonly FileSet[]
  readonly state: SyncState
  readonly languages: ReadonlySet<string> | null
}

/**
 * Returns the texts whose file was deleted here and that the server still has. A file that a pattern no longer
 * matches, that is a link now, or whose texts are in another file, counts as moved.
 */
export async function findDeleted(
  { root, sets, state, languages }: Request,
  marks: ReadonlyMap<string, string>,
): Promise<readonly DeletedPart[]> {
  const files = sets.flatMap((set) => set.files)
  const here = new Set(
    files.flatMap(({ parts }) => parts.map(({ namespace, language }) => markName(namespace, language))),
  )
  const isGone = ({ namespace, language, entries, isLeft }: PartState) => {
    const name = markName(namespace, language)
    return entries.length > 0 && !isLeft && isAsked(languages, language) && marks.has(name) && !here.has(name)
  }
  const found: DeletedPart[] = []
  for (const path of await state.pathsExcept(new Set(files.map((file) => file.path)))) {
    const set = sets.find(({ pattern }) => matchFile(pattern, path) !== null)
    const before = await state.read(path)
    if (set === undefined || before === null || before.hash === NO_FILE) continue
    const parts = before.parts.filter(isGone)
    if (parts.length === 0 || (await readFileInside(root, path)).kind !== 'missing') continue
    for (const agreed of parts)
      found.push({ ...emptyPart(set, path, agreed), set, agreed, sending: partOf(before.sending, agreed) })
  }
  return found
}

function emptyPart({ format, sourceLanguage }: FileSet, path: string, agreed: PartState): LocalPart {
  const { language, namespace } = agreed
  const document = documentOfState({ ...agreed, entries: [] }, format)
  return { path, language, namespace, side: language === sourceLanguage ? 'source' : 'target', document }
}
